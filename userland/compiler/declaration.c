/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/declaration.c - what a declaration declares: typedefs, variables, associative arrays, inlines. */
#include <string.h>

#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "types/types.h"

static void refuse_enumerator(struct ldt_comp *c, const struct ldt_declarator *decl)
{
	const struct ldt_constant *constant = ldt_map_get(&c->types->constants, decl->name);

	if (constant && constant->origin == LDT_ORIGIN_PROGRAM)
		ldt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as an enumerator of %s", decl->name,
			  ldt_type_text(c, constant->type));
}

/*
 * A predefined type may be defined again as what it is; in a header, as any integer of its size
 * (id_t is signed here).
 */
static bool says_the_same(const struct ldt_declarator *decl, struct ldt_type *old, struct ldt_type *type)
{
	return ldt_type_same(old, type) || (decl->pos.file && ldt_type_is_integer(old) && ldt_type_is_integer(type) &&
					    ldt_type_resolve(old)->size == ldt_type_resolve(type)->size);
}

/* One that the program declares at its top: it shares the names of types. */
static bool is_variable(struct ldt_comp *c, const char *name)
{
	const struct ldt_ident *ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, name);

	return ident && (ident->flags & LDT_IDENT_DECLARED);
}

/*
 * A type of the program, not one that the kernel, a header or the library may have without the
 * program's knowledge.
 */
static bool is_own_type(struct ldt_comp *c, const char *name)
{
	const struct ldt_type *type = ldt_type_find(c->types, LDT_NS_TYPEDEF, name);

	return type && type->generation && !type->soft && !type->header;
}

static void declare_typedef(struct ldt_comp *c, const struct ldt_declarator *decl, struct ldt_type *type)
{
	struct ldt_type *old = ldt_type_find(c->types, LDT_NS_TYPEDEF, decl->name);

	if (decl->steps && decl->steps->kind == LDT_STEP_KEYS)
		ldt_error(c, D_DECL_ARRSUB, &decl->pos, "a type cannot be an associative array");
	if (old && !old->generation && !old->soft && says_the_same(decl, old, type))
		return;
	if (is_variable(c, decl->name))
		ldt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as a variable", decl->name);
	if (old && !old->soft)
		ldt_error(c, old->generation ? D_DECL_IDRED : D_DECL_TYPERED, &decl->pos,
			  "type '%s' is defined already", decl->name);
	ldt_type_typedef(c->types, decl->name, type)->header = ldt_in_header(c, &decl->pos);
}

static void check_elements(struct ldt_comp *c, const struct ldt_declarator *decl, struct ldt_type *array)
{
	struct ldt_type *element = array;

	while (element->kind == LDT_KIND_ARRAY)
		element = ldt_type_resolve(element->target);
	if (!ldt_type_ensure(c->types, element))
		ldt_error(c, D_DECL_INCOMPLETE, &decl->pos, "the elements of array '%s' have an incomplete type: %s",
			  decl->name, ldt_type_text(c, element));
}

static void check_object(struct ldt_comp *c, const struct ldt_declarator *decl, struct ldt_type *type)
{
	struct ldt_type *base = ldt_type_resolve(type);

	switch (base->kind) {
	case LDT_KIND_VOID:
		ldt_error(c, D_DECL_VOIDOBJ, &decl->pos, "variable '%s' cannot be void", decl->name);
	case LDT_KIND_FUNCTION:
		ldt_error(c, D_DECL_COMBO, &decl->pos, "cannot declare function '%s' here: a function is no variable",
			  decl->name);
	case LDT_KIND_DYN:
	case LDT_KIND_STACK:
	case LDT_KIND_SYMADDR:
	case LDT_KIND_USYMADDR:
		ldt_error(c, D_DECL_DYNOBJ, &decl->pos, "variable '%s' cannot have the type %s", decl->name,
			  ldt_type_text(c, type));
	case LDT_KIND_FLOAT:
		return;
	case LDT_KIND_ARRAY:
		if (!base->complete)
			ldt_error(c, D_DECL_ARRNULL, &decl->pos, "array '%s' needs a size", decl->name);
		check_elements(c, decl, base);
		break;
	default:
		break;
	}
	if (base->kind == LDT_KIND_STRING)
		return;
	if (!ldt_type_ensure(c->types, base))
		ldt_error(c, D_DECL_INCOMPLETE, &decl->pos, "variable '%s' has an incomplete type: %s", decl->name,
			  ldt_type_text(c, type));
	ldt_check_variable_type(c, &decl->pos, type);
}

static struct ldt_keys *make_keys(struct ldt_comp *c, const struct ldt_step *step)
{
	struct ldt_keys *keys = ldt_arena_alloc(&c->cc->arena, sizeof(*keys));
	const struct ldt_param *param;

	for (param = step->params; param; param = param->next)
		keys->count++;
	keys->type = ldt_arena_alloc(&c->cc->arena, keys->count * sizeof(struct ldt_type *));
	keys->count = 0;
	for (param = step->params; param; param = param->next) {
		struct ldt_type *base = ldt_type_resolve(param->type);

		if (base->kind == LDT_KIND_VOID || base->kind == LDT_KIND_DYN || base->kind == LDT_KIND_FUNCTION ||
		    base->kind == LDT_KIND_STACK || base->kind == LDT_KIND_SYMADDR || base->kind == LDT_KIND_USYMADDR ||
		    (base->kind == LDT_KIND_ARRAY && !base->complete) || !ldt_type_ensure(c->types, base))
			ldt_error(c, D_DECL_PROTO_TYPE, &step->pos, "key %u cannot have the type %s", keys->count + 1,
				  ldt_type_text(c, param->type));
		keys->type[keys->count++] = param->type;
	}
	return keys;
}

static bool same_keys(const struct ldt_keys *a, const struct ldt_keys *b)
{
	unsigned int i;

	if (!a || !b || a->count != b->count)
		return a == b;
	for (i = 0; i < a->count; i++)
		if (!ldt_type_same(a->type[i], b->type[i]))
			return false;
	return true;
}

static void declare_variable(struct ldt_comp *c, const struct ldt_declarator *decl, enum ldt_scope scope,
			     struct ldt_type *type)
{
	struct ldt_ident *ident = ldt_ident_find(c, scope, decl->name);
	struct ldt_keys *keys = NULL;

	if (decl->steps && decl->steps->kind == LDT_STEP_KEYS) {
		if (scope == LDT_SCOPE_THIS)
			ldt_error(c, D_DECL_LOCASSC, &decl->pos, "'this->%s' cannot be an associative array",
				  decl->name);
		keys = make_keys(c, decl->steps);
	}
	if (ident && ident->kind == LDT_IDENT_CONST) {
		ldt_map_remove(&c->cc->globals, decl->name);
		ident = NULL;
	}
	if (ident) {
		if ((ident->flags & LDT_IDENT_BUILTIN) || ident->kind != (keys ? LDT_IDENT_ARRAY : LDT_IDENT_SCALAR) ||
		    !ident->type || !ldt_type_same(ident->type, type) || !same_keys(ident->keys, keys))
			ldt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as %s%s%s", decl->name,
				  ldt_ident_kind_name(ident->kind), ident->type ? " of type " : "",
				  ident->type ? ldt_type_text(c, ident->type) : "");
		return;
	}
	if (scope == LDT_SCOPE_GLOBAL)
		refuse_enumerator(c, decl);
	if (scope == LDT_SCOPE_GLOBAL && is_own_type(c, decl->name))
		ldt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as a type", decl->name);
	ident = ldt_ident_create(c, scope, keys ? LDT_IDENT_ARRAY : LDT_IDENT_SCALAR, decl->name, &decl->pos);
	ident->type = type;
	ident->keys = keys;
	ident->flags |= LDT_IDENT_DECLARED;
}

/*
 * Whether a declaration names an object of C elsewhere, because D cannot have such a variable: a
 * function, an array of unknown size, an array that is too big.
 */
static bool is_foreign(struct ldt_comp *c, struct ldt_type *type)
{
	struct ldt_type *base = ldt_type_resolve(type);

	return base->kind == LDT_KIND_FUNCTION ||
	       (base->kind == LDT_KIND_ARRAY && (!base->complete || ldt_type_size(c->types, base) > LDT_VARIABLE_MAX));
}

static void declare(struct ldt_comp *c, const struct ldt_specs *specs, struct ldt_declarator *decl,
		    struct ldt_type *spec_type)
{
	bool is_keys = decl->steps && decl->steps->kind == LDT_STEP_KEYS;
	struct ldt_type *type = ldt_apply_steps(c, spec_type, is_keys ? decl->steps->next : decl->steps);

	if (!decl->name)
		ldt_syntax_error(c, "a name in the declaration");
	switch (specs->class) {
	case LDT_CLASS_TYPEDEF:
		declare_typedef(c, decl, type);
		return;
	case LDT_CLASS_STATIC:
	case LDT_CLASS_AUTO:
	case LDT_CLASS_REGISTER:
		ldt_error(c, D_DECL_BADCLASS, &specs->pos,
			  "this storage class is not possible in D: expected self, this, extern or none");
	default:
		if ((specs->class == LDT_CLASS_EXTERN || decl->pos.file) && is_foreign(c, type))
			return;
		if (specs->class == LDT_CLASS_NONE && ldt_type_resolve(type)->kind == LDT_KIND_FUNCTION)
			return; /* as in C: it is extern */
		check_object(c, decl, type);
		declare_variable(c, decl,
				 specs->class == LDT_CLASS_SELF   ? LDT_SCOPE_SELF
				 : specs->class == LDT_CLASS_THIS ? LDT_SCOPE_THIS
								  : LDT_SCOPE_GLOBAL,
				 type);
	}
}

void ldt_parse_declaration(struct ldt_comp *c)
{
	struct ldt_specs specs;
	struct ldt_type *type = ldt_parse_specs(c, &specs, "a probe description or a declaration");

	if (ldt_accept(c, LDT_TOK_SEMICOLON)) {
		const struct ldt_type *base = ldt_type_resolve(type);
		bool plain = specs.class == LDT_CLASS_NONE || specs.class == LDT_CLASS_TYPEDEF;

		if (!specs.tagged || !plain || (!base->name && base->kind != LDT_KIND_ENUM))
			ldt_error(c, D_DECL_USELESS, &specs.pos, "declaration declares nothing: expected a name");
		return;
	}
	do {
		struct ldt_declarator decl = { 0 };

		ldt_parse_declarator(c, &decl);
		declare(c, &specs, &decl, type);
	} while (ldt_accept(c, LDT_TOK_COMMA));
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the declaration");
}

/* ---- inline ---------------------------------------------------------------------------------- */

/* Names in the body that are parameters become their numbers. */
static void bind_params(struct ldt_node *node, const struct ldt_param *params)
{
	const struct ldt_param *param;
	uint64_t index = 0;

	for (; node; node = node->next) {
		if (node->kind == LDT_NODE_IDENT) {
			for (param = params, index = 0; param; param = param->next, index++) {
				if (param->name && !strcmp(param->name, node->text)) {
					node->kind = LDT_NODE_ARG;
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

static void check_params(struct ldt_comp *c, const struct ldt_step *step)
{
	const struct ldt_param *param, *before;
	unsigned int number = 1;

	for (param = step->params; param; param = param->next, number++) {
		if (!param->name)
			ldt_error(c, D_DECL_PROTO_FORM, &step->pos, "parameter %u of the inline has no name", number);
		for (before = step->params; before != param; before = before->next)
			if (!strcmp(before->name, param->name))
				ldt_error(c, D_DECL_IDRED, &step->pos,
					  "two parameters of the inline have the name '%s'", param->name);
	}
}

/* A copy of the body, to be checked: each parameter is replaced by a placeholder of its type. */
static struct ldt_node *sample_body(struct ldt_comp *c, const struct ldt_step *step, const struct ldt_node *body)
{
	struct ldt_node **sample;
	const struct ldt_param *param;
	unsigned int count = 0;

	for (param = step->params; param; param = param->next)
		count++;
	sample = ldt_alloc(c, (count + 1) * sizeof(*sample));
	count = 0;
	for (param = step->params; param; param = param->next) {
		struct ldt_node *node = ldt_node_new(c, LDT_NODE_ARG, &step->pos);

		ldt_set_type(c, node, param->type);
		node->flags |= LDT_NF_LVAL;
		sample[count++] = node;
	}
	return ldt_clone(c, c->arena, body, sample);
}

static void inline_params(struct ldt_comp *c, struct ldt_ident *ident, const struct ldt_step *step)
{
	const struct ldt_param *param;

	for (param = step->params; param; param = param->next)
		ident->inline_count++;
	ident->inline_types = ldt_arena_alloc(&c->cc->arena, ident->inline_count * sizeof(struct ldt_type *));
	ident->inline_count = 0;
	for (param = step->params; param; param = param->next)
		ident->inline_types[ident->inline_count++] = param->type;
}

void ldt_parse_inline(struct ldt_comp *c)
{
	struct ldt_declarator decl = { 0 };
	struct ldt_specs specs;
	struct ldt_ident *ident;
	struct ldt_type *type;
	struct ldt_node *body, *value = NULL;
	bool has_params;

	c->copied = 0;
	ldt_expect(c, LDT_TOK_KW_INLINE, "");
	type = ldt_parse_specs(c, &specs, "a type after inline");
	if (specs.class != LDT_CLASS_NONE)
		ldt_error(c, D_DECL_CLASS, &specs.pos, "an inline has no storage class");
	ldt_parse_declarator(c, &decl);
	if (decl.steps && decl.steps->kind == LDT_STEP_FUNCTION && decl.steps->params)
		ldt_error(c, D_SYNTAX, &decl.steps->pos,
			  "the parameters of an inline are in [ ]: inline int f[int x] = x + 1");
	has_params = decl.steps && decl.steps->kind == LDT_STEP_KEYS;
	type = ldt_apply_steps(c, type, has_params ? decl.steps->next : decl.steps);
	if (!decl.name)
		ldt_syntax_error(c, "a name after the type of the inline");
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, decl.name);
	if (ident && ident->kind != LDT_IDENT_CONST)
		ldt_error(c, D_DECL_IDRED, &decl.pos, "'%s' is declared already, as %s", decl.name,
			  ldt_ident_kind_name(ident->kind));
	refuse_enumerator(c, &decl);
	if (ldt_type_resolve(type)->kind == LDT_KIND_VOID)
		ldt_error(c, D_DECL_VOIDOBJ, &decl.pos, "inline '%s' cannot be void", decl.name);
	ldt_expect(c, LDT_TOK_ASGN, "after the name of the inline");
	body = ldt_parse_assignment(c);
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the inline");
	if (has_params) {
		check_params(c, decl.steps);
		bind_params(body, decl.steps->params);
	}
	/* That of a library is checked when it is used: it may name types that this kernel does not have. */
	if (!c->in_library)
		value = ldt_check(c,
				  has_params ? sample_body(c, decl.steps, body) : ldt_clone(c, c->arena, body, NULL));
	ident = ldt_ident_create(c, LDT_SCOPE_GLOBAL, LDT_IDENT_INLINE, decl.name, &decl.pos);
	ident->type = type;
	if (value && value->kind == LDT_NODE_XLATE)
		ldt_xlate_check_fits(c, body, type, value);
	else if (value)
		ldt_check_inline(c, body, ident, value);
	if (has_params)
		inline_params(c, ident, decl.steps);
	ident->body = ldt_clone(c, &c->cc->arena, body, NULL);
}
