/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ruby.d - types of the arguments of Ruby's probes, by its page "DTrace Probes". */
provider ruby {
	probe method__entry(const char *class, const char *name, const char *file, int line);
	probe method__return(const char *class, const char *name, const char *file, int line);
	probe cmethod__entry(const char *class, const char *name, const char *file, int line);
	probe cmethod__return(const char *class, const char *name, const char *file, int line);
	probe require__entry(const char *what, const char *file, int line);
	probe require__return(const char *what, const char *file, int line);
	probe find__require__entry(const char *what, const char *file, int line);
	probe find__require__return(const char *what, const char *file, int line);
	probe load__entry(const char *what, const char *file, int line);
	probe load__return(const char *what, const char *file, int line);
	probe raise(const char *class, const char *file, int line);
	probe object__create(const char *class, const char *file, int line);
	probe array__create(long length, const char *file, int line);
	probe hash__create(long length, const char *file, int line);
	probe string__create(long length, const char *file, int line);
	probe symbol__create(const char *text, const char *file, int line);
	probe parse__begin(const char *file, int line);
	probe parse__end(const char *file, int line);
	probe gc__mark__begin();
	probe gc__mark__end();
	probe gc__sweep__begin();
	probe gc__sweep__end();
	probe method__cache__clear(const char *class, const char *file, int line);
};
