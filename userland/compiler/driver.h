/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/driver.h - one compilation, from text to program. */
#ifndef LDT_COMPILER_DRIVER_H
#define LDT_COMPILER_DRIVER_H

#include <stdio.h>

#include <dtrace.h>

struct ldt_comp;
struct ldt_compiler;

/*
 * ldt_compiler_call - run @fn with a compilation that has no text: for what needs types and their
 * errors. 0, or -1 with the error set.
 */
int ldt_compiler_call(struct dtrace_hdl *dtp, void (*fn)(struct ldt_comp *c, void *arg), void *arg);
/* The input of a compilation. */
struct ldt_input {
	const char *text;
	FILE *file;
	const char *file_name;
	enum dtrace_probespec spec;
	bool library;
};
struct dtrace_prog *ldt_compile_input(struct dtrace_hdl *dtp, const struct ldt_input *input, unsigned int flags,
				      int argc, char *const argv[]);
/* ldt_compile_library - one library: @text, or, when that is NULL, @file. */
struct dtrace_prog *ldt_compile_library(struct dtrace_hdl *dtp, FILE *file, const char *text, const char *path);
void ldt_library_done(struct ldt_compiler *compiler, const char *name);

#endif
