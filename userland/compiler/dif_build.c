/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/dif_build.c - the assembler: from instructions with labels to a DIF object. */
#include <stdlib.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/dif_build.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "program/program.h"
#include "types/types.h"

void ldt_as_init(struct ldt_as *as, struct ldt_comp *c, const struct ldt_pos *pos)
{
	memset(as, 0, sizeof(*as));
	as->c = c;
	as->pos = *pos;
	as->used = 1; /* %r0 */
	as->var_tail = &as->vars;
	ldt_map_init(&as->strings, c->arena);
	ldt_as_string(as, "");
}

/* Make room for one more entry of @size bytes. */
static void *grow(struct ldt_as *as, void *array, size_t count, size_t *room, size_t size)
{
	void *bigger;

	if (count < *room)
		return array;
	*room = *room ? *room * 2 : 16;
	bigger = ldt_alloc(as->c, *room * size);
	if (count)
		memcpy(bigger, array, count * size);
	return bigger;
}

void ldt_as_emit(struct ldt_as *as, dif_instr_t instr)
{
	as->code = grow(as, as->code, as->count, &as->room, sizeof(*as->code));
	as->code[as->count++] = instr;
}

void ldt_as_emit3(struct ldt_as *as, enum dif_op op, int r1, int r2, int rd)
{
	ldt_as_emit(as, DIF_INSTR(op, r1, r2, rd));
}

unsigned int ldt_as_label(struct ldt_as *as)
{
	as->labels = grow(as, as->labels, as->label_count, &as->label_room, sizeof(*as->labels));
	as->labels[as->label_count] = 0;
	return (unsigned int)as->label_count++;
}

void ldt_as_place(struct ldt_as *as, unsigned int label)
{
	as->labels[label] = (uint32_t)as->count;
}

void ldt_as_branch(struct ldt_as *as, enum dif_op op, unsigned int label)
{
	ldt_as_emit(as, DIF_INSTR_BRANCH(op, label));
}

int ldt_as_alloc(struct ldt_as *as)
{
	unsigned int count = as->c->dtp->copts.int_regs, reg;

	if (!count || count > DIF_REGS)
		count = DIF_REGS;
	for (reg = 1; reg < count; reg++) {
		if (as->used & 1u << reg)
			continue;
		as->used |= 1u << reg;
		return (int)reg;
	}
	ldt_error(as->c, D_NOREG, &as->pos, "expression is too complex: more than %u registers are needed", count - 1);
}

void ldt_as_free(struct ldt_as *as, int reg)
{
	if (reg > 0)
		as->used &= ~(1u << reg);
}

void ldt_as_setx(struct ldt_as *as, int reg, uint64_t value)
{
	size_t i;

	if (value == 0) {
		ldt_as_emit(as, DIF_INSTR(DIF_OP_MOV, 0, 0, reg));
		return;
	}
	for (i = 0; i < as->int_count && as->ints[i] != value; i++)
		;
	if (i == as->int_count) {
		as->ints = grow(as, as->ints, as->int_count, &as->int_room, sizeof(*as->ints));
		as->ints[as->int_count++] = value;
	}
	if (i > DIF_INDEX_MAX)
		ldt_error(as->c, D_UNKNOWN, &as->pos, "expression has more than %u different constants", DIF_INDEX_MAX);
	ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETX, i, reg));
}

uint32_t ldt_as_string(struct ldt_as *as, const char *text)
{
	uintptr_t known = (uintptr_t)ldt_map_get(&as->strings, text);
	size_t length = strlen(text) + 1, offset = as->text_size;

	if (known)
		return (uint32_t)known - 1;
	while (as->text_room - as->text_size < length)
		as->text = grow(as, as->text, as->text_room, &as->text_room, 1);
	if (offset > DIF_INDEX_MAX)
		ldt_error(as->c, D_UNKNOWN, &as->pos, "expression has more than %u bytes of strings", DIF_INDEX_MAX);
	memcpy(as->text + offset, text, length);
	as->text_size += length;
	ldt_map_put(&as->strings, text, (void *)(uintptr_t)(offset + 1));
	return (uint32_t)offset;
}

void ldt_as_var_use(struct ldt_as *as, struct ldt_ident *ident, uint16_t flags)
{
	struct ldt_as_var *var;

	if (ident->id < DIF_VAR_USER_MIN)
		return;
	for (var = as->vars; var; var = var->next) {
		if (var->ident == ident) {
			var->flags |= flags;
			return;
		}
	}
	var = ldt_alloc(as->c, sizeof(*var));
	var->ident = ident;
	var->flags = flags;
	*as->var_tail = var;
	as->var_tail = &var->next;
}

static uint8_t ctf_kind(enum ldt_kind kind)
{
	switch (kind) {
	case LDT_KIND_INT:
		return 1;
	case LDT_KIND_FLOAT:
		return 2;
	case LDT_KIND_POINTER:
		return 3;
	case LDT_KIND_ARRAY:
		return 4;
	case LDT_KIND_STRUCT:
		return 6;
	case LDT_KIND_UNION:
		return 7;
	case LDT_KIND_ENUM:
		return 8;
	default:
		return 0;
	}
}

void ldt_as_diftype(struct ldt_comp *c, struct ldt_type *type, struct dtrace_diftype *ret)
{
	struct ldt_type *base = ldt_type_resolve(type);

	memset(ret, 0, sizeof(*ret));
	switch (base->kind) {
	case LDT_KIND_VOID:
		return;
	case LDT_KIND_STRING:
		ret->kind = DIF_TYPE_STRING;
		ret->flags = DIF_TYPE_BYREF;
		return;
	case LDT_KIND_STRUCT:
	case LDT_KIND_UNION:
	case LDT_KIND_ARRAY:
		ret->flags = DIF_TYPE_BYREF;
		break;
	case LDT_KIND_FLOAT:
		if (base->size > sizeof(uint64_t))
			ret->flags = DIF_TYPE_BYREF;
		break;
	default:
		break;
	}
	ret->ckind = ctf_kind(base->kind);
	ret->size = (uint32_t)ldt_type_size(c->types, base);
}

static void put_vars(struct ldt_as *as, struct ldt_difo_user *difo)
{
	struct ldt_as_var *var;
	size_t count = 0;

	for (var = as->vars; var; var = var->next)
		ldt_as_string(as, var->ident->name), count++;
	difo->vars = ldt_must(as->c, calloc(count ? count : 1, sizeof(*difo->vars)));
	for (var = as->vars; var; var = var->next) {
		struct dtrace_difv *to = &difo->vars[difo->var_count++];

		to->name = ldt_as_string(as, var->ident->name);
		to->id = var->ident->id;
		to->kind = var->ident->kind == LDT_IDENT_ARRAY ? DIF_VARKIND_ARRAY : DIF_VARKIND_SCALAR;
		to->scope = (uint8_t)var->ident->scope;
		to->flags = var->flags;
		ldt_as_diftype(as->c, var->ident->type, &to->type);
	}
}

static void *copy_out(struct ldt_as *as, const void *from, size_t size)
{
	void *to = ldt_must(as->c, malloc(size ? size : 1));

	if (size)
		memcpy(to, from, size);
	return to;
}

struct ldt_difo_user *ldt_as_finish(struct ldt_as *as, const struct dtrace_diftype *rtype, const char *type_name)
{
	struct ldt_difo_user *difo = ldt_must(as->c, calloc(1, sizeof(*difo)));
	size_t i;

	difo->refs = 1;
	as->c->building = difo;
	for (i = 0; i < as->count; i++) {
		unsigned int op = DIF_INSTR_OP(as->code[i]);

		if (op >= DIF_OP_BA && op <= DIF_OP_BLEU)
			as->code[i] = DIF_INSTR_BRANCH(op, as->labels[DIF_INSTR_LABEL(as->code[i])]);
	}
	put_vars(as, difo);
	difo->code = copy_out(as, as->code, as->count * sizeof(*as->code));
	difo->code_count = as->count;
	difo->ints = copy_out(as, as->ints, as->int_count * sizeof(*as->ints));
	difo->int_count = as->int_count;
	difo->strings = copy_out(as, as->text, as->text_size);
	difo->string_size = as->text_size;
	difo->rtype = *rtype;
	difo->type_name = ldt_must(as->c, strdup(type_name));
	if (as->count * sizeof(dif_instr_t) + as->int_count * 8 + as->text_size +
		    difo->var_count * sizeof(*difo->vars) >
	    DIF_OBJECT_MAX)
		ldt_error(as->c, D_UNKNOWN, &as->pos, "expression is too big: its code has more than %d bytes",
			  DIF_OBJECT_MAX);
	as->c->building = NULL;
	return difo;
}
