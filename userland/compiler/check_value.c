/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/check_value.c - what all checks share: nodes whose value is used, conversions, whether a value fits a type,
 * attributes of what is named.
 */
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/fold.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "types/types.h"

const char *ldt_xlate_text(struct ldt_comp *c, const struct ldt_node *xlate)
{
	return ldt_arena_printf(c->arena, "%s%s", ldt_type_text(c, xlate->xlator->output), xlate->value ? " *" : "");
}

void ldt_note_attr(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, struct dtrace_attribute attr)
{
	const struct dtrace_attribute *least = &c->dtp->copts.amin;
	char text[64];

	if (c->checking->attr_given)
		return;
	if ((attr.name < least->name || attr.data < least->data || attr.dclass < least->dclass) && !c->in_library)
		ldt_error(c, D_ATTR_MIN, pos, "attributes of %s (%s) are less than the minimum that is set with amin",
			  name, dtrace_attr2str(attr, text, sizeof(text)));
	c->checking->attr.name = DT_MIN(c->checking->attr.name, attr.name);
	c->checking->attr.data = DT_MIN(c->checking->attr.data, attr.data);
	c->checking->attr.dclass = DT_MIN(c->checking->attr.dclass, attr.dclass);
}

static struct ldt_node *cast_node(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	struct ldt_node *cast = ldt_node_new(c, LDT_NODE_CAST, &node->pos);

	cast->left = node;
	cast->flags |= node->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	ldt_node_height(c, cast, node);
	ldt_set_type(c, cast, type);
	return cast;
}

struct ldt_node *ldt_convert(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	struct ldt_type *from = ldt_type_resolve(node->type), *to = ldt_type_resolve(type);

	if (node->kind == LDT_NODE_INT) {
		uint64_t value = to->is_bool
					 ? node->value != 0
					 : (uint64_t)ldt_wrap(node->value, (uint32_t)to->size, ldt_type_is_signed(to));

		if (value == node->value && from == to)
			return node;
		node = ldt_node_int(c, &node->pos, value, type);
		node->flags |= LDT_NF_CHECKED;
		return node;
	}
	if (ldt_value_fits(c, node, type) &&
	    (from == to || (from->size == to->size && ldt_type_is_signed(from) == ldt_type_is_signed(to) &&
			    from->kind == to->kind && !to->is_bool)))
		return node;
	return cast_node(c, node, type);
}

struct ldt_node *ldt_convert_operand(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	return node->kind == LDT_NODE_INT || ldt_value_fits(c, node, node->type) ? ldt_convert(c, node, type) : node;
}

bool ldt_assignable(struct ldt_comp *c, struct ldt_type *to, struct ldt_node *from)
{
	struct ldt_type *type = from->type;
	enum ldt_kind kind = ldt_type_resolve(to)->kind, from_kind = ldt_type_resolve(type)->kind;

	(void)c;
	if (ldt_is_string(to))
		return ldt_is_stringlike(type) || ldt_is_zero(from);
	switch (kind) {
	case LDT_KIND_INT:
	case LDT_KIND_ENUM:
		return ldt_type_is_integer(type) ||
		       (from_kind == LDT_KIND_POINTER && ldt_type_resolve(to)->size == ldt_type_resolve(type)->size);
	case LDT_KIND_POINTER:
		if (ldt_type_is_integer(type))
			return ldt_is_zero(from);
		if (ldt_is_string(type))
			return ldt_is_char_pointer(to) || ldt_type_resolve(ldt_pointee(to))->kind == LDT_KIND_VOID;
		return ldt_is_pointer(type) && ldt_pointers_fit(to, type);
	case LDT_KIND_ARRAY:
		return ldt_type_same(to, type);
	default:
		return ldt_type_same(to, type);
	}
}

void ldt_check_variable_type(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *type)
{
	uint64_t size = ldt_type_size(c->types, type);

	if (size > LDT_VARIABLE_MAX)
		ldt_error(c, D_VAR_UNSUP, pos, "a variable of %llu bytes is too big: at most %d bytes",
			  (unsigned long long)size, LDT_VARIABLE_MAX);
}

static bool is_action(const struct ldt_node *node)
{
	return node->kind == LDT_NODE_CALL && node->ident &&
	       (node->ident->kind == LDT_IDENT_ACTION || node->ident->kind == LDT_IDENT_AGGFUNC);
}

struct ldt_node *ldt_check_value(struct ldt_comp *c, struct ldt_node *node)
{
	enum ldt_kind kind;

	node = ldt_check(c, node);
	kind = ldt_type_resolve(node->type)->kind;
	if (is_action(node))
		ldt_node_error(c, D_CG_EXPR, node,
			       "%s() is an action: it has no value that could be used in an expression",
			       node->ident->name);
	if (node->kind == LDT_NODE_XLATE && kind == LDT_KIND_DYN)
		ldt_node_error(c, D_CG_DYN, node, "a translation to %s has no value of its own: use its members",
			       ldt_xlate_text(c, node));
	if (kind == LDT_KIND_DYN)
		ldt_node_error(c, D_CG_DYN, node, "%s has a dynamic type: it has no value that could be used",
			       node->kind == LDT_NODE_AGG ? "an aggregation" : "this expression");
	if (kind == LDT_KIND_VOID)
		ldt_node_error(c, D_OP_VFPTR, node, "an expression of type void has no value that could be used");
	return node;
}
