/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/tree.c - nodes of a tree: made, looked at, copied. */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/lexer.h"
#include "compiler/tree.h"
#include "types/types.h"

/* Nodes that one statement may expand to: inlines of inlines grow by powers. No object of code could hold them. */
#define COPIES_MAX 100000

#define HEIGHT_MAX 4000 /* of a tree */

struct ldt_node *ldt_node_new(struct ldt_comp *c, enum ldt_node_kind kind, const struct ldt_pos *pos)
{
	struct ldt_node *node = ldt_alloc(c, sizeof(*node));

	node->kind = kind;
	node->pos = *pos;
	node->height = 1;
	return node;
}

void ldt_node_height(struct ldt_comp *c, struct ldt_node *node, const struct ldt_node *child)
{
	for (; child; child = child->next)
		if (child->height >= node->height)
			node->height = child->height + 1;
	if (node->height > HEIGHT_MAX)
		ldt_node_error(c, D_SYNTAX, node, "expression is too deep: more than %d operators inside each other",
			       HEIGHT_MAX);
}

struct ldt_node *ldt_node_int(struct ldt_comp *c, const struct ldt_pos *pos, uint64_t value, struct ldt_type *type)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_INT, pos);

	node->value = value;
	node->type = type;
	return node;
}

struct ldt_node *ldt_node_op1(struct ldt_comp *c, enum ldt_tok op, const struct ldt_pos *pos, struct ldt_node *left)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_OP1, pos);

	node->op = op;
	node->left = left;
	ldt_node_height(c, node, left);
	return node;
}

struct ldt_node *ldt_node_op2(struct ldt_comp *c, enum ldt_tok op, struct ldt_node *left, struct ldt_node *right)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_OP2, &left->pos);

	node->op = op;
	node->left = left;
	node->right = right;
	ldt_node_height(c, node, left);
	if (right)
		ldt_node_height(c, node, right);
	return node;
}

bool ldt_node_const(const struct ldt_node *node, int64_t *value_ret)
{
	if (node->kind != LDT_NODE_INT || !ldt_type_is_integer(node->type))
		return false;
	*value_ret = (int64_t)node->value;
	return true;
}

unsigned int ldt_count(const struct ldt_node *list)
{
	unsigned int count = 0;

	for (; list; list = list->next)
		count++;
	return count;
}

static bool by_ref(struct ldt_type *type)
{
	switch (ldt_type_resolve(type)->kind) {
	case LDT_KIND_STRING:
	case LDT_KIND_STRUCT:
	case LDT_KIND_UNION:
	case LDT_KIND_ARRAY:
		return true;
	case LDT_KIND_FLOAT: /* long double is larger than a register */
		return ldt_type_resolve(type)->size > sizeof(uint64_t);
	default:
		return false;
	}
}

void ldt_set_type(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	node->type = type;
	node->flags &= ~LDT_NF_REF;
	if (by_ref(type))
		node->flags |= LDT_NF_REF;
	node->flags |= LDT_NF_CHECKED;
	(void)c;
}

static struct ldt_node *clone_list(struct ldt_comp *c, struct ldt_arena *arena, const struct ldt_node *list,
				   struct ldt_node *const *args)
{
	struct ldt_node *first = NULL, **tail = &first;

	for (; list; list = list->next) {
		*tail = ldt_clone(c, arena, list, args);
		tail = &(*tail)->next;
	}
	return first;
}

/* A copy without its place in a list; LDT_NODE_ARG becomes a copy of its argument. Only unchecked trees are copied. */
struct ldt_node *ldt_clone(struct ldt_comp *c, struct ldt_arena *arena, const struct ldt_node *node,
			   struct ldt_node *const *args)
{
	struct ldt_node *copy;

	if (!node)
		return NULL;
	if (node->kind == LDT_NODE_ARG && args)
		return ldt_clone(c, arena, args[node->value], NULL);
	if (++c->copied > COPIES_MAX)
		ldt_node_error(c, D_SYNTAX, node,
			       "the inlines and translators of one statement expand to more than %d operators",
			       COPIES_MAX);
	copy = ldt_arena_alloc(arena, sizeof(*copy));
	*copy = *node;
	copy->next = NULL;
	if (arena != c->arena) {
		copy->pos.at = NULL;
		if (node->pos.file)
			copy->pos.file = ldt_arena_strdup(arena, node->pos.file);
		if (node->text)
			copy->text = node->kind == LDT_NODE_STRING ? ldt_arena_strndup(arena, node->text, node->length)
								   : ldt_arena_strdup(arena, node->text);
	}
	copy->left = ldt_clone(c, arena, node->left, args);
	copy->right = ldt_clone(c, arena, node->right, args);
	copy->cond = ldt_clone(c, arena, node->cond, args);
	copy->args = clone_list(c, arena, node->args, args);
	return copy;
}

bool ldt_is_zero(const struct ldt_node *node)
{
	return node->kind == LDT_NODE_INT && node->value == 0;
}

struct ldt_node *ldt_clone_statements(struct ldt_comp *c, const struct ldt_node *body)
{
	struct ldt_node *first = NULL, **tail = &first;

	for (; body; body = body->next) {
		c->copied = 0;
		*tail = ldt_clone(c, c->arena, body, NULL);
		(*tail)->body = ldt_clone_statements(c, body->body);
		(*tail)->orelse = ldt_clone_statements(c, body->orelse);
		tail = &(*tail)->next;
	}
	return first;
}
