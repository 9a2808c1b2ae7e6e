/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/library.h - the D library that is part of libdtrace: the files of userland/lib, ended by an
 * entry without name.
 */
#ifndef LDT_COMPILER_LIBRARY_H
#define LDT_COMPILER_LIBRARY_H

struct ldt_builtin_library {
	const char *name, *text;
};
extern const struct ldt_builtin_library ldt_builtin_libraries[];

struct dtrace_hdl;
/*
 * ldt_want_libraries - all library files, compiled when they are not yet; none with -x nolibs. 0, or
 * -1 with the error set. The handle must have its compiler.
 */
int ldt_want_libraries(struct dtrace_hdl *dtp);

#endif
