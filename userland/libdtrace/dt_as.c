/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_as.c - the assembler: from instructions with labels to a DIF object. */
#include <stdlib.h>
#include <string.h>

#include "dt_as.h"

void dt_as_init(struct dt_as *as, struct dt_comp *c, const struct dt_pos *pos)
{
	memset(as, 0, sizeof(*as));
	as->c = c;
	as->pos = *pos;
	as->used = 1; /* %r0 */
	as->var_tail = &as->vars;
	dt_map_init(&as->strings, c->arena);
	dt_as_string(as, "");
}

/* Make room for one more entry of @size bytes. */
static void *grow(struct dt_as *as, void *array, size_t count, size_t *room, size_t size)
{
	void *bigger;

	if (count < *room)
		return array;
	*room = *room ? *room * 2 : 16;
	bigger = dt_alloc(as->c, *room * size);
	if (count)
		memcpy(bigger, array, count * size);
	return bigger;
}

void dt_as_emit(struct dt_as *as, dif_instr_t instr)
{
	as->code = grow(as, as->code, as->count, &as->room, sizeof(*as->code));
	as->code[as->count++] = instr;
}

void dt_as_emit3(struct dt_as *as, enum dif_op op, int r1, int r2, int rd)
{
	dt_as_emit(as, DIF_INSTR(op, r1, r2, rd));
}

unsigned int dt_as_label(struct dt_as *as)
{
	as->labels = grow(as, as->labels, as->label_count, &as->label_room, sizeof(*as->labels));
	as->labels[as->label_count] = 0;
	return (unsigned int)as->label_count++;
}

void dt_as_place(struct dt_as *as, unsigned int label)
{
	as->labels[label] = (uint32_t)as->count;
}

void dt_as_branch(struct dt_as *as, enum dif_op op, unsigned int label)
{
	dt_as_emit(as, DIF_INSTR_BRANCH(op, label));
}

int dt_as_alloc(struct dt_as *as)
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
	dt_error(as->c, D_NOREG, &as->pos, "expression is too complex: more than %u registers are needed", count - 1);
}

void dt_as_free(struct dt_as *as, int reg)
{
	if (reg > 0)
		as->used &= ~(1u << reg);
}

void dt_as_setx(struct dt_as *as, int reg, uint64_t value)
{
	size_t i;

	if (value == 0) {
		dt_as_emit(as, DIF_INSTR(DIF_OP_MOV, 0, 0, reg));
		return;
	}
	for (i = 0; i < as->int_count && as->ints[i] != value; i++)
		;
	if (i == as->int_count) {
		as->ints = grow(as, as->ints, as->int_count, &as->int_room, sizeof(*as->ints));
		as->ints[as->int_count++] = value;
	}
	if (i > DIF_INDEX_MAX)
		dt_error(as->c, D_UNKNOWN, &as->pos, "expression has more than %u different constants", DIF_INDEX_MAX);
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETX, i, reg));
}

uint32_t dt_as_string(struct dt_as *as, const char *text)
{
	uintptr_t known = (uintptr_t)dt_map_get(&as->strings, text);
	size_t length = strlen(text) + 1, offset = as->text_size;

	if (known)
		return (uint32_t)known - 1;
	while (as->text_room - as->text_size < length)
		as->text = grow(as, as->text, as->text_room, &as->text_room, 1);
	if (offset > DIF_INDEX_MAX)
		dt_error(as->c, D_UNKNOWN, &as->pos, "expression has more than %u bytes of strings", DIF_INDEX_MAX);
	memcpy(as->text + offset, text, length);
	as->text_size += length;
	dt_map_put(&as->strings, text, (void *)(uintptr_t)(offset + 1));
	return (uint32_t)offset;
}

void dt_as_var_use(struct dt_as *as, struct dt_ident *ident, uint16_t flags)
{
	struct dt_as_var *var;

	if (ident->id < DIF_VAR_USER_MIN)
		return;
	for (var = as->vars; var; var = var->next) {
		if (var->ident == ident) {
			var->flags |= flags;
			return;
		}
	}
	var = dt_alloc(as->c, sizeof(*var));
	var->ident = ident;
	var->flags = flags;
	*as->var_tail = var;
	as->var_tail = &var->next;
}

static uint8_t ctf_kind(enum dt_kind kind)
{
	switch (kind) {
	case DT_KIND_INT:
		return 1;
	case DT_KIND_FLOAT:
		return 2;
	case DT_KIND_POINTER:
		return 3;
	case DT_KIND_ARRAY:
		return 4;
	case DT_KIND_STRUCT:
		return 6;
	case DT_KIND_UNION:
		return 7;
	case DT_KIND_ENUM:
		return 8;
	default:
		return 0;
	}
}

void dt_as_diftype(struct dt_comp *c, struct dt_type *type, struct dtrace_diftype *ret)
{
	struct dt_type *base = dt_type_resolve(type);

	memset(ret, 0, sizeof(*ret));
	switch (base->kind) {
	case DT_KIND_VOID:
		return;
	case DT_KIND_STRING:
		ret->kind = DIF_TYPE_STRING;
		ret->flags = DIF_TYPE_BYREF;
		return;
	case DT_KIND_STRUCT:
	case DT_KIND_UNION:
	case DT_KIND_ARRAY:
		ret->flags = DIF_TYPE_BYREF;
		break;
	case DT_KIND_FLOAT:
		if (base->size > sizeof(uint64_t))
			ret->flags = DIF_TYPE_BYREF;
		break;
	default:
		break;
	}
	ret->ckind = ctf_kind(base->kind);
	ret->size = (uint32_t)dt_type_size(c->types, base);
}

static void put_vars(struct dt_as *as, struct dt_difo_user *difo)
{
	struct dt_as_var *var;
	size_t count = 0;

	for (var = as->vars; var; var = var->next)
		dt_as_string(as, var->ident->name), count++;
	difo->vars = dt_must(as->c, calloc(count ? count : 1, sizeof(*difo->vars)));
	for (var = as->vars; var; var = var->next) {
		struct dtrace_difv *to = &difo->vars[difo->var_count++];

		to->name = dt_as_string(as, var->ident->name);
		to->id = var->ident->id;
		to->kind = var->ident->kind == DT_IDENT_ARRAY ? DIF_VARKIND_ARRAY : DIF_VARKIND_SCALAR;
		to->scope = (uint8_t)var->ident->scope;
		to->flags = var->flags;
		dt_as_diftype(as->c, var->ident->type, &to->type);
	}
}

static void *copy_out(struct dt_as *as, const void *from, size_t size)
{
	void *to = dt_must(as->c, malloc(size ? size : 1));

	if (size)
		memcpy(to, from, size);
	return to;
}

struct dt_difo_user *dt_as_finish(struct dt_as *as, const struct dtrace_diftype *rtype, const char *type_name)
{
	struct dt_difo_user *difo = dt_must(as->c, calloc(1, sizeof(*difo)));
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
	difo->type_name = dt_must(as->c, strdup(type_name));
	if (as->count * sizeof(dif_instr_t) + as->int_count * 8 + as->text_size +
		    difo->var_count * sizeof(*difo->vars) >
	    DIF_OBJECT_MAX)
		dt_error(as->c, D_UNKNOWN, &as->pos, "expression is too big: its code has more than %d bytes",
			 DIF_OBJECT_MAX);
	as->c->building = NULL;
	return difo;
}
