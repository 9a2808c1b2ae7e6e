/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_as.h - the assembler: instructions, labels, registers, constants and variables of one DIF
 * object while it is made. Registers are taken and given back in the manner of a stack; when there
 * is none left, D_NOREG is raised.
 */
#ifndef LIBDTRACE_DT_AS_H
#define LIBDTRACE_DT_AS_H

#include "dt_comp.h"

struct dt_as_var {
	struct dt_ident *ident;
	uint16_t flags; /* DIF_VARFLAG_* */
	struct dt_as_var *next;
};

struct dt_as {
	struct dt_comp *c;
	dif_instr_t *code;
	size_t count, room;
	uint32_t *labels; /* place of each label */
	size_t label_count, label_room;
	uint64_t *ints;
	size_t int_count, int_room;
	struct dt_map strings; /* text -> offset + 1 */
	char *text;            /* string table */
	size_t text_size, text_room;
	struct dt_as_var *vars, **var_tail;
	uint32_t used;     /* bit per register */
	struct dt_pos pos; /* of what is being translated */
	/* a dynamic variable a part of which is read: where to go when it is not there */
	const struct dt_node *absent;
	unsigned int absent_label;
};

void dt_as_init(struct dt_as *as, struct dt_comp *c, const struct dt_pos *pos);
void dt_as_emit(struct dt_as *as, dif_instr_t instr);
void dt_as_emit3(struct dt_as *as, enum dif_op op, int r1, int r2, int rd);
unsigned int dt_as_label(struct dt_as *as);
void dt_as_place(struct dt_as *as, unsigned int label); /* the label is the next instruction */
void dt_as_branch(struct dt_as *as, enum dif_op op, unsigned int label);
int dt_as_alloc(struct dt_as *as);
void dt_as_free(struct dt_as *as, int reg);
void dt_as_setx(struct dt_as *as, int reg, uint64_t value);
uint32_t dt_as_string(struct dt_as *as, const char *text); /* offset in the string table */
void dt_as_var_use(struct dt_as *as, struct dt_ident *ident, uint16_t flags);
/* dt_as_finish - the object, with one reference; malloc'ed. Raises D_NOREG-like errors when a table is full. */
struct dt_difo_user *dt_as_finish(struct dt_as *as, const struct dtrace_diftype *rtype, const char *type_name);
void dt_as_diftype(struct dt_comp *c, struct dt_type *type, struct dtrace_diftype *ret);

#endif
