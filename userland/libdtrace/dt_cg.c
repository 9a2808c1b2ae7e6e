/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg.c - code: a typed tree to DIF. dt_cg.h says which file has what.
 */
#include "dt_cg.h"

static int cg_call(struct dt_as *as, struct dt_node *node)
{
	int reg;

	if (node->ident->kind != DT_IDENT_SUBR)
		dt_node_error(as->c, D_CG_EXPR, node,
			      "%s() is an action: it has no value that could be used in an expression",
			      node->ident->name);
	dt_cg_push_list(as, node->args, NULL);
	reg = dt_as_alloc(as);
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, node->ident->id, reg));
	if (dt_type_is_integer(node->type))
		dt_cg_extend_type(as, reg, node->type);
	return reg;
}

static int cg_op2(struct dt_as *as, struct dt_node *node)
{
	int reg;

	switch (node->op) {
	case DT_TOK_COMMA:
		node->left->flags |= DT_NF_RESULT_UNUSED;
		reg = dt_cg_node(as, node->left);
		dt_as_free(as, reg);
		return dt_cg_node(as, node->right);
	case DT_TOK_ASGN:
		return dt_cg_assign(as, node);
	case DT_TOK_LAND:
	case DT_TOK_LOR:
		return dt_cg_short_circuit(as, node);
	case DT_TOK_LXOR:
		return dt_cg_xor(as, node);
	case DT_TOK_EQU:
	case DT_TOK_NEQ:
	case DT_TOK_LT:
	case DT_TOK_LE:
	case DT_TOK_GT:
	case DT_TOK_GE:
		return dt_cg_comparison(as, node);
	default:
		if (node->op > DT_TOK_ASGN && node->op <= DT_TOK_RSH_EQ)
			return dt_cg_compound(as, node, node->op, false);
		return dt_cg_arithmetic(as, node);
	}
}

/* A translation as a whole: memory, and each member stored into it. */
static int cg_xlate(struct dt_as *as, struct dt_node *node)
{
	int reg = dt_cg_int(as, dt_cg_size(as, node->type)), value, address;
	struct dt_node *field;

	if (!node->args)
		dt_xlate_fields(as->c, node);
	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, reg));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, reg));
	for (field = node->args; field; field = field->next) {
		value = dt_cg_node(as, field->right);
		address = dt_as_alloc(as);
		dt_as_emit3(as, DIF_OP_MOV, reg, 0, address);
		dt_cg_add(as, address,
			  field->flags & DT_NF_BITFIELD ? dt_cg_bits(as, field).offset : field->bit_offset / 8);
		if (dt_type_is_char_array(field->type))
			dt_cg_store_string(as, address, value, dt_type_resolve(field->type)->count);
		else
			dt_cg_store(as, field, address, value);
		dt_as_free(as, address);
		dt_as_free(as, value);
	}
	return reg;
}

int dt_cg_node(struct dt_as *as, struct dt_node *node)
{
	int reg;

	as->pos = node->pos;
	switch (node->kind) {
	case DT_NODE_INT:
		return dt_cg_int(as, node->value);
	case DT_NODE_STRING:
		reg = dt_as_alloc(as);
		dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, dt_as_string(as, node->text), reg));
		return reg;
	case DT_NODE_VAR:
		return dt_cg_whole(as, node);
	case DT_NODE_SYM:
		reg = dt_cg_int(as, node->value);
		dt_cg_load(as, node, reg);
		return reg;
	case DT_NODE_MEMBER:
		return dt_cg_part(as, node);
	case DT_NODE_OP1:
		if (node->op >= DT_TOK_PREINC && node->op <= DT_TOK_POSTDEC)
			return dt_cg_step(as, node);
		return dt_cg_unary(as, node);
	case DT_NODE_OP2:
		return cg_op2(as, node);
	case DT_NODE_OP3:
		return dt_cg_choice(as, node);
	case DT_NODE_CAST:
		return dt_cg_cast(as, node);
	case DT_NODE_STRINGOF:
		return dt_cg_node(as, node->left);
	case DT_NODE_CALL:
		return cg_call(as, node);
	case DT_NODE_XLATE:
		if (dt_type_resolve(node->type)->kind != DT_KIND_DYN)
			return cg_xlate(as, node);
		dt_node_error(as->c, D_CG_DYN, node,
			      "a translation to a pointer has no value of its own: expected -> and a member");
	default:
		dt_node_error(as->c, D_CG_DYN, node,
			      "this expression has a dynamic type: it has no value that could be used");
	}
}

struct dt_difo_user *dt_cg(struct dt_comp *c, struct dt_node *node)
{
	struct dtrace_diftype rtype = { 0 };
	const char *name = "void";
	struct dt_as as;
	int reg;

	dt_as_init(&as, c, &node->pos);
	reg = dt_cg_node(&as, node);
	if (!(node->flags & DT_NF_RESULT_UNUSED)) {
		dt_as_diftype(c, node->type, &rtype);
		name = dt_type_text(c, node->type);
	}
	dt_as_emit(&as, DIF_INSTR(DIF_OP_RET, 0, 0, rtype.size || rtype.kind ? reg : 0));
	return dt_as_finish(&as, &rtype, name);
}

struct dt_difo_user *dt_cg_address(struct dt_comp *c, struct dt_node *node, uint32_t size)
{
	struct dtrace_diftype rtype = { .kind = DIF_TYPE_CTF, .ckind = 4, .flags = DIF_TYPE_BYREF, .size = size };
	struct dt_as as;
	int reg;

	dt_as_init(&as, c, &node->pos);
	reg = dt_cg_node(&as, node);
	dt_as_emit(&as, DIF_INSTR(DIF_OP_RET, 0, 0, reg));
	return dt_as_finish(&as, &rtype, dt_arena_printf(c->arena, "char [%u]", size));
}
