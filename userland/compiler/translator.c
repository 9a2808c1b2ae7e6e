/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/translator.c - translators: how to see one type as another. */
#include <string.h>

#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/lexer.h"
#include "compiler/near.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "types/types.h"

/* ---- definitions ----------------------------------------------------------------------------- */

static struct ldt_xlator *find_xlator(struct ldt_comp *c, struct ldt_type *output, struct ldt_type *input)
{
	struct ldt_xlator *xlator;

	for (xlator = c->cc->xlators; xlator; xlator = xlator->next)
		if (ldt_type_same(xlator->output, output) && (!input || ldt_type_same(xlator->input, input)))
			return xlator;
	return NULL;
}

/* A placeholder of the input's type, to check members with. */
static struct ldt_node *sample_input(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *type)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_ARG, pos);

	ldt_set_type(c, node, type);
	node->flags |= LDT_NF_LVAL;
	return node;
}

static struct ldt_node *check_in(struct ldt_comp *c, struct ldt_xlator *xlator, struct ldt_node *input,
				 struct ldt_node *expr)
{
	struct ldt_xlator *outer = c->checking->xlator;
	struct ldt_node *outer_input = c->checking->xlator_input;

	c->checking->xlator = xlator;
	c->checking->xlator_input = input;
	expr = ldt_check(c, expr);
	if (expr->kind != LDT_NODE_XLATE)
		expr = ldt_check_value(c, expr);
	c->checking->xlator = outer;
	c->checking->xlator_input = outer_input;
	return expr;
}

/* As an assignment; but an integer does not take a pointer, which is a sign of a forgotten ->. */
static bool member_takes(struct ldt_comp *c, struct ldt_type *type, struct ldt_node *value)
{
	return ldt_assignable(c, type, value) && !(ldt_type_is_integer(type) && ldt_is_pointer(value->type));
}

static void check_fits(struct ldt_comp *c, const struct ldt_node *expr, const struct ldt_xlator *xlator,
		       const char *name, struct ldt_node *value)
{
	const struct ldt_member *into = ldt_type_member(c->types, xlator->output, name, NULL);

	if (value->kind != LDT_NODE_XLATE && !member_takes(c, into->type, value) &&
	    !(ldt_type_is_char_array(into->type) && ldt_is_stringlike(value->type)))
		ldt_node_error(c, D_XLATE_INCOMPAT, expr,
			       "translator member '%s' has the type %s: an expression of type %s does not fit", name,
			       ldt_type_text(c, into->type), ldt_type_text(c, value->type));
}

static void parse_member(struct ldt_comp *c, struct ldt_xlator *xlator)
{
	struct ldt_token name = ldt_expect(c, LDT_TOK_IDENT, "as a member of the translator");
	const struct ldt_member *into = ldt_type_member(c->types, xlator->output, name.text, NULL);
	struct ldt_xlator_member *member = ldt_arena_alloc(&c->cc->arena, sizeof(*member));
	struct ldt_node *expr;

	if (!into)
		ldt_error(c, D_XLATE_MEMB, &name.pos, "translator member '%s' is not a member of %s", name.text,
			  ldt_type_text(c, xlator->output));
	if (ldt_map_get(&xlator->by_name, name.text))
		ldt_error(c, D_XLATE_REDECL, &name.pos, "translator member '%s' is there already", name.text);
	ldt_expect(c, LDT_TOK_ASGN, "after the member");
	expr = ldt_parse_assignment(c);
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the member");
	if (!xlator->library)
		check_fits(c, expr, xlator, name.text,
			   check_in(c, xlator, sample_input(c, &name.pos, xlator->input),
				    ldt_clone(c, c->arena, expr, NULL)));
	member->name = ldt_arena_strdup(&c->cc->arena, name.text);
	member->expr = ldt_clone(c, &c->cc->arena, expr, NULL);
	member->next = xlator->members;
	xlator->members = member;
	ldt_map_put(&xlator->by_name, member->name, member);
}

void ldt_parse_translator(struct ldt_comp *c)
{
	struct ldt_xlator *xlator = ldt_arena_alloc(&c->cc->arena, sizeof(*xlator));
	struct ldt_token name, first = ldt_take(c);

	ldt_map_init(&xlator->by_name, &c->cc->arena);
	xlator->output = ldt_parse_type_name(c);
	ldt_expect(c, LDT_TOK_LT, "after the type of the translator");
	xlator->input = ldt_parse_type_name_until_ident(c);
	name = ldt_expect(c, LDT_TOK_IDENT, "for the input of the translator");
	ldt_expect(c, LDT_TOK_GT, "after the input of the translator");
	xlator->param = ldt_arena_strdup(&c->cc->arena, name.text);
	xlator->generation = c->cc->generation;
	xlator->library = c->in_library;
	if (!ldt_type_is_sou(xlator->output))
		ldt_error(c, D_XLATE_SOU, &first.pos, "a translator makes a struct or union: %s is none",
			  ldt_type_text(c, xlator->output));
	if (!ldt_type_ensure(c->types, xlator->output))
		ldt_error(c, D_XLATE_SOU, &first.pos, "a translator makes a complete type: %s is not",
			  ldt_type_text(c, xlator->output));
	if (find_xlator(c, xlator->output, xlator->input))
		ldt_error(c, D_XLATE_REDECL, &first.pos, "translator from %s to %s is declared already",
			  ldt_type_text(c, xlator->input), ldt_type_text(c, xlator->output));
	ldt_expect(c, LDT_TOK_LBRACE, "before the members of the translator");
	while (!ldt_accept(c, LDT_TOK_RBRACE))
		parse_member(c, xlator);
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the translator");
	xlator->next = c->cc->xlators;
	c->cc->xlators = xlator;
}

/* ---- uses ------------------------------------------------------------------------------------ */

struct ldt_node *ldt_check_xlate(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *output = node->type;

	if (ldt_type_resolve(output)->kind == LDT_KIND_POINTER)
		output = ldt_pointee(output);
	if (!ldt_type_is_sou(output))
		ldt_node_error(c, D_XLATE_SOU, node, "xlate makes a struct or union: %s is none",
			       ldt_type_text(c, output));
	node->left = ldt_check_value(c, node->left);
	node->xlator = find_xlator(c, output, node->left->type);
	if (!node->xlator)
		ldt_node_error(c, node->flags & LDT_NF_MARKED ? D_ARGS_XLATOR : D_XLATE_NONE, node,
			       "there is no translator from %s to %s", ldt_type_text(c, node->left->type),
			       ldt_type_text(c, output));
	node->value = output != node->type; /* to a pointer */
	node->type = c->types->dyn;         /* its members have values; itself only where it is assigned */
	node->flags |= LDT_NF_CHECKED | LDT_NF_COMPLEX;
	return node;
}

bool ldt_xlate_fits(struct ldt_type *type, const struct ldt_node *xlate)
{
	bool pointer = ldt_type_resolve(type)->kind == LDT_KIND_POINTER;

	return pointer == !!xlate->value && ldt_type_same(pointer ? ldt_pointee(type) : type, xlate->xlator->output);
}

void ldt_xlate_check_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type,
			  const struct ldt_node *xlate)
{
	if (!ldt_xlate_fits(type, xlate))
		ldt_node_error(c, D_OP_INCOMPAT, node, "a translation to %s does not fit the type %s",
			       ldt_xlate_text(c, xlate), ldt_type_text(c, type));
}

/* The pointer points to nothing: each member is translated where it is used. */
void ldt_xlate_refuse_kept(struct ldt_comp *c, const struct ldt_node *node, bool typed, const struct ldt_node *xlate)
{
	ldt_node_error(
		c, typed ? D_OP_INCOMPAT : D_CG_DYN, node,
		"a translation to %s cannot be kept, only its members have values: use them here, or copy all of "
		"them with the operator *",
		ldt_xlate_text(c, xlate));
}

bool ldt_xlate_possible(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *to, struct ldt_type *from)
{
	struct ldt_type *output = ldt_type_resolve(to)->kind == LDT_KIND_POINTER ? ldt_pointee(to) : to;

	return ldt_assignable(c, to, sample_input(c, pos, from)) ||
	       (ldt_type_is_sou(output) && find_xlator(c, output, from));
}

struct ldt_node *ldt_xlate_deref(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *xlate)
{
	struct ldt_node *ret = ldt_alloc(c, sizeof(*ret));

	if (!xlate->value)
		ldt_node_error(c, D_DEREF_NONPTR, node, "cannot take what a non-pointer points to: %s is no pointer",
			       ldt_xlate_text(c, xlate));
	*ret = *xlate;
	ret->pos = node->pos;
	ret->value = 0;
	return ret;
}

void ldt_xlate_whole(struct ldt_comp *c, struct ldt_node *node)
{
	if (node->kind == LDT_NODE_XLATE && !node->value)
		ldt_set_type(c, node, node->xlator->output);
}

/* Of a structure "." gives a member, of a pointer "->". */
static void check_op(struct ldt_comp *c, const struct ldt_node *node)
{
	bool pointer = node->left->value;

	if (pointer == (node->op == LDT_TOK_PTR))
		return;
	ldt_node_error(c, pointer ? D_OP_SOU : D_OP_PTR, node, "operator %s does not fit a translation to %s",
		       ldt_tok_text(node->op), ldt_xlate_text(c, node->left));
}

struct ldt_node *ldt_xlate_member(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_xlator *xlator = node->left->xlator;
	const struct ldt_member *into = ldt_type_member(c->types, xlator->output, node->text, NULL);
	struct ldt_xlator_member *member = ldt_map_get(&xlator->by_name, node->text);
	struct ldt_node *value;

	check_op(c, node);
	if (!into)
		ldt_node_error(c, D_TYPE_MEMBER, node, "%s has no member '%s'%s", ldt_type_text(c, xlator->output),
			       node->text, ldt_near_member(c, xlator->output, node->text));
	if (!member)
		ldt_node_error(c, D_XLATE_NOCONV, node, "the translator to %s has nothing for member '%s'",
			       ldt_type_text(c, xlator->output), node->text);
	if (++c->depth > 100)
		ldt_node_error(c, D_SYNTAX, node, "translators are nested too deeply: more than 100 levels");
	value = check_in(c, xlator, node->left->left, ldt_clone(c, c->arena, member->expr, NULL));
	c->depth--;
	if (xlator->library)
		check_fits(c, node, xlator, node->text, value);
	if (ldt_type_is_integer(into->type) && value->kind != LDT_NODE_XLATE && ldt_type_is_integer(value->type))
		value = ldt_convert(c, value, into->type);
	value->next = NULL;
	value->flags &= ~(uint32_t)(LDT_NF_LVAL | LDT_NF_WRITABLE);
	return value;
}

/* ---- a translation as a whole: a structure in scratch memory --------------------------------- */

/* A value that is stored into a member of type string, or an array of characters. */
static struct ldt_node *field_text(struct ldt_comp *c, struct ldt_node *value)
{
	struct ldt_node *text;

	if (ldt_is_string(value->type))
		return value;
	text = ldt_node_new(c, value->kind == LDT_NODE_INT ? LDT_NODE_STRING : LDT_NODE_STRINGOF, &value->pos);
	text->text = "";
	text->left = value;
	return ldt_check(c, text);
}

static struct ldt_node *field_value(struct ldt_comp *c, struct ldt_node *node, const struct ldt_member *member)
{
	struct ldt_node *part = ldt_node_op2(c, LDT_TOK_DOT, node, NULL), *value;

	part->pos = node->pos;
	part->text = member->name;
	value = ldt_xlate_member(c, part);
	ldt_xlate_whole(c, value);
	value = ldt_check_value(c, value);
	if (ldt_is_string(member->type) || ldt_type_is_char_array(member->type))
		return field_text(c, value);
	if (!member_takes(c, member->type, value))
		ldt_node_error(c, D_XLATE_INCOMPAT, node,
			       "translator member '%s' has the type %s: an expression of type %s does not fit",
			       member->name, ldt_type_text(c, member->type), ldt_type_text(c, value->type));
	return value;
}

void ldt_xlate_fields(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *output = ldt_type_resolve(node->xlator->output);
	struct ldt_node **tail = &node->args, *field;
	const struct ldt_member *member;

	/* A member that the translator says nothing about is 0. */
	for (member = output->members; member; member = member->next) {
		if (!member->name)
			continue;
		if (!ldt_map_get(&node->xlator->by_name, member->name))
			continue;
		field = ldt_node_new(c, LDT_NODE_MEMBER, &node->pos);
		field->op = LDT_TOK_DOT;
		field->member = member;
		field->bit_offset = member->bit_offset;
		ldt_set_type(c, field, member->type);
		if (member->bit_width)
			field->flags |= LDT_NF_BITFIELD;
		field->right = field_value(c, node, member);
		*tail = field;
		tail = &field->next;
	}
}
