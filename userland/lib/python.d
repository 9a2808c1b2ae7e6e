/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* python.d - types of the arguments of CPython's probes, by the manual's "Instrumenting CPython with DTrace and SystemTap". */
provider python {
	probe function__entry(const char *file, const char *name, int line);
	probe function__return(const char *file, const char *name, int line);
	probe line(const char *file, const char *name, int line);
	probe gc__start(int generation);
	probe gc__done(long collected);
	probe import__find__load__start(const char *module);
	probe import__find__load__done(const char *module, int is_found);
	probe audit(const char *event, void *tuple);
};
