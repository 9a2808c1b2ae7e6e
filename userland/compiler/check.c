/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/check.c - types of expressions: the walk over the tree, and operators with a word for a
 * name. A check returns the node that takes the place of the one given: constants are folded,
 * inlines expanded, conversions put in.
 */
#include <string.h>

#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/fold.h"
#include "compiler/ident.h"
#include "compiler/near.h"
#include "compiler/recursion.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "types/types.h"

/* ---- sizeof, offsetof, stringof, casts, ?: --------------------------------------------------- */

static struct ldt_node *check_sizeof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type = node->type, *base;
	struct ldt_node *ret;
	uint64_t size;

	if (node->left) {
		node->left = ldt_check(c, node->left);
		if (node->left->flags & LDT_NF_BITFIELD)
			ldt_node_error(c, D_SIZEOF_BITFIELD, node, "sizeof a bit-field is not possible");
		type = node->left->type;
	}
	base = ldt_type_resolve(type);
	if (base->kind == LDT_KIND_STRING && node->left && node->left->kind == LDT_NODE_STRING)
		size = node->left->length + 1;
	else if (base->kind == LDT_KIND_STRING)
		size = c->dtp->options[LDT_OPT_STRSIZE] == LDT_OPT_UNSET ? 256
									 : (uint64_t)c->dtp->options[LDT_OPT_STRSIZE];
	else
		size = ldt_type_size(c->types, type);
	if (base->kind == LDT_KIND_VOID || base->kind == LDT_KIND_FUNCTION || base->kind == LDT_KIND_DYN ||
	    base->kind == LDT_KIND_STACK || !ldt_type_ensure(c->types, base))
		ldt_node_error(c, D_SIZEOF_TYPE, node, "sizeof %s is not possible: the type has no size%s",
			       ldt_type_text(c, type), ldt_near_incomplete(c, type));
	ret = ldt_node_int(c, &node->pos, size, c->types->size);
	ret->flags |= LDT_NF_CHECKED;
	return ret;
}

static struct ldt_node *check_offsetof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type = node->type;
	const struct ldt_member *member = NULL;
	struct ldt_node *name, *ret;
	uint64_t bits = 0, offset;

	for (name = node->args; name; name = name->next) {
		if (!ldt_type_is_sou(type))
			ldt_node_error(c, D_OFFSETOF_TYPE, node, "offsetof needs a struct or union: %s is none",
				       ldt_type_text(c, type));
		if (!ldt_type_ensure(c->types, type))
			ldt_node_error(c, D_OFFSETOF_TYPE, node, "offsetof needs a complete type: %s is not",
				       ldt_type_text(c, type));
		member = ldt_type_member(c->types, type, name->text, &offset);
		if (!member)
			ldt_node_error(c, D_UNKNOWN, name, "cannot tell the offset of '%s': %s has no such member",
				       name->text, ldt_type_text(c, type));
		bits += offset;
		type = member->type;
	}
	if (member->bit_width)
		ldt_node_error(c, D_OFFSETOF_BITFIELD, node, "offsetof a bit-field is not possible");
	ret = ldt_node_int(c, &node->pos, bits / 8, c->types->size);
	ret->flags |= LDT_NF_CHECKED;
	return ret;
}

static struct ldt_node *check_stringof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type;

	node->left = ldt_check_value(c, node->left);
	type = node->left->type;
	if (!ldt_is_stringlike(type) && !ldt_is_pointer(type) && !ldt_type_is_integer(type))
		ldt_node_error(c, D_STRINGOF_TYPE, node, "stringof needs a string, pointer or integer: %s is none",
			       ldt_type_text(c, type));
	ldt_set_type(c, node, c->types->string);
	node->flags |= node->left->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	return node;
}

static bool cast_possible(struct ldt_comp *c, struct ldt_type *to, struct ldt_node *from)
{
	struct ldt_type *base = ldt_type_resolve(to);
	enum ldt_kind kind = ldt_type_resolve(from->type)->kind;

	if (base->kind == LDT_KIND_VOID)
		return true;
	if (base->kind == LDT_KIND_STRING)
		return ldt_is_stringlike(from->type) || ldt_is_pointer(from->type) || ldt_type_is_integer(from->type);
	if (base->kind == LDT_KIND_STRUCT || base->kind == LDT_KIND_UNION || base->kind == LDT_KIND_ARRAY)
		return ldt_type_same(to, from->type);
	if (base->kind == LDT_KIND_POINTER)
		return ldt_type_is_integer(from->type) || ldt_is_pointer(from->type) || kind == LDT_KIND_STRING ||
		       kind == LDT_KIND_SYMADDR || kind == LDT_KIND_FUNCTION;
	if (base->kind == LDT_KIND_INT || base->kind == LDT_KIND_ENUM)
		return ldt_type_is_integer(from->type) || kind == LDT_KIND_POINTER || kind == LDT_KIND_ARRAY ||
		       kind == LDT_KIND_SYMADDR || (kind == LDT_KIND_STRING && base->size == c->types->word_size);
	return false;
}

static struct ldt_node *check_cast(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *to = node->type, *base = ldt_type_resolve(to);

	node->left = base->kind == LDT_KIND_VOID ? ldt_check(c, node->left) : ldt_check_value(c, node->left);
	if (!cast_possible(c, to, node->left))
		ldt_node_error(c, D_CAST_INVAL, node, "invalid cast from %s to %s", ldt_type_text(c, node->left->type),
			       ldt_type_text(c, to));
	if (node->left->kind == LDT_NODE_INT && base->kind == LDT_KIND_INT)
		return ldt_convert(c, node->left, to);
	if (node->left->kind == LDT_NODE_INT && base->kind == LDT_KIND_POINTER) {
		struct ldt_node *ret = ldt_node_int(
			c, &node->pos, (uint64_t)ldt_wrap(node->left->value, (uint32_t)base->size, false), to);

		ret->flags |= LDT_NF_CHECKED;
		return ret;
	}
	ldt_set_type(c, node, to);
	node->flags |= node->left->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	return node;
}

/* The type of a ?: of two pointers, strings or structures; NULL: they do not fit. */
static struct ldt_type *branch_type(struct ldt_comp *c, struct ldt_node *left, struct ldt_node *right)
{
	if (ldt_type_is_integer(left->type) && ldt_type_is_integer(right->type))
		return ldt_type_common(c->types, left->type, right->type);
	if (ldt_is_string(left->type) || ldt_is_string(right->type)) {
		struct ldt_node *other = ldt_is_string(left->type) ? right : left;

		return ldt_is_stringlike(other->type) || ldt_is_zero(other) ? c->types->string : NULL;
	}
	if (ldt_is_pointer(left->type) &&
	    (ldt_is_zero(right) || (ldt_is_pointer(right->type) && ldt_pointers_fit(left->type, right->type))))
		return ldt_type_resolve(left->type)->kind == LDT_KIND_ARRAY
			       ? ldt_type_pointer(c->types, ldt_pointee(left->type))
			       : left->type;
	if (ldt_is_pointer(right->type) && ldt_is_zero(left))
		return right->type;
	if (ldt_is_pointer(left->type) && ldt_type_is_integer(right->type))
		return left->type;
	if (ldt_is_pointer(right->type) && ldt_type_is_integer(left->type))
		return right->type;
	return ldt_type_same(left->type, right->type) ? left->type : NULL;
}

/* NULL as a string is the empty one. */
static struct ldt_node *zero_to_text(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *text;

	if (!ldt_is_zero(node))
		return node;
	text = ldt_node_new(c, LDT_NODE_STRING, &node->pos);
	text->text = "";
	return ldt_check(c, text);
}

/*
 * The branch that a ?: with a constant condition takes; NULL: the condition is known only when the
 * program runs. The other branch is not checked, so scripts can choose statements by constants:
 * OPT ? printf("...") : 1;
 */
struct ldt_node *ldt_check_chosen(struct ldt_comp *c, struct ldt_node *node)
{
	node->cond = ldt_check_value(c, node->cond);
	if (!ldt_type_is_scalar(node->cond->type))
		ldt_node_error(c, D_OP_SCALAR, node->cond, "operator ?: needs a condition of scalar type: %s is none",
			       ldt_type_text(c, node->cond->type));
	if (node->cond->kind != LDT_NODE_INT)
		return NULL;
	return node->cond->value ? node->left : node->right;
}

static struct ldt_node *check_op3(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *chosen = ldt_check_chosen(c, node);
	struct ldt_type *type;

	if (chosen)
		return ldt_check(c, chosen);
	node->left = ldt_check(c, node->left);
	node->right = ldt_check(c, node->right);
	if (ldt_type_resolve(node->left->type)->kind == LDT_KIND_VOID &&
	    ldt_type_resolve(node->right->type)->kind == LDT_KIND_VOID) {
		type = c->types->void_;
	} else {
		node->left = ldt_promote_bitfield(c, ldt_check_value(c, node->left));
		node->right = ldt_promote_bitfield(c, ldt_check_value(c, node->right));
		type = branch_type(c, node->left, node->right);
	}
	if (!type)
		ldt_node_error(c, D_OP_INCOMPAT, node,
			       "operator ?: needs operands of types that fit together: %s and %s do not",
			       ldt_type_text(c, node->left->type), ldt_type_text(c, node->right->type));
	if (ldt_is_string(type)) {
		node->left = zero_to_text(c, node->left);
		node->right = zero_to_text(c, node->right);
	} else if (ldt_type_is_integer(type)) {
		node->left = ldt_convert_operand(c, node->left, type);
		node->right = ldt_convert_operand(c, node->right, type);
	}
	ldt_set_type(c, node, type);
	node->flags |= (node->cond->flags | node->left->flags | node->right->flags) & LDT_NF_COMPLEX;
	return node;
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct ldt_node *ldt_check_node(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *next = node->next;

	if (node->flags & LDT_NF_CHECKED)
		return node;
	switch (node->kind) {
	case LDT_NODE_INT:
		ldt_set_type(c, node, node->type);
		break;
	case LDT_NODE_STRING:
		ldt_set_type(c, node, c->types->string);
		break;
	case LDT_NODE_IDENT:
		node = ldt_check_name(c, node);
		break;
	case LDT_NODE_CALL:
		node = ldt_check_call(c, node);
		break;
	case LDT_NODE_OP1:
		node = ldt_check_op1(c, node);
		break;
	case LDT_NODE_OP2:
		node = ldt_check_op2(c, node);
		break;
	case LDT_NODE_OP3:
		node = check_op3(c, node);
		break;
	case LDT_NODE_CAST:
		node = check_cast(c, node);
		break;
	case LDT_NODE_SIZEOF:
		node = check_sizeof(c, node);
		break;
	case LDT_NODE_OFFSETOF:
		node = check_offsetof(c, node);
		break;
	case LDT_NODE_STRINGOF:
		node = check_stringof(c, node);
		break;
	case LDT_NODE_XLATE:
		node = ldt_check_xlate(c, node);
		break;
	case LDT_NODE_AGG:
		node->ident = ldt_agg_find(c, node->text);
		ldt_set_type(c, node, c->types->dyn);
		break;
	case LDT_NODE_TYPE:
		ldt_node_error(c, D_SYNTAX, node, "a type is no value: expected an expression");
	default:
		break;
	}
	node->next = next;
	return node;
}
