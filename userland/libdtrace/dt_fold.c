/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_fold.c - operators on constants are done by the compiler; trees are copied. */
#include "dt_comp.h"

static struct dt_node *folded(struct dt_comp *c, const struct dt_node *node, uint64_t value)
{
	struct dt_type *base = dt_type_resolve(node->type);
	struct dt_node *ret;

	ret = dt_node_int(c, &node->pos, (uint64_t)dt_wrap(value, (uint32_t)base->size, dt_type_is_signed(base)),
			  node->type);
	ret->flags |= DT_NF_CHECKED | (node->flags & DT_NF_PAREN);
	return ret;
}

struct dt_node *dt_fold_op1(struct dt_comp *c, struct dt_node *node)
{
	uint64_t value = node->left->value;

	if (node->left->kind != DT_NODE_INT)
		return node;
	switch (node->op) {
	case DT_TOK_INEG:
		return folded(c, node, -value);
	case DT_TOK_BNEG:
		return folded(c, node, ~value);
	case DT_TOK_LNEG:
		return folded(c, node, !value);
	default:
		return node;
	}
}

static uint64_t divide(const struct dt_node *node, uint64_t a, uint64_t b)
{
	bool is_signed = dt_type_is_signed(node->type), remainder = node->op == DT_TOK_MOD;

	if (!is_signed)
		return remainder ? a % b : a / b;
	if (b == UINT64_MAX)
		return remainder ? 0 : -a;
	return remainder ? (uint64_t)((int64_t)a % (int64_t)b) : (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t shift(const struct dt_node *node, uint64_t a, uint64_t b)
{
	b &= 63;
	if (node->op == DT_TOK_LSH)
		return a << b;
	return dt_type_is_signed(node->type) ? (uint64_t)((int64_t)a >> b) : a >> b;
}

static bool compare(const struct dt_node *node, uint64_t a, uint64_t b)
{
	bool less = dt_type_is_signed(node->left->type) && dt_type_is_signed(node->right->type)
			    ? (int64_t)a < (int64_t)b
			    : a < b;

	switch (node->op) {
	case DT_TOK_EQU:
		return a == b;
	case DT_TOK_NEQ:
		return a != b;
	case DT_TOK_LT:
		return less;
	case DT_TOK_GE:
		return !less;
	case DT_TOK_LE:
		return less || a == b;
	default:
		return !less && a != b;
	}
}

/*
 * What a signed type cannot hold has a wider type, as a constant that is written out: C leaves it
 * undefined, and scripts write 10 * 1000000000.
 */
static struct dt_node *widened(struct dt_comp *c, const struct dt_node *node, uint64_t value)
{
	struct dt_type *base = dt_type_resolve(node->type);
	struct dt_node *ret = folded(c, node, value);

	if (dt_type_is_signed(base) && ret->value != value) {
		ret->type = c->types->int64;
		ret->value = value;
	}
	return ret;
}

static struct dt_node *fold_values(struct dt_comp *c, struct dt_node *node, uint64_t a, uint64_t b)
{
	switch (node->op) {
	case DT_TOK_ADD:
		return widened(c, node, a + b);
	case DT_TOK_SUB:
		return widened(c, node, a - b);
	case DT_TOK_MUL:
		return widened(c, node, a * b);
	case DT_TOK_DIV:
	case DT_TOK_MOD:
		return folded(c, node, divide(node, a, b));
	case DT_TOK_BAND:
		return folded(c, node, a & b);
	case DT_TOK_BOR:
		return folded(c, node, a | b);
	case DT_TOK_XOR:
		return folded(c, node, a ^ b);
	case DT_TOK_LSH:
	case DT_TOK_RSH:
		return folded(c, node, shift(node, a, b));
	case DT_TOK_LAND:
		return folded(c, node, a && b);
	case DT_TOK_LOR:
		return folded(c, node, a || b);
	case DT_TOK_LXOR:
		return folded(c, node, !a != !b);
	default:
		return folded(c, node, compare(node, a, b));
	}
}

struct dt_node *dt_fold_op2(struct dt_comp *c, struct dt_node *node)
{
	const struct dt_node *left = node->left, *right = node->right;

	if (left->kind != DT_NODE_INT || right->kind != DT_NODE_INT)
		return node;
	if (!dt_type_is_integer(left->type) || !dt_type_is_integer(right->type))
		return node;
	return fold_values(c, node, left->value, right->value);
}

static struct dt_node *clone_list(struct dt_comp *c, struct dt_arena *arena, const struct dt_node *list,
				  struct dt_node *const *args)
{
	struct dt_node *first = NULL, **tail = &first;

	for (; list; list = list->next) {
		*tail = dt_clone(c, arena, list, args);
		tail = &(*tail)->next;
	}
	return first;
}

/* A copy without its place in a list; DT_NODE_ARG becomes a copy of its argument. Only unchecked trees are copied. */
struct dt_node *dt_clone(struct dt_comp *c, struct dt_arena *arena, const struct dt_node *node,
			 struct dt_node *const *args)
{
	struct dt_node *copy;

	if (!node)
		return NULL;
	if (node->kind == DT_NODE_ARG && args)
		return dt_clone(c, arena, args[node->value], NULL);
	copy = dt_arena_alloc(arena, sizeof(*copy));
	*copy = *node;
	copy->next = NULL;
	if (arena != c->arena) {
		copy->pos.at = NULL;
		if (node->pos.file)
			copy->pos.file = dt_arena_strdup(arena, node->pos.file);
		if (node->text)
			copy->text = node->kind == DT_NODE_STRING ? dt_arena_strndup(arena, node->text, node->length)
								  : dt_arena_strdup(arena, node->text);
	}
	copy->left = dt_clone(c, arena, node->left, args);
	copy->right = dt_clone(c, arena, node->right, args);
	copy->cond = dt_clone(c, arena, node->cond, args);
	copy->args = clone_list(c, arena, node->args, args);
	return copy;
}
