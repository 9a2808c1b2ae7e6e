/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_declarator.c - declarators: pointers, arrays, functions, keys, parameters; type names in
 * casts, and types that built-ins are described by.
 */
#include <string.h>

#include "dt_decl.h"

static struct dt_step *add_step(struct dt_comp *c, struct dt_declarator *decl, enum dt_step_kind kind)
{
	struct dt_step *step = dt_alloc(c, sizeof(*step));

	step->kind = kind;
	step->pos = dt_peek(c)->pos;
	*decl->tail = step;
	decl->tail = &step->next;
	return step;
}

/* One parameter: its type and perhaps a name. Arrays and functions become pointers. */
static struct dt_param *parse_param(struct dt_comp *c, bool decay)
{
	struct dt_param *param = dt_arena_alloc(&c->types->arena, sizeof(*param));
	struct dt_declarator decl = { 0 };
	struct dt_specs specs;
	struct dt_type *type = dt_parse_specs(c, &specs, "a parameter type"), *base;

	if (specs.class != DT_CLASS_NONE && specs.class != DT_CLASS_REGISTER)
		dt_error(c, D_DECL_PARMCLASS, &specs.pos, "a parameter has no storage class but register");
	dt_parse_declarator(c, &decl);
	type = dt_apply_steps(c, type, decl.steps);
	base = dt_type_resolve(type);
	if (decay && base->kind == DT_KIND_ARRAY)
		type = dt_type_pointer(c->types, base->target);
	else if (decay && base->kind == DT_KIND_FUNCTION)
		type = dt_type_pointer(c->types, type);
	param->type = type;
	param->name = decl.name ? dt_arena_strdup(&c->types->arena, decl.name) : NULL;
	return param;
}

static void check_void_param(struct dt_comp *c, const struct dt_pos *pos, const struct dt_param *param, bool alone)
{
	if (dt_type_resolve(param->type)->kind != DT_KIND_VOID)
		return;
	if (!alone)
		dt_error(c, D_DECL_PROTO_VOID, pos, "void must be the only parameter");
	if (param->name)
		dt_error(c, D_DECL_PROTO_NAME, pos, "a void parameter cannot have a name");
}

/* Parameters up to the closing token. */
static struct dt_param *parse_params(struct dt_comp *c, enum dt_tok end, bool *varargs)
{
	struct dt_param *first = NULL, **tail = &first;
	unsigned int count = 0;

	*varargs = false;
	if (dt_accept(c, end))
		return NULL;
	do {
		struct dt_pos pos = dt_peek(c)->pos;

		if (dt_accept(c, DT_TOK_ELLIPSIS)) {
			*varargs = true;
			break;
		}
		*tail = parse_param(c, end == DT_TOK_RPAR);
		check_void_param(c, &pos, *tail, count++ == 0 && !dt_next_is(c, DT_TOK_COMMA));
		tail = &(*tail)->next;
	} while (dt_accept(c, DT_TOK_COMMA));
	dt_expect(c, end, "after the parameters");
	return first;
}

struct dt_param *dt_parse_probe_params(struct dt_comp *c)
{
	struct dt_pos pos = dt_peek(c)->pos;
	struct dt_param *first;
	bool varargs;

	first = parse_params(c, DT_TOK_RPAR, &varargs);
	if (varargs)
		dt_error(c, D_DECL_PROTO_VARARGS, &pos, "the arguments of a probe cannot be a variable list (...)");
	return first;
}

/* Whether what follows [ is a list of keys, not a size: a type, or a storage class, which is refused as that of a
 * parameter. */
static bool starts_parameter(struct dt_comp *c, const struct dt_token *token)
{
	switch (token->kind) {
	case DT_TOK_ELLIPSIS:
	case DT_TOK_KW_AUTO:
	case DT_TOK_KW_EXTERN:
	case DT_TOK_KW_REGISTER:
	case DT_TOK_KW_STATIC:
	case DT_TOK_KW_TYPEDEF:
		return true;
	case DT_TOK_KW_SELF:
	case DT_TOK_KW_THIS:
		return dt_peek_at(c, 2)->kind != DT_TOK_PTR;
	default:
		return dt_starts_type(c, token);
	}
}

static void parse_array(struct dt_comp *c, struct dt_declarator *decl)
{
	/* That of a parameter of a header's function. */
	bool is_restrict = decl->pos.file && dt_peek_at(c, 1)->kind == DT_TOK_KW_RESTRICT;
	struct dt_step *step;
	struct dt_node *size;
	int64_t value;

	if (!is_restrict && starts_parameter(c, dt_peek_at(c, 1))) {
		step = add_step(c, decl, DT_STEP_KEYS);
		dt_take(c);
		step->params = parse_params(c, DT_TOK_RBRAC, &step->varargs);
		if (step->varargs)
			dt_error(c, D_DECL_PROTO_VARARGS, &step->pos,
				 "the keys of an array cannot be a variable list (...)");
		return;
	}
	step = add_step(c, decl, DT_STEP_ARRAY);
	dt_take(c);
	if (is_restrict)
		dt_take(c);
	if (dt_accept(c, DT_TOK_RBRAC))
		return;
	size = dt_check(c, dt_parse_conditional(c));
	if (!dt_node_const(size, &value) || (value < 0 && dt_type_is_signed(size->type)) ||
	    (!value && !decl->pos.file)) /* headers for GNU C have arrays of no elements */
		dt_node_error(c, D_DECL_ARRSUB, size, "array size must be a positive integer constant");
	if ((uint64_t)value > UINT32_MAX)
		dt_node_error(c, D_DECL_ARRBIG, size, "array is too big: at most %u elements", UINT32_MAX);
	step->count = (uint64_t)value;
	step->complete = true;
	dt_expect(c, DT_TOK_RBRAC, "after the array size");
}

/* Whether a ( after the stars opens an inner declarator, not parameters. */
static bool opens_declarator(struct dt_comp *c)
{
	const struct dt_token *next = dt_peek_at(c, 1);

	return next->kind == DT_TOK_MUL || next->kind == DT_TOK_LPAR ||
	       (next->kind == DT_TOK_IDENT && !dt_starts_type(c, next));
}

static void parse_direct(struct dt_comp *c, struct dt_declarator *decl)
{
	struct dt_step *step;

	if (dt_next_is(c, DT_TOK_LPAR) && opens_declarator(c)) {
		dt_take(c);
		dt_parse_declarator(c, decl);
		dt_expect(c, DT_TOK_RPAR, "to close the declarator");
	} else if (dt_next_is(c, DT_TOK_IDENT)) {
		struct dt_token token = dt_take(c);

		if (strchr(token.text, '`'))
			dt_error(c, D_DECL_SCOPE, &token.pos,
				 "cannot declare '%s': scoping with ` is not possible in a declaration", token.text);
		decl->name = token.text;
		decl->pos = token.pos;
	}
	for (;;) {
		if (dt_next_is(c, DT_TOK_LBRAC)) {
			parse_array(c, decl);
		} else if (dt_next_is(c, DT_TOK_LPAR)) {
			step = add_step(c, decl, DT_STEP_FUNCTION);
			dt_take(c);
			step->params = parse_params(c, DT_TOK_RPAR, &step->varargs);
		} else {
			return;
		}
	}
}

void dt_parse_declarator(struct dt_comp *c, struct dt_declarator *decl)
{
	struct dt_step *stars = NULL, *step;

	if (++c->depth > 100)
		dt_error(c, D_SYNTAX, &dt_peek(c)->pos, "declarator is nested too deeply: more than 100 levels");
	if (!decl->tail) {
		decl->tail = &decl->steps;
		decl->pos = dt_peek(c)->pos;
	}
	while (dt_next_is(c, DT_TOK_MUL)) {
		step = dt_alloc(c, sizeof(*step));
		step->kind = DT_STEP_POINTER;
		step->pos = dt_take(c).pos;
		for (;;) {
			if (dt_accept(c, DT_TOK_KW_CONST))
				step->is_const = true;
			else if (!dt_accept(c, DT_TOK_KW_VOLATILE) && !dt_accept(c, DT_TOK_KW_RESTRICT))
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

static struct dt_type *apply_array(struct dt_comp *c, struct dt_type *type, const struct dt_step *step)
{
	struct dt_type *base = dt_type_resolve(type);
	uint64_t size;

	if (base->kind == DT_KIND_VOID)
		dt_error(c, D_DECL_VOIDOBJ, &step->pos, "an array of void is not possible");
	if (base->kind == DT_KIND_FUNCTION)
		dt_error(c, D_DECL_COMBO, &step->pos, "an array of functions is not possible");
	if (base->kind == DT_KIND_ARRAY && !base->complete)
		dt_error(c, D_DECL_ARRNULL, &step->pos, "the elements of an array need a size");
	size = dt_type_storage(c->types, type);
	if (size && step->count > UINT32_MAX / size)
		dt_error(c, D_DECL_ARRBIG, &step->pos, "array is too big: more than %u bytes", UINT32_MAX);
	return dt_type_array(c->types, type, step->count, step->complete);
}

/* From the last step to the first. Keys of an associative array are not part of the type: only the first step may be
 * them. */
struct dt_type *dt_apply_steps(struct dt_comp *c, struct dt_type *type, struct dt_step *step)
{
	struct dt_type *base;

	if (!step)
		return type;
	type = dt_apply_steps(c, type, step->next);
	base = dt_type_resolve(type);
	switch (step->kind) {
	case DT_STEP_POINTER:
		type = dt_type_pointer(c->types, type);
		return step->is_const ? dt_type_qualified(c->types, DT_KIND_CONST, type) : type;
	case DT_STEP_ARRAY:
		return apply_array(c, type, step);
	case DT_STEP_FUNCTION:
		if (base->kind == DT_KIND_ARRAY || base->kind == DT_KIND_FUNCTION)
			dt_error(c, D_DECL_COMBO, &step->pos, "a function cannot return an array or a function");
		if (step->params && !step->params->next && dt_type_resolve(step->params->type)->kind == DT_KIND_VOID)
			step->params = NULL;
		return dt_type_function(c->types, type, step->params, step->varargs);
	default:
		dt_error(c, D_DECL_ARRSUB, &step->pos,
			 "only a variable can be an associative array: expected an integer constant");
	}
}

/* ---- type names ------------------------------------------------------------------------------ */

struct dt_type *dt_parse_type_name(struct dt_comp *c)
{
	struct dt_declarator decl = { 0 };
	struct dt_specs specs;
	struct dt_type *type = dt_parse_specs(c, &specs, "a type");

	if (specs.class != DT_CLASS_NONE)
		dt_error(c, D_SYNTAX, &specs.pos, "a type name has no storage class");
	dt_parse_declarator(c, &decl);
	if (decl.name)
		dt_error(c, D_SYNTAX, &decl.pos, "syntax error near '%s': expected ) after the type", decl.name);
	return dt_apply_steps(c, type, decl.steps);
}

struct dt_type *dt_parse_type_name_until_ident(struct dt_comp *c)
{
	struct dt_specs specs;
	struct dt_type *type = dt_parse_specs(c, &specs, "a type");

	while (dt_accept(c, DT_TOK_MUL))
		type = dt_type_pointer(c->types, type);
	return type;
}

/* Types that prototypes of built-ins name before anybody defines them are incomplete structures. */
static void predeclare(struct dt_comp *c, const char *text)
{
	static const char *const names[] = { "rwlock_t", "file_t", "mblk_t" };
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(names); i++) {
		if (strstr(text, names[i]) && !dt_type_lookup(c->types, NULL, DT_NS_TYPEDEF, names[i]))
			dt_type_typedef(c->types, names[i], dt_type_tagged(c->types, DT_KIND_STRUCT, names[i]))->soft =
				true;
	}
}

/* Read the text of a built-in with a lexer of its own. */
static void enter_text(struct dt_comp *c, struct dt_lex *saved, const char *text)
{
	*saved = c->lex;
	predeclare(c, text);
	dt_lex_init(c, text, strlen(text), "built-in");
	c->in_type_text = true;
}

static void leave_text(struct dt_comp *c, const struct dt_lex *saved)
{
	c->lex = *saved;
	c->in_type_text = false;
}

struct dt_type *dt_parse_type_text(struct dt_comp *c, const char *text)
{
	struct dt_lex saved;
	struct dt_type *type;

	enter_text(c, &saved, text);
	type = dt_parse_type_name(c);
	if (!dt_next_is(c, DT_TOK_EOF))
		dt_syntax_error(c, "the end of the type");
	leave_text(c, &saved);
	return type;
}

void dt_parse_proto_text(struct dt_comp *c, const char *text, struct dt_proto *proto)
{
	const char *params = strrchr(text, '(');
	struct dt_lex saved;

	proto->result = dt_parse_type_text(c, dt_arena_strndup(c->arena, text, (size_t)(params - text)));
	enter_text(c, &saved, params + 1);
	while (!dt_next_is(c, DT_TOK_RPAR)) {
		bool optional = dt_accept(c, DT_TOK_LBRAC);

		if (dt_accept(c, DT_TOK_ELLIPSIS)) {
			proto->varargs = true;
			break;
		}
		if (dt_accept(c, DT_TOK_AGG))
			proto->param[proto->count].class = DT_PARAM_ANY;
		else
			proto->param[proto->count].type = dt_parse_type_name(c);
		proto->count++;
		proto->required += !optional;
		if (optional)
			dt_expect(c, DT_TOK_RBRAC, "in a prototype");
		dt_accept(c, DT_TOK_COMMA);
	}
	leave_text(c, &saved);
}
