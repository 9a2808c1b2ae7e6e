/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/program_build.h - the program that a compilation makes. */
#ifndef LDT_COMPILER_PROGRAM_BUILD_H
#define LDT_COMPILER_PROGRAM_BUILD_H

#include "compiler/compilation.h"
#include "program/program.h"

struct ldt_pos;

struct ldt_output {
	struct dtrace_prog *prog;
	struct ldt_stmt **stmt_tail;
	struct ldt_map formats;               /* by text */
	struct dtrace_attribute program_attr; /* that each clause begins with: #pragma D attributes ... program */
};

void ldt_program_add(struct ldt_comp *c); /* c->predicate and c->actions for each of c->pdescs */
struct ldt_format *ldt_program_format(struct ldt_comp *c, const struct ldt_pos *pos, const char *text);

#endif
