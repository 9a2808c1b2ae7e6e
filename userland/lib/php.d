/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* php.d - types of the arguments of PHP's probes, by the page "DTrace" of its manual. */
provider php {
	probe request__startup(const char *file, const char *uri, const char *method);
	probe request__shutdown(const char *file, const char *uri, const char *method);
	probe compile__file__entry(const char *file, const char *translated);
	probe compile__file__return(const char *file, const char *translated);
	probe execute__entry(const char *file, int line);
	probe execute__return(const char *file, int line);
	probe function__entry(const char *name, const char *file, int line, const char *class, const char *scope);
	probe function__return(const char *name, const char *file, int line, const char *class, const char *scope);
	probe exception__thrown(const char *class);
	probe exception__caught(const char *class);
	probe error(const char *message, const char *file, int line);
};
