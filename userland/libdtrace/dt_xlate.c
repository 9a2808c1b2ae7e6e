/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_xlate.c - translators: how to see one type as another. */
#include <string.h>

#include "dt_comp.h"

/* ---- definitions ----------------------------------------------------------------------------- */

static struct dt_xlator *find_xlator(struct dt_comp *c, struct dt_type *output, struct dt_type *input)
{
	struct dt_xlator *xlator;

	for (xlator = c->cc->xlators; xlator; xlator = xlator->next)
		if (dt_type_same(xlator->output, output) && (!input || dt_type_same(xlator->input, input)))
			return xlator;
	return NULL;
}

/* A stand-in of the input's type, to check members by. */
static struct dt_node *sample_input(struct dt_comp *c, const struct dt_pos *pos, struct dt_type *type)
{
	struct dt_node *node = dt_node_new(c, DT_NODE_ARG, pos);

	dt_set_type(c, node, type);
	node->flags |= DT_NF_LVAL;
	return node;
}

static struct dt_node *check_in(struct dt_comp *c, struct dt_xlator *xlator, struct dt_node *input,
				struct dt_node *expr)
{
	struct dt_xlator *outer = c->xlator;
	struct dt_node *outer_input = c->xlator_input;

	c->xlator = xlator;
	c->xlator_input = input;
	expr = dt_check(c, expr);
	if (expr->kind != DT_NODE_XLATE)
		expr = dt_check_value(c, expr);
	c->xlator = outer;
	c->xlator_input = outer_input;
	return expr;
}

static void check_fits(struct dt_comp *c, const struct dt_node *expr, const struct dt_xlator *xlator, const char *name,
		       struct dt_node *value)
{
	const struct dt_member *into = dt_type_member(c->types, xlator->output, name, NULL);

	if (value->kind != DT_NODE_XLATE && !dt_assignable(c, into->type, value) &&
	    !(dt_type_is_char_array(into->type) && dt_is_stringlike(value->type)))
		dt_node_error(c, D_XLATE_INCOMPAT, expr,
			      "translator member '%s' has the type %s: an expression of type %s does not fit", name,
			      dt_type_text(c, into->type), dt_type_text(c, value->type));
}

static void parse_member(struct dt_comp *c, struct dt_xlator *xlator)
{
	struct dt_token name = dt_expect(c, DT_TOK_IDENT, "as a member of the translator");
	const struct dt_member *into = dt_type_member(c->types, xlator->output, name.text, NULL);
	struct dt_xlator_member *member = dt_arena_alloc(&c->cc->arena, sizeof(*member));
	struct dt_node *expr;

	if (!into)
		dt_error(c, D_XLATE_MEMB, &name.pos, "translator member '%s' is not a member of %s", name.text,
			 dt_type_text(c, xlator->output));
	if (dt_map_get(&xlator->by_name, name.text))
		dt_error(c, D_XLATE_REDECL, &name.pos, "translator member '%s' is there already", name.text);
	dt_expect(c, DT_TOK_ASGN, "after the member");
	expr = dt_parse_assignment(c);
	dt_expect(c, DT_TOK_SEMICOLON, "after the member");
	if (!xlator->library)
		check_fits(c, expr, xlator, name.text,
			   check_in(c, xlator, sample_input(c, &name.pos, xlator->input),
				    dt_clone(c, c->arena, expr, NULL)));
	member->name = dt_arena_strdup(&c->cc->arena, name.text);
	member->expr = dt_clone(c, &c->cc->arena, expr, NULL);
	member->next = xlator->members;
	xlator->members = member;
	dt_map_put(&xlator->by_name, member->name, member);
}

void dt_parse_translator(struct dt_comp *c)
{
	struct dt_xlator *xlator = dt_arena_alloc(&c->cc->arena, sizeof(*xlator));
	struct dt_token name, first = dt_take(c);

	dt_map_init(&xlator->by_name, &c->cc->arena);
	xlator->output = dt_parse_type_name(c);
	dt_expect(c, DT_TOK_LT, "after the type of the translator");
	xlator->input = dt_parse_type_name_until_ident(c);
	name = dt_expect(c, DT_TOK_IDENT, "for the input of the translator");
	dt_expect(c, DT_TOK_GT, "after the input of the translator");
	xlator->param = dt_arena_strdup(&c->cc->arena, name.text);
	xlator->generation = c->cc->generation;
	xlator->library = c->in_library;
	if (!dt_type_is_sou(xlator->output))
		dt_error(c, D_XLATE_SOU, &first.pos, "a translator makes a struct or union: %s is none",
			 dt_type_text(c, xlator->output));
	if (!dt_type_ensure(c->types, xlator->output))
		dt_error(c, D_XLATE_SOU, &first.pos, "a translator makes a complete type: %s is not",
			 dt_type_text(c, xlator->output));
	if (find_xlator(c, xlator->output, xlator->input))
		dt_error(c, D_XLATE_REDECL, &first.pos, "translator from %s to %s is declared already",
			 dt_type_text(c, xlator->input), dt_type_text(c, xlator->output));
	dt_expect(c, DT_TOK_LBRACE, "before the members of the translator");
	while (!dt_accept(c, DT_TOK_RBRACE))
		parse_member(c, xlator);
	dt_expect(c, DT_TOK_SEMICOLON, "after the translator");
	xlator->next = c->cc->xlators;
	c->cc->xlators = xlator;
}

/* ---- uses ------------------------------------------------------------------------------------ */

struct dt_node *dt_check_xlate(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *output = node->type;

	if (dt_type_resolve(output)->kind == DT_KIND_POINTER)
		output = dt_pointee(output);
	if (!dt_type_is_sou(output))
		dt_node_error(c, D_XLATE_SOU, node, "xlate makes a struct or union: %s is none",
			      dt_type_text(c, output));
	node->left = dt_check_value(c, node->left);
	node->xlator = find_xlator(c, output, node->left->type);
	if (!node->xlator)
		dt_node_error(c, node->flags & DT_NF_MARKED ? D_ARGS_XLATOR : D_XLATE_NONE, node,
			      "there is no translator from %s to %s", dt_type_text(c, node->left->type),
			      dt_type_text(c, output));
	node->value = output != node->type; /* to a pointer */
	node->type = c->types->dyn;         /* its members have values; itself only where it is assigned */
	node->flags |= DT_NF_CHECKED | DT_NF_COMPLEX;
	return node;
}

const char *dt_xlate_text(struct dt_comp *c, const struct dt_node *xlate)
{
	return dt_arena_printf(c->arena, "%s%s", dt_type_text(c, xlate->xlator->output), xlate->value ? " *" : "");
}

bool dt_xlate_fits(struct dt_type *type, const struct dt_node *xlate)
{
	bool pointer = dt_type_resolve(type)->kind == DT_KIND_POINTER;

	return pointer == !!xlate->value && dt_type_same(pointer ? dt_pointee(type) : type, xlate->xlator->output);
}

void dt_xlate_check_fits(struct dt_comp *c, const struct dt_node *node, struct dt_type *type,
			 const struct dt_node *xlate)
{
	if (!dt_xlate_fits(type, xlate))
		dt_node_error(c, D_OP_INCOMPAT, node, "a translation to %s does not fit the type %s",
			      dt_xlate_text(c, xlate), dt_type_text(c, type));
}

/* Nothing is there that the pointer could point to: its members are found one by one, each where it is used. */
void dt_xlate_refuse_kept(struct dt_comp *c, const struct dt_node *node, bool typed, const struct dt_node *xlate)
{
	dt_node_error(c, typed ? D_OP_INCOMPAT : D_CG_DYN, node,
		      "a translation to %s cannot be kept, only its members have values: use them here, or copy all of "
		      "them with the operator *",
		      dt_xlate_text(c, xlate));
}

bool dt_xlate_possible(struct dt_comp *c, const struct dt_pos *pos, struct dt_type *to, struct dt_type *from)
{
	struct dt_type *output = dt_type_resolve(to)->kind == DT_KIND_POINTER ? dt_pointee(to) : to;

	return dt_assignable(c, to, sample_input(c, pos, from)) ||
	       (dt_type_is_sou(output) && find_xlator(c, output, from));
}

struct dt_node *dt_xlate_deref(struct dt_comp *c, const struct dt_node *node, const struct dt_node *xlate)
{
	struct dt_node *ret = dt_alloc(c, sizeof(*ret));

	if (!xlate->value)
		dt_node_error(c, D_DEREF_NONPTR, node, "cannot take what a non-pointer points to: %s is no pointer",
			      dt_xlate_text(c, xlate));
	*ret = *xlate;
	ret->pos = node->pos;
	ret->value = 0;
	return ret;
}

void dt_xlate_whole(struct dt_comp *c, struct dt_node *node)
{
	if (node->kind == DT_NODE_XLATE && !node->value)
		dt_set_type(c, node, node->xlator->output);
}

/* Of a structure "." gives a member, of a pointer "->". */
static void check_op(struct dt_comp *c, const struct dt_node *node)
{
	bool pointer = node->left->value;

	if (pointer == (node->op == DT_TOK_PTR))
		return;
	dt_node_error(c, pointer ? D_OP_SOU : D_OP_PTR, node, "operator %s does not fit a translation to %s",
		      dt_tok_text(node->op), dt_xlate_text(c, node->left));
}

struct dt_node *dt_xlate_member(struct dt_comp *c, struct dt_node *node)
{
	struct dt_xlator *xlator = node->left->xlator;
	const struct dt_member *into = dt_type_member(c->types, xlator->output, node->text, NULL);
	struct dt_xlator_member *member = dt_map_get(&xlator->by_name, node->text);
	struct dt_node *value;

	check_op(c, node);
	if (!into)
		dt_node_error(c, D_TYPE_MEMBER, node, "%s has no member '%s'", dt_type_text(c, xlator->output),
			      node->text);
	if (!member)
		dt_node_error(c, D_XLATE_NOCONV, node, "the translator to %s has nothing for member '%s'",
			      dt_type_text(c, xlator->output), node->text);
	if (++c->depth > 100)
		dt_node_error(c, D_SYNTAX, node, "translators are nested too deeply: more than 100 levels");
	value = check_in(c, xlator, node->left->left, dt_clone(c, c->arena, member->expr, NULL));
	c->depth--;
	if (xlator->library)
		check_fits(c, node, xlator, node->text, value);
	if (dt_type_is_integer(into->type) && value->kind != DT_NODE_XLATE && dt_type_is_integer(value->type))
		value = dt_convert(c, value, into->type);
	value->next = NULL;
	value->flags &= ~(uint32_t)(DT_NF_LVAL | DT_NF_WRITABLE);
	return value;
}

/* ---- a translation as a whole: a structure in scratch memory --------------------------------- */

/* What is stored into a member of type string, or an array of characters. */
static struct dt_node *field_text(struct dt_comp *c, struct dt_node *value)
{
	struct dt_node *text;

	if (dt_is_string(value->type))
		return value;
	text = dt_node_new(c, value->kind == DT_NODE_INT ? DT_NODE_STRING : DT_NODE_STRINGOF, &value->pos);
	text->text = "";
	text->left = value;
	return dt_check(c, text);
}

static struct dt_node *field_value(struct dt_comp *c, struct dt_node *node, const struct dt_member *member)
{
	struct dt_node *part = dt_node_op2(c, DT_TOK_DOT, node, NULL), *value;

	part->pos = node->pos;
	part->text = member->name;
	value = dt_xlate_member(c, part);
	dt_xlate_whole(c, value);
	value = dt_check_value(c, value);
	if (dt_is_string(member->type) || dt_type_is_char_array(member->type))
		return field_text(c, value);
	if (!dt_assignable(c, member->type, value))
		dt_node_error(c, D_XLATE_INCOMPAT, node,
			      "translator member '%s' has the type %s: an expression of type %s does not fit",
			      member->name, dt_type_text(c, member->type), dt_type_text(c, value->type));
	return value;
}

void dt_xlate_fields(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *output = dt_type_resolve(node->xlator->output);
	struct dt_node **tail = &node->args, *field;
	const struct dt_member *member;

	for (member = output->members; member; member = member->next) {
		if (!member->name)
			continue;
		if (output->kind == DT_KIND_UNION && !dt_map_get(&node->xlator->by_name, member->name))
			continue;
		field = dt_node_new(c, DT_NODE_MEMBER, &node->pos);
		field->op = DT_TOK_DOT;
		field->member = member;
		field->bit_offset = member->bit_offset;
		dt_set_type(c, field, member->type);
		if (member->bit_width)
			field->flags |= DT_NF_BITFIELD;
		field->right = field_value(c, node, member);
		*tail = field;
		tail = &field->next;
	}
}
