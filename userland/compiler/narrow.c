/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/narrow.c - which values may have more bits than their type.
 *
 * The result of an operator is a 64-bit value, whatever its type: i * i / i is i for every int i. A
 * value becomes one of its type where the program says so (a cast), where it is kept (variables,
 * members, keys, parameters), and where it is printed. This file decides where that takes code.
 */
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/fold.h"
#include "compiler/lexer.h"
#include "compiler/tree.h"
#include "types/types.h"

/* Whether each value of one type is the same value in another. Pointers are unsigned integers. */
static bool type_fits(struct ldt_comp *c, struct ldt_type *from, struct ldt_type *to)
{
	uint64_t from_size = ldt_type_size(c->types, from), to_size = ldt_type_size(c->types, to);

	if (to_size >= sizeof(uint64_t) || !from_size)
		return true;
	if (to_size > from_size)
		return !ldt_type_is_signed(from) || ldt_type_is_signed(to);
	return to_size == from_size && ldt_type_is_signed(from) == ldt_type_is_signed(to);
}

static bool constant_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type)
{
	uint32_t size = (uint32_t)ldt_type_size(c->types, type);

	return (uint64_t)ldt_wrap(node->value, size, ldt_type_is_signed(type)) == node->value;
}

/* x & 255 is within 0 to 255, whatever x is. */
static bool mask_fits(struct ldt_comp *c, const struct ldt_node *mask, struct ldt_type *type)
{
	return mask->kind == LDT_NODE_INT && (int64_t)mask->value >= 0 && constant_fits(c, mask, type);
}

/* An operator's result, of operands that are values of its type. */
static bool stays_in_type(enum ldt_tok op, bool is_signed)
{
	switch (op) {
	case LDT_TOK_DIV:
	case LDT_TOK_DIV_EQ:
		return !is_signed; /* the least number by -1 */
	case LDT_TOK_MOD:
	case LDT_TOK_MOD_EQ:
	case LDT_TOK_BAND:
	case LDT_TOK_AND_EQ:
	case LDT_TOK_BOR:
	case LDT_TOK_OR_EQ:
	case LDT_TOK_XOR:
	case LDT_TOK_XOR_EQ:
	case LDT_TOK_RSH:
	case LDT_TOK_RSH_EQ:
		return true;
	case LDT_TOK_BNEG:
		return is_signed;
	default:
		return false;
	}
}

bool ldt_result_fits(struct ldt_comp *c, enum ldt_tok op, struct ldt_type *type, const struct ldt_node *left,
		     const struct ldt_node *right)
{
	bool is_shift = op == LDT_TOK_RSH || op == LDT_TOK_RSH_EQ;

	return stays_in_type(op, ldt_type_is_signed(type)) && ldt_value_fits(c, left, type) &&
	       (!right || is_shift || ldt_value_fits(c, right, type));
}

static bool op2_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type)
{
	switch (node->op) {
	case LDT_TOK_COMMA:
		return ldt_value_fits(c, node->right, type);
	case LDT_TOK_BAND:
		if (mask_fits(c, node->left, type) || mask_fits(c, node->right, type))
			return true;
		break;
	case LDT_TOK_ADD:
	case LDT_TOK_SUB:
	case LDT_TOK_MUL:
	case LDT_TOK_LSH:
	case LDT_TOK_DIV:
	case LDT_TOK_MOD:
	case LDT_TOK_BOR:
	case LDT_TOK_XOR:
	case LDT_TOK_RSH:
		break;
	default: /* comparisons and logic; what is assigned has been narrowed */
		return type_fits(c, node->type, type);
	}
	if (!ldt_type_is_integer(node->type)) /* a pointer: the code generator keeps it one */
		return type_fits(c, node->type, type);
	return ldt_result_fits(c, node->op, node->type, node->left, node->right) && type_fits(c, node->type, type);
}

bool ldt_value_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type)
{
	if (ldt_type_size(c->types, type) >= sizeof(uint64_t))
		return true;
	switch (node->kind) {
	case LDT_NODE_INT:
		return constant_fits(c, node, type);
	case LDT_NODE_OP1:
		if (node->op == LDT_TOK_INEG || node->op == LDT_TOK_BNEG)
			return ldt_result_fits(c, node->op, node->type, node->left, NULL) &&
			       type_fits(c, node->type, type);
		return node->op == LDT_TOK_LNEG || type_fits(c, node->type, type);
	case LDT_NODE_OP2:
		return op2_fits(c, node, type);
	case LDT_NODE_OP3:
		return ldt_value_fits(c, node->left, type) && ldt_value_fits(c, node->right, type);
	default:
		return type_fits(c, node->type, type);
	}
}
