/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/generate.c - code: a typed tree to DIF. compiler/generate.h says which file has what.
 */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/dif_build.h"
#include "compiler/generate.h"
#include "compiler/generate_parts.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* The fact of dt_number and dt_text is part of the instruction. */
static uint32_t call_index(const struct ldt_node *node)
{
	return node->ident->flags & LDT_IDENT_LIBRARY ? DIF_CALL_INDEX(node->ident->id, node->value) : node->ident->id;
}

static int cg_call(struct ldt_as *as, struct ldt_node *node)
{
	int reg;

	if (node->ident->kind != LDT_IDENT_SUBR)
		ldt_node_error(as->c, D_CG_EXPR, node,
			       "%s() is an action: it has no value that could be used in an expression",
			       node->ident->name);
	ldt_cg_push_list(as, node->args, NULL);
	reg = ldt_as_alloc(as);
	ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, call_index(node), reg));
	if (ldt_type_is_integer(node->type))
		ldt_cg_extend_type(as, reg, node->type);
	return reg;
}

static int cg_op2(struct ldt_as *as, struct ldt_node *node)
{
	int reg;

	switch (node->op) {
	case LDT_TOK_COMMA:
		node->left->flags |= LDT_NF_RESULT_UNUSED;
		reg = ldt_cg_node(as, node->left);
		ldt_as_free(as, reg);
		return ldt_cg_node(as, node->right);
	case LDT_TOK_ASGN:
		return ldt_cg_assign(as, node);
	case LDT_TOK_LAND:
	case LDT_TOK_LOR:
		return ldt_cg_short_circuit(as, node);
	case LDT_TOK_LXOR:
		return ldt_cg_xor(as, node);
	case LDT_TOK_EQU:
	case LDT_TOK_NEQ:
	case LDT_TOK_LT:
	case LDT_TOK_LE:
	case LDT_TOK_GT:
	case LDT_TOK_GE:
		return ldt_cg_comparison(as, node);
	default:
		if (node->op > LDT_TOK_ASGN && node->op <= LDT_TOK_RSH_EQ)
			return ldt_cg_compound(as, node, node->op, false);
		return ldt_cg_arithmetic(as, node);
	}
}

/* A translation as a whole: memory, and each member stored into it. */
static int cg_xlate(struct ldt_as *as, struct ldt_node *node)
{
	int reg = ldt_cg_int(as, ldt_cg_size(as, node->type)), value, address;
	struct ldt_node *field;

	if (!node->args)
		ldt_xlate_fields(as->c, node);
	ldt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, reg));
	ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, reg));
	for (field = node->args; field; field = field->next) {
		value = ldt_cg_node(as, field->right);
		address = ldt_as_alloc(as);
		ldt_as_emit3(as, DIF_OP_MOV, reg, 0, address);
		ldt_cg_add(as, address,
			   field->flags & LDT_NF_BITFIELD ? ldt_cg_bits(as, field).offset : field->bit_offset / 8);
		if (ldt_type_is_char_array(field->type))
			ldt_cg_store_string(as, address, value, ldt_type_resolve(field->type)->count);
		else
			ldt_cg_store(as, field, address, value);
		ldt_as_free(as, address);
		ldt_as_free(as, value);
	}
	return reg;
}

/* With compat=oracle a constant is no longer than strsize from the start: strlen() says so. */
static const char *constant_text(const struct ldt_as *as, const char *text)
{
	size_t most = (size_t)ldt_string_size(as->c->dtp) - 1;

	if (!as->c->dtp->copts.oracle_compat || strlen(text) <= most)
		return text;
	return ldt_arena_strndup(as->c->arena, text, most);
}

int ldt_generate_node(struct ldt_as *as, struct ldt_node *node)
{
	int reg;

	as->pos = node->pos;
	switch (node->kind) {
	case LDT_NODE_INT:
		return ldt_cg_int(as, node->value);
	case LDT_NODE_STRING:
		reg = ldt_as_alloc(as);
		ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, ldt_as_string(as, constant_text(as, node->text)), reg));
		return reg;
	case LDT_NODE_VAR:
		return ldt_cg_whole(as, node);
	case LDT_NODE_SYM:
		reg = ldt_cg_int(as, node->value);
		ldt_cg_load(as, node, reg);
		return reg;
	case LDT_NODE_MEMBER:
		return ldt_cg_part(as, node);
	case LDT_NODE_OP1:
		if (node->op >= LDT_TOK_PREINC && node->op <= LDT_TOK_POSTDEC)
			return ldt_cg_step(as, node);
		return ldt_cg_unary(as, node);
	case LDT_NODE_OP2:
		return cg_op2(as, node);
	case LDT_NODE_OP3:
		return ldt_cg_choice(as, node);
	case LDT_NODE_CAST:
		return ldt_cg_cast(as, node);
	case LDT_NODE_STRINGOF:
		return ldt_cg_node(as, node->left);
	case LDT_NODE_CALL:
		return cg_call(as, node);
	case LDT_NODE_XLATE:
		if (ldt_type_resolve(node->type)->kind != LDT_KIND_DYN)
			return cg_xlate(as, node);
		ldt_node_error(as->c, D_CG_DYN, node,
			       "a translation to a pointer has no value of its own: expected -> and a member");
	default:
		ldt_node_error(as->c, D_CG_DYN, node,
			       "this expression has a dynamic type: it has no value that could be used");
	}
}

struct ldt_difo_user *ldt_cg(struct ldt_comp *c, struct ldt_node *node)
{
	struct dtrace_diftype rtype = { 0 };
	const char *name = "void";
	struct ldt_as as;
	int reg;

	ldt_as_init(&as, c, &node->pos);
	reg = ldt_cg_node(&as, node);
	if (!(node->flags & LDT_NF_RESULT_UNUSED)) {
		ldt_as_diftype(c, node->type, &rtype);
		name = ldt_type_text(c, node->type);
	}
	ldt_as_emit(&as, DIF_INSTR(DIF_OP_RET, 0, 0, rtype.size || rtype.kind ? reg : 0));
	return ldt_as_finish(&as, &rtype, name);
}

struct ldt_difo_user *ldt_cg_address(struct ldt_comp *c, struct ldt_node *node, uint32_t size)
{
	struct dtrace_diftype rtype = { .kind = DIF_TYPE_CTF, .ckind = 4, .flags = DIF_TYPE_BYREF, .size = size };
	struct ldt_as as;
	int reg;

	ldt_as_init(&as, c, &node->pos);
	reg = ldt_cg_node(&as, node);
	ldt_as_emit(&as, DIF_INSTR(DIF_OP_RET, 0, 0, reg));
	return ldt_as_finish(&as, &rtype, ldt_arena_printf(c->arena, "char [%u]", size));
}
