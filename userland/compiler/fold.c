/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/fold.c - operators on constants are done by the compiler; wrapping. */
#include "compiler/compilation.h"
#include "compiler/fold.h"
#include "compiler/lexer.h"
#include "compiler/tree.h"
#include "types/types.h"

int64_t ldt_wrap(uint64_t value, uint32_t size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? (int64_t)(int8_t)value : (int64_t)(uint8_t)value;
	case 2:
		return is_signed ? (int64_t)(int16_t)value : (int64_t)(uint16_t)value;
	case 4:
		return is_signed ? (int64_t)(int32_t)value : (int64_t)(uint32_t)value;
	default:
		return (int64_t)value;
	}
}

/* The value has 64 bits, as when the program computes it. */
static struct ldt_node *folded(struct ldt_comp *c, const struct ldt_node *node, uint64_t value)
{
	struct ldt_node *ret = ldt_node_int(c, &node->pos, value, node->type);

	ret->flags |= LDT_NF_CHECKED | (node->flags & LDT_NF_PAREN);
	return ret;
}

/*
 * A value that int cannot hold has a wider type, as a constant that is written out: C leaves it
 * undefined, and scripts print 10 * 1000000000 and 1 << 40.
 */
static struct ldt_node *widened(struct ldt_comp *c, const struct ldt_node *node, uint64_t value)
{
	struct ldt_type *base = ldt_type_resolve(node->type);
	struct ldt_node *ret = folded(c, node, value);

	if (ldt_type_is_signed(base) && base->size >= sizeof(int32_t) &&
	    (uint64_t)ldt_wrap(value, (uint32_t)base->size, true) != value)
		ret->type = c->types->int64;
	return ret;
}

struct ldt_node *ldt_fold_op1(struct ldt_comp *c, struct ldt_node *node)
{
	uint64_t value = node->left->value;

	if (node->left->kind != LDT_NODE_INT)
		return node;
	switch (node->op) {
	case LDT_TOK_INEG:
		return widened(c, node, -value);
	case LDT_TOK_BNEG:
		return folded(c, node, ~value);
	case LDT_TOK_LNEG:
		return folded(c, node, !value);
	default:
		return node;
	}
}

static uint64_t divide(const struct ldt_node *node, uint64_t a, uint64_t b)
{
	bool is_signed = ldt_type_is_signed(node->type), remainder = node->op == LDT_TOK_MOD;

	if (!is_signed)
		return remainder ? a % b : a / b;
	if (b == UINT64_MAX)
		return remainder ? 0 : -a;
	return remainder ? (uint64_t)((int64_t)a % (int64_t)b) : (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t shift(const struct ldt_node *node, uint64_t a, uint64_t b)
{
	b &= 63;
	if (node->op == LDT_TOK_LSH)
		return a << b;
	return ldt_type_is_signed(node->type) ? (uint64_t)((int64_t)a >> b) : a >> b;
}

static bool compare(const struct ldt_node *node, uint64_t a, uint64_t b)
{
	bool less = ldt_type_is_signed(node->left->type) && ldt_type_is_signed(node->right->type)
			    ? (int64_t)a < (int64_t)b
			    : a < b;

	switch (node->op) {
	case LDT_TOK_EQU:
		return a == b;
	case LDT_TOK_NEQ:
		return a != b;
	case LDT_TOK_LT:
		return less;
	case LDT_TOK_GE:
		return !less;
	case LDT_TOK_LE:
		return less || a == b;
	default:
		return !less && a != b;
	}
}

static struct ldt_node *fold_values(struct ldt_comp *c, struct ldt_node *node, uint64_t a, uint64_t b)
{
	switch (node->op) {
	case LDT_TOK_ADD:
		return widened(c, node, a + b);
	case LDT_TOK_SUB:
		return widened(c, node, a - b);
	case LDT_TOK_MUL:
		return widened(c, node, a * b);
	case LDT_TOK_DIV:
	case LDT_TOK_MOD:
		return folded(c, node, divide(node, a, b));
	case LDT_TOK_BAND:
		return folded(c, node, a & b);
	case LDT_TOK_BOR:
		return folded(c, node, a | b);
	case LDT_TOK_XOR:
		return folded(c, node, a ^ b);
	case LDT_TOK_LSH:
		return widened(c, node, shift(node, a, b));
	case LDT_TOK_RSH:
		return folded(c, node, shift(node, a, b));
	case LDT_TOK_LAND:
		return folded(c, node, a && b);
	case LDT_TOK_LOR:
		return folded(c, node, a || b);
	case LDT_TOK_LXOR:
		return folded(c, node, !a != !b);
	default:
		return folded(c, node, compare(node, a, b));
	}
}

struct ldt_node *ldt_fold_op2(struct ldt_comp *c, struct ldt_node *node)
{
	const struct ldt_node *left = node->left, *right = node->right;

	if (left->kind != LDT_NODE_INT || right->kind != LDT_NODE_INT)
		return node;
	if (!ldt_type_is_integer(left->type) || !ldt_type_is_integer(right->type))
		return node;
	return fold_values(c, node, left->value, right->value);
}
