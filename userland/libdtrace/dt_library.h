/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_library.h - the D library that is part of libdtrace: the files of userland/lib, ended by an
 * entry without name.
 */
#ifndef LIBDTRACE_DT_LIBRARY_H
#define LIBDTRACE_DT_LIBRARY_H

struct ldt_builtin_library {
	const char *name, *text;
};
extern const struct ldt_builtin_library ldt_builtin_libraries[];

#endif
