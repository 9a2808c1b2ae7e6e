/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/declarator.c - declarators: pointers, arrays, functions, keys, parameters; type names in
 * casts.
 */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

#define PARTS_MAX 100

/* Limits the parts of a type, because the functions that walk it are recursive. */
static void count_part(struct ldt_comp *c, struct ldt_declarator *decl)
{
	if (++decl->parts > PARTS_MAX)
		ldt_error(c, D_SYNTAX, &ldt_peek(c)->pos, "a declarator has more than %d parts * [] and ()", PARTS_MAX);
}

static struct ldt_step *add_step(struct ldt_comp *c, struct ldt_declarator *decl, enum ldt_step_kind kind)
{
	struct ldt_step *step = ldt_alloc(c, sizeof(*step));

	step->kind = kind;
	step->pos = ldt_peek(c)->pos;
	count_part(c, decl);
	*decl->tail = step;
	decl->tail = &step->next;
	return step;
}

/* One parameter: its type and perhaps a name. Arrays and functions become pointers. */
static struct ldt_param *parse_param(struct ldt_comp *c, bool decay)
{
	struct ldt_param *param = ldt_arena_alloc(&c->types->arena, sizeof(*param));
	struct ldt_declarator decl = { 0 };
	struct ldt_specs specs;
	struct ldt_type *type = ldt_parse_specs(c, &specs, "a parameter type"), *base;

	if (specs.class != LDT_CLASS_NONE && specs.class != LDT_CLASS_REGISTER)
		ldt_error(c, D_DECL_PARMCLASS, &specs.pos, "a parameter has no storage class but register");
	ldt_parse_declarator(c, &decl);
	type = ldt_apply_steps(c, type, decl.steps);
	base = ldt_type_resolve(type);
	if (decay && base->kind == LDT_KIND_ARRAY)
		type = ldt_type_pointer(c->types, base->target);
	else if (decay && base->kind == LDT_KIND_FUNCTION)
		type = ldt_type_pointer(c->types, type);
	param->type = type;
	param->name = decl.name ? ldt_arena_strdup(&c->types->arena, decl.name) : NULL;
	return param;
}

static void check_void_param(struct ldt_comp *c, const struct ldt_pos *pos, const struct ldt_param *param, bool alone,
			     bool is_key)
{
	if (ldt_type_resolve(param->type)->kind != LDT_KIND_VOID)
		return;
	if (is_key)
		ldt_error(c, D_DECL_PROTO_TYPE, pos, "a key of an array cannot have the type void");
	if (!alone)
		ldt_error(c, D_DECL_PROTO_VOID, pos, "void must be the only parameter");
	if (param->name)
		ldt_error(c, D_DECL_PROTO_NAME, pos, "a void parameter cannot have a name");
}

/* Parameters up to the closing token. */
static struct ldt_param *parse_params(struct ldt_comp *c, enum ldt_tok end, bool *varargs)
{
	struct ldt_param *first = NULL, **tail = &first;
	unsigned int count = 0;

	*varargs = false;
	if (ldt_accept(c, end))
		return NULL;
	do {
		struct ldt_pos pos = ldt_peek(c)->pos;

		if (ldt_accept(c, LDT_TOK_ELLIPSIS)) {
			*varargs = true;
			break;
		}
		*tail = parse_param(c, end == LDT_TOK_RPAR);
		check_void_param(c, &pos, *tail, count++ == 0 && !ldt_next_is(c, LDT_TOK_COMMA), end == LDT_TOK_RBRAC);
		tail = &(*tail)->next;
	} while (ldt_accept(c, LDT_TOK_COMMA));
	ldt_expect(c, end, "after the parameters");
	return first;
}

struct ldt_param *ldt_parse_probe_params(struct ldt_comp *c)
{
	struct ldt_pos pos = ldt_peek(c)->pos;
	struct ldt_param *first;
	bool varargs;

	first = parse_params(c, LDT_TOK_RPAR, &varargs);
	if (varargs)
		ldt_error(c, D_DECL_PROTO_VARARGS, &pos, "the arguments of a probe cannot be a variable list (...)");
	return first;
}

/* Whether what follows [ is a list of keys, not a size: a type, or a storage class, which is refused as that of a
 * parameter. */
static bool starts_parameter(struct ldt_comp *c, const struct ldt_token *token)
{
	switch (token->kind) {
	case LDT_TOK_ELLIPSIS:
	case LDT_TOK_KW_AUTO:
	case LDT_TOK_KW_EXTERN:
	case LDT_TOK_KW_REGISTER:
	case LDT_TOK_KW_STATIC:
	case LDT_TOK_KW_TYPEDEF:
		return true;
	case LDT_TOK_KW_SELF:
	case LDT_TOK_KW_THIS:
		return ldt_peek_at(c, 2)->kind != LDT_TOK_PTR;
	default:
		return ldt_starts_type(c, token);
	}
}

static void parse_array(struct ldt_comp *c, struct ldt_declarator *decl)
{
	/* That of a parameter of a header's function. */
	bool is_restrict = decl->pos.file && ldt_peek_at(c, 1)->kind == LDT_TOK_KW_RESTRICT;
	struct ldt_step *step;
	struct ldt_node *size;
	int64_t value;

	if (!is_restrict && starts_parameter(c, ldt_peek_at(c, 1))) {
		step = add_step(c, decl, LDT_STEP_KEYS);
		ldt_take(c);
		step->params = parse_params(c, LDT_TOK_RBRAC, &step->varargs);
		if (step->varargs)
			ldt_error(c, D_DECL_PROTO_VARARGS, &step->pos,
				  "the keys of an array cannot be a variable list (...)");
		return;
	}
	step = add_step(c, decl, LDT_STEP_ARRAY);
	ldt_take(c);
	if (is_restrict)
		ldt_take(c);
	if (ldt_accept(c, LDT_TOK_RBRAC))
		return;
	size = ldt_check(c, ldt_parse_conditional(c));
	if (!ldt_node_const(size, &value) || (value < 0 && ldt_type_is_signed(size->type)) ||
	    (!value && !decl->pos.file)) /* headers for GNU C have arrays of no elements */
		ldt_node_error(c, D_DECL_ARRSUB, size, "array size must be a positive integer constant");
	if ((uint64_t)value > UINT32_MAX)
		ldt_node_error(c, D_DECL_ARRBIG, size, "array is too big: at most %u elements", UINT32_MAX);
	step->count = (uint64_t)value;
	step->complete = true;
	ldt_expect(c, LDT_TOK_RBRAC, "after the array size");
}

/* Whether a ( after the stars opens an inner declarator, not parameters. */
static bool opens_declarator(struct ldt_comp *c)
{
	const struct ldt_token *next = ldt_peek_at(c, 1);

	return next->kind == LDT_TOK_MUL || next->kind == LDT_TOK_LPAR ||
	       (next->kind == LDT_TOK_IDENT && !ldt_starts_type(c, next));
}

static void parse_direct(struct ldt_comp *c, struct ldt_declarator *decl)
{
	struct ldt_step *step;

	if (ldt_next_is(c, LDT_TOK_LPAR) && opens_declarator(c)) {
		ldt_take(c);
		ldt_parse_declarator(c, decl);
		ldt_expect(c, LDT_TOK_RPAR, "to close the declarator");
	} else if (ldt_next_is(c, LDT_TOK_IDENT)) {
		struct ldt_token token = ldt_take(c);

		if (strchr(token.text, '`'))
			ldt_error(c, D_DECL_SCOPE, &token.pos,
				  "cannot declare '%s': scoping with ` is not possible in a declaration", token.text);
		decl->name = token.text;
		decl->pos = token.pos;
	}
	for (;;) {
		if (ldt_next_is(c, LDT_TOK_LBRAC)) {
			parse_array(c, decl);
		} else if (ldt_next_is(c, LDT_TOK_LPAR)) {
			step = add_step(c, decl, LDT_STEP_FUNCTION);
			ldt_take(c);
			step->params = parse_params(c, LDT_TOK_RPAR, &step->varargs);
		} else {
			return;
		}
	}
}

void ldt_parse_declarator(struct ldt_comp *c, struct ldt_declarator *decl)
{
	struct ldt_step *stars = NULL, *step;

	if (++c->depth > 100)
		ldt_error(c, D_SYNTAX, &ldt_peek(c)->pos, "declarator is nested too deeply: more than 100 levels");
	if (!decl->tail) {
		decl->tail = &decl->steps;
		decl->pos = ldt_peek(c)->pos;
	}
	while (ldt_next_is(c, LDT_TOK_MUL)) {
		count_part(c, decl);
		step = ldt_alloc(c, sizeof(*step));
		step->kind = LDT_STEP_POINTER;
		step->pos = ldt_take(c).pos;
		for (;;) {
			if (ldt_accept(c, LDT_TOK_KW_CONST))
				step->is_const = true;
			else if (!ldt_accept(c, LDT_TOK_KW_VOLATILE) && !ldt_accept(c, LDT_TOK_KW_RESTRICT))
				break;
		}
		step->next = stars;
		stars = step;
	}
	parse_direct(c, decl);
	*decl->tail = stars;
	while (*decl->tail)
		decl->tail = &(*decl->tail)->next;
	c->depth--;
}

static struct ldt_type *apply_array(struct ldt_comp *c, struct ldt_type *type, const struct ldt_step *step)
{
	struct ldt_type *base = ldt_type_resolve(type);
	uint64_t size;

	if (base->kind == LDT_KIND_VOID)
		ldt_error(c, D_DECL_VOIDOBJ, &step->pos, "an array of void is not possible");
	if (base->kind == LDT_KIND_FUNCTION)
		ldt_error(c, D_DECL_COMBO, &step->pos, "an array of functions is not possible");
	if (base->kind == LDT_KIND_ARRAY && !base->complete)
		ldt_error(c, D_DECL_ARRNULL, &step->pos, "the elements of an array need a size");
	size = ldt_type_storage(c->types, type);
	if (size && step->count > UINT32_MAX / size)
		ldt_error(c, D_DECL_ARRBIG, &step->pos, "array is too big: more than %u bytes", UINT32_MAX);
	return ldt_type_array(c->types, type, step->count, step->complete);
}

/* From the last step to the first. Keys of an associative array are not part of the type: only the first step may be
 * them. */
struct ldt_type *ldt_apply_steps(struct ldt_comp *c, struct ldt_type *type, struct ldt_step *step)
{
	struct ldt_type *base;

	if (!step)
		return type;
	type = ldt_apply_steps(c, type, step->next);
	base = ldt_type_resolve(type);
	switch (step->kind) {
	case LDT_STEP_POINTER:
		type = ldt_type_pointer(c->types, type);
		return step->is_const ? ldt_type_qualified(c->types, LDT_KIND_CONST, type) : type;
	case LDT_STEP_ARRAY:
		return apply_array(c, type, step);
	case LDT_STEP_FUNCTION:
		if (base->kind == LDT_KIND_ARRAY || base->kind == LDT_KIND_FUNCTION)
			ldt_error(c, D_DECL_COMBO, &step->pos, "a function cannot return an array or a function");
		if (step->params && !step->params->next && ldt_type_resolve(step->params->type)->kind == LDT_KIND_VOID)
			step->params = NULL;
		return ldt_type_function(c->types, type, step->params, step->varargs);
	default:
		ldt_error(c, D_DECL_ARRSUB, &step->pos,
			  "only a variable can be an associative array: expected an integer constant");
	}
}

/* ---- type names ------------------------------------------------------------------------------ */

struct ldt_type *ldt_read_type_name(struct ldt_comp *c)
{
	struct ldt_declarator decl = { 0 };
	struct ldt_specs specs;
	struct ldt_type *type = ldt_parse_specs(c, &specs, "a type");

	if (specs.class != LDT_CLASS_NONE)
		ldt_error(c, D_SYNTAX, &specs.pos, "a type name has no storage class");
	ldt_parse_declarator(c, &decl);
	if (decl.name)
		ldt_error(c, D_SYNTAX, &decl.pos, "syntax error near '%s': expected ) after the type", decl.name);
	return ldt_apply_steps(c, type, decl.steps);
}

struct ldt_type *ldt_parse_type_name_until_ident(struct ldt_comp *c)
{
	struct ldt_specs specs;
	struct ldt_type *type = ldt_parse_specs(c, &specs, "a type");
	struct ldt_declarator stars = { 0 };

	while (ldt_accept(c, LDT_TOK_MUL)) {
		count_part(c, &stars);
		type = ldt_type_pointer(c->types, type);
	}
	return type;
}
