/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_decl.c - what a declaration declares: typedefs, variables, associative arrays, inlines. */
#include <string.h>

#include "dt_decl.h"

static void refuse_enumerator(struct dt_comp *c, const struct dt_declarator *decl)
{
	const struct dt_constant *constant = dt_map_get(&c->types->constants, decl->name);

	if (constant && constant->origin == DT_ORIGIN_PROGRAM)
		dt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as an enumerator of %s", decl->name,
			 dt_type_text(c, constant->type));
}

/*
 * A predefined type may be defined again as what it is; in a header, as any integer of its size
 * (id_t is signed here).
 */
static bool says_the_same(const struct dt_declarator *decl, struct dt_type *old, struct dt_type *type)
{
	return dt_type_same(old, type) || (decl->pos.file && dt_type_is_integer(old) && dt_type_is_integer(type) &&
					   dt_type_resolve(old)->size == dt_type_resolve(type)->size);
}

/* One that the program declares at its top: it shares the names of types. */
static bool is_variable(struct dt_comp *c, const char *name)
{
	const struct dt_ident *ident = dt_ident_find(c, DT_SCOPE_GLOBAL, name);

	return ident && (ident->flags & DT_IDENT_DECLARED);
}

/*
 * A type of the program, not one that the kernel, a header or the library may have without the
 * program's knowledge.
 */
static bool is_own_type(struct dt_comp *c, const char *name)
{
	const struct dt_type *type = dt_type_find(c->types, DT_NS_TYPEDEF, name);

	return type && type->generation && !type->soft && !type->header;
}

static void declare_typedef(struct dt_comp *c, const struct dt_declarator *decl, struct dt_type *type)
{
	struct dt_type *old = dt_type_find(c->types, DT_NS_TYPEDEF, decl->name);

	if (decl->steps && decl->steps->kind == DT_STEP_KEYS)
		dt_error(c, D_DECL_ARRSUB, &decl->pos, "a type cannot be an associative array");
	if (old && !old->generation && !old->soft && says_the_same(decl, old, type))
		return;
	if (is_variable(c, decl->name))
		dt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as a variable", decl->name);
	if (old && !old->soft)
		dt_error(c, D_DECL_TYPERED, &decl->pos, "type '%s' is defined already", decl->name);
	dt_type_typedef(c->types, decl->name, type)->header = dt_in_header(c, &decl->pos);
}

static void check_elements(struct dt_comp *c, const struct dt_declarator *decl, struct dt_type *array)
{
	struct dt_type *element = array;

	while (element->kind == DT_KIND_ARRAY)
		element = dt_type_resolve(element->target);
	if (!dt_type_ensure(c->types, element))
		dt_error(c, D_DECL_INCOMPLETE, &decl->pos, "the elements of array '%s' have an incomplete type: %s",
			 decl->name, dt_type_text(c, element));
}

static void check_object(struct dt_comp *c, const struct dt_declarator *decl, struct dt_type *type)
{
	struct dt_type *base = dt_type_resolve(type);

	switch (base->kind) {
	case DT_KIND_VOID:
		dt_error(c, D_DECL_VOIDOBJ, &decl->pos, "variable '%s' cannot be void", decl->name);
	case DT_KIND_FUNCTION:
		dt_error(c, D_DECL_COMBO, &decl->pos, "cannot declare function '%s' here: a function is no variable",
			 decl->name);
	case DT_KIND_DYN:
	case DT_KIND_STACK:
	case DT_KIND_SYMADDR:
	case DT_KIND_USYMADDR:
		dt_error(c, D_DECL_DYNOBJ, &decl->pos, "variable '%s' cannot have the type %s", decl->name,
			 dt_type_text(c, type));
	case DT_KIND_FLOAT:
		return;
	case DT_KIND_ARRAY:
		if (!base->complete)
			dt_error(c, D_DECL_ARRNULL, &decl->pos, "array '%s' needs a size", decl->name);
		check_elements(c, decl, base);
		break;
	default:
		break;
	}
	if (base->kind == DT_KIND_STRING)
		return;
	if (!dt_type_ensure(c->types, base))
		dt_error(c, D_DECL_INCOMPLETE, &decl->pos, "variable '%s' has an incomplete type: %s", decl->name,
			 dt_type_text(c, type));
	dt_check_variable_type(c, &decl->pos, type);
}

static struct dt_keys *make_keys(struct dt_comp *c, const struct dt_step *step)
{
	struct dt_keys *keys = dt_arena_alloc(&c->cc->arena, sizeof(*keys));
	const struct dt_param *param;

	for (param = step->params; param; param = param->next)
		keys->count++;
	keys->type = dt_arena_alloc(&c->cc->arena, keys->count * sizeof(struct dt_type *));
	keys->count = 0;
	for (param = step->params; param; param = param->next) {
		struct dt_type *base = dt_type_resolve(param->type);

		if (base->kind == DT_KIND_VOID || base->kind == DT_KIND_DYN || base->kind == DT_KIND_FUNCTION ||
		    base->kind == DT_KIND_STACK || base->kind == DT_KIND_SYMADDR || base->kind == DT_KIND_USYMADDR ||
		    (base->kind == DT_KIND_ARRAY && !base->complete) || !dt_type_ensure(c->types, base))
			dt_error(c, D_DECL_PROTO_TYPE, &step->pos, "key %u cannot have the type %s", keys->count + 1,
				 dt_type_text(c, param->type));
		keys->type[keys->count++] = param->type;
	}
	return keys;
}

static bool same_keys(const struct dt_keys *a, const struct dt_keys *b)
{
	unsigned int i;

	if (!a || !b || a->count != b->count)
		return a == b;
	for (i = 0; i < a->count; i++)
		if (!dt_type_same(a->type[i], b->type[i]))
			return false;
	return true;
}

static void declare_variable(struct dt_comp *c, const struct dt_declarator *decl, enum dt_scope scope,
			     struct dt_type *type)
{
	struct dt_ident *ident = dt_ident_find(c, scope, decl->name);
	struct dt_keys *keys = NULL;

	if (decl->steps && decl->steps->kind == DT_STEP_KEYS) {
		if (scope == DT_SCOPE_THIS)
			dt_error(c, D_DECL_LOCASSC, &decl->pos, "'this->%s' cannot be an associative array",
				 decl->name);
		keys = make_keys(c, decl->steps);
	}
	if (ident && ident->kind == DT_IDENT_CONST) {
		dt_map_remove(&c->cc->globals, decl->name);
		ident = NULL;
	}
	if (ident) {
		if ((ident->flags & DT_IDENT_BUILTIN) || ident->kind != (keys ? DT_IDENT_ARRAY : DT_IDENT_SCALAR) ||
		    !ident->type || !dt_type_same(ident->type, type) || !same_keys(ident->keys, keys))
			dt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as %s%s%s", decl->name,
				 dt_ident_kind_name(ident->kind), ident->type ? " of type " : "",
				 ident->type ? dt_type_text(c, ident->type) : "");
		return;
	}
	if (scope == DT_SCOPE_GLOBAL)
		refuse_enumerator(c, decl);
	if (scope == DT_SCOPE_GLOBAL && is_own_type(c, decl->name))
		dt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as a type", decl->name);
	ident = dt_ident_create(c, scope, keys ? DT_IDENT_ARRAY : DT_IDENT_SCALAR, decl->name, &decl->pos);
	ident->type = type;
	ident->keys = keys;
	ident->flags |= DT_IDENT_DECLARED;
}

/* What headers declare and D has no use for: functions, arrays of a size that is known elsewhere. */
static bool is_foreign(struct dt_type *type)
{
	type = dt_type_resolve(type);
	return type->kind == DT_KIND_FUNCTION || (type->kind == DT_KIND_ARRAY && !type->complete);
}

static void declare(struct dt_comp *c, const struct dt_specs *specs, struct dt_declarator *decl,
		    struct dt_type *spec_type)
{
	bool is_keys = decl->steps && decl->steps->kind == DT_STEP_KEYS;
	struct dt_type *type = dt_apply_steps(c, spec_type, is_keys ? decl->steps->next : decl->steps);

	if (!decl->name)
		dt_syntax_error(c, "a name in the declaration");
	switch (specs->class) {
	case DT_CLASS_TYPEDEF:
		declare_typedef(c, decl, type);
		return;
	case DT_CLASS_STATIC:
	case DT_CLASS_AUTO:
	case DT_CLASS_REGISTER:
		dt_error(c, D_DECL_BADCLASS, &specs->pos,
			 "this storage class is not possible in D: expected self, this, extern or none");
	default:
		if ((specs->class == DT_CLASS_EXTERN || decl->pos.file) && is_foreign(type))
			return;
		if (specs->class == DT_CLASS_NONE && dt_type_resolve(type)->kind == DT_KIND_FUNCTION)
			return; /* as in C: it is extern */
		check_object(c, decl, type);
		declare_variable(c, decl,
				 specs->class == DT_CLASS_SELF   ? DT_SCOPE_SELF
				 : specs->class == DT_CLASS_THIS ? DT_SCOPE_THIS
								 : DT_SCOPE_GLOBAL,
				 type);
	}
}

void dt_parse_declaration(struct dt_comp *c)
{
	struct dt_specs specs;
	struct dt_type *type = dt_parse_specs(c, &specs, "a probe description or a declaration");

	if (dt_accept(c, DT_TOK_SEMICOLON)) {
		const struct dt_type *base = dt_type_resolve(type);

		if (!specs.tagged || specs.class != DT_CLASS_NONE || (!base->name && base->kind != DT_KIND_ENUM))
			dt_error(c, D_DECL_USELESS, &specs.pos, "declaration declares nothing: expected a name");
		return;
	}
	do {
		struct dt_declarator decl = { 0 };

		dt_parse_declarator(c, &decl);
		declare(c, &specs, &decl, type);
	} while (dt_accept(c, DT_TOK_COMMA));
	dt_expect(c, DT_TOK_SEMICOLON, "after the declaration");
}

/* ---- inline ---------------------------------------------------------------------------------- */

/* Names in the body that are parameters become their numbers. */
static void bind_params(struct dt_node *node, const struct dt_param *params)
{
	const struct dt_param *param;
	uint64_t index = 0;

	for (; node; node = node->next) {
		if (node->kind == DT_NODE_IDENT) {
			for (param = params, index = 0; param; param = param->next, index++) {
				if (param->name && !strcmp(param->name, node->text)) {
					node->kind = DT_NODE_ARG;
					node->value = index;
					break;
				}
			}
		}
		bind_params(node->left, params);
		bind_params(node->right, params);
		bind_params(node->cond, params);
		bind_params(node->args, params);
	}
}

static void check_params(struct dt_comp *c, const struct dt_step *step)
{
	const struct dt_param *param, *before;
	unsigned int number = 1;

	for (param = step->params; param; param = param->next, number++) {
		if (!param->name)
			dt_error(c, D_DECL_PROTO_FORM, &step->pos, "parameter %u of the inline has no name", number);
		for (before = step->params; before != param; before = before->next)
			if (!strcmp(before->name, param->name))
				dt_error(c, D_DECL_IDRED, &step->pos, "two parameters of the inline have the name '%s'",
					 param->name);
	}
}

/* A copy of the body with a stand-in of its type for each parameter, to be checked. */
static struct dt_node *sample_body(struct dt_comp *c, const struct dt_step *step, const struct dt_node *body)
{
	struct dt_node **sample;
	const struct dt_param *param;
	unsigned int count = 0;

	for (param = step->params; param; param = param->next)
		count++;
	sample = dt_alloc(c, (count + 1) * sizeof(*sample));
	count = 0;
	for (param = step->params; param; param = param->next) {
		struct dt_node *node = dt_node_new(c, DT_NODE_ARG, &step->pos);

		dt_set_type(c, node, param->type);
		node->flags |= DT_NF_LVAL;
		sample[count++] = node;
	}
	return dt_clone(c, c->arena, body, sample);
}

static void inline_params(struct dt_comp *c, struct dt_ident *ident, const struct dt_step *step)
{
	const struct dt_param *param;

	for (param = step->params; param; param = param->next)
		ident->inline_count++;
	ident->inline_types = dt_arena_alloc(&c->cc->arena, ident->inline_count * sizeof(struct dt_type *));
	ident->inline_count = 0;
	for (param = step->params; param; param = param->next)
		ident->inline_types[ident->inline_count++] = param->type;
}

void dt_parse_inline(struct dt_comp *c)
{
	struct dt_declarator decl = { 0 };
	struct dt_specs specs;
	struct dt_ident *ident;
	struct dt_type *type;
	struct dt_node *body, *value = NULL;
	bool has_params;

	dt_expect(c, DT_TOK_KW_INLINE, "");
	type = dt_parse_specs(c, &specs, "a type after inline");
	if (specs.class != DT_CLASS_NONE)
		dt_error(c, D_DECL_CLASS, &specs.pos, "an inline has no storage class");
	dt_parse_declarator(c, &decl);
	has_params = decl.steps && decl.steps->kind == DT_STEP_KEYS;
	type = dt_apply_steps(c, type, has_params ? decl.steps->next : decl.steps);
	if (!decl.name)
		dt_syntax_error(c, "a name after the type of the inline");
	ident = dt_ident_find(c, DT_SCOPE_GLOBAL, decl.name);
	if (ident && ident->kind != DT_IDENT_CONST)
		dt_error(c, D_DECL_IDRED, &decl.pos, "'%s' is declared already, as %s", decl.name,
			 dt_ident_kind_name(ident->kind));
	refuse_enumerator(c, &decl);
	if (dt_type_resolve(type)->kind == DT_KIND_VOID)
		dt_error(c, D_DECL_VOIDOBJ, &decl.pos, "inline '%s' cannot be void", decl.name);
	dt_expect(c, DT_TOK_ASGN, "after the name of the inline");
	body = dt_parse_assignment(c);
	dt_expect(c, DT_TOK_SEMICOLON, "after the inline");
	if (has_params) {
		check_params(c, decl.steps);
		bind_params(body, decl.steps->params);
	}
	/* That of a library is checked when it is used: it may name types that this kernel does not have. */
	if (!c->in_library)
		value = dt_check(c, has_params ? sample_body(c, decl.steps, body) : dt_clone(c, c->arena, body, NULL));
	ident = dt_ident_create(c, DT_SCOPE_GLOBAL, DT_IDENT_INLINE, decl.name, &decl.pos);
	ident->type = type;
	if (value && value->kind == DT_NODE_XLATE)
		dt_xlate_check_fits(c, body, type, value);
	else if (value)
		dt_check_inline(c, body, ident, value);
	if (has_params)
		inline_params(c, ident, decl.steps);
	ident->body = dt_clone(c, &c->cc->arena, body, NULL);
}
