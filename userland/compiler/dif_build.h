/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/dif_build.h - the assembler: instructions, labels, registers, constants and variables of one DIF
 * object while it is made. Registers are taken and given back in the manner of a stack; when there
 * is none left, D_NOREG is raised.
 */
#ifndef LDT_COMPILER_DIF_BUILD_H
#define LDT_COMPILER_DIF_BUILD_H

#include <dtrace/dif.h>

#include "compiler/compilation.h"
#include "compiler/lexer.h"

struct ldt_as_var {
	struct ldt_ident *ident;
	uint16_t flags; /* DIF_VARFLAG_* */
	struct ldt_as_var *next;
};

struct ldt_as {
	struct ldt_comp *c;
	dif_instr_t *code;
	size_t count, room;
	uint32_t *labels; /* place of each label */
	size_t label_count, label_room;
	uint64_t *ints;
	size_t int_count, int_room;
	struct ldt_map strings; /* text -> offset + 1 */
	char *text;             /* string table */
	size_t text_size, text_room;
	struct ldt_as_var *vars, **var_tail;
	uint32_t used;      /* bit per register */
	struct ldt_pos pos; /* of what is being translated */
	/* a dynamic variable a part of which is read: where to go when it is not there */
	const struct ldt_node *absent;
	unsigned int absent_label;
};

void ldt_as_init(struct ldt_as *as, struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_as_emit(struct ldt_as *as, dif_instr_t instr);
void ldt_as_emit3(struct ldt_as *as, enum dif_op op, int r1, int r2, int rd);
unsigned int ldt_as_label(struct ldt_as *as);
void ldt_as_place(struct ldt_as *as, unsigned int label); /* the label is the next instruction */
void ldt_as_branch(struct ldt_as *as, enum dif_op op, unsigned int label);
int ldt_as_alloc(struct ldt_as *as);
void ldt_as_free(struct ldt_as *as, int reg);
void ldt_as_setx(struct ldt_as *as, int reg, uint64_t value);
uint32_t ldt_as_string(struct ldt_as *as, const char *text); /* offset in the string table */
void ldt_as_var_use(struct ldt_as *as, struct ldt_ident *ident, uint16_t flags);
/* ldt_as_finish - the object, with one reference; malloc'ed. Raises D_NOREG-like errors when a table is full. */
struct ldt_difo_user *ldt_as_finish(struct ldt_as *as, const struct dtrace_diftype *rtype, const char *type_name);
void ldt_as_diftype(struct ldt_comp *c, struct ldt_type *type, struct dtrace_diftype *ret);

#endif
