/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_decl.c - declarations: specifiers, declarators, structures, enumerations; what they declare; type names in casts.
 *
 * A declarator is read into a list of steps from the name outwards (array of, pointer to, function returning); the type
 * is made by taking the steps from the last to the first.
 */
#include <string.h>

#include "dt_comp.h"

/* ---- specifiers ---- */

enum decl_class {
	CLASS_NONE,
	CLASS_TYPEDEF,
	CLASS_EXTERN,
	CLASS_STATIC,
	CLASS_AUTO,
	CLASS_REGISTER,
	CLASS_SELF,
	CLASS_THIS
};

struct specs {
	struct dt_pos pos;
	enum decl_class class;
	enum dt_tok base;     /* keyword of a basic type, or EOF */
	struct dt_type *type; /* struct, enum, typedef name, string */
	bool is_signed, is_unsigned, is_short;
	int longs;
	bool is_const, is_volatile, is_restrict;
	bool tagged; /* names or defines a struct, union or enum */
};

static struct dt_type *parse_sou(struct dt_comp *c);
static struct dt_type *parse_enum(struct dt_comp *c);

/* Split "mod`name" at its last backquote. */
static const char *split_scope(struct dt_comp *c, const char *text, const char **module_ret)
{
	const char *mark = strrchr(text, '`');

	*module_ret = NULL;
	if (!mark)
		return text;
	*module_ret = dt_arena_strndup(c->arena, text, (size_t)(mark - text));
	return mark + 1;
}

struct dt_type *dt_type_by_name(struct dt_comp *c, const char *text)
{
	const char *module, *name = split_scope(c, text, &module);

	if (!*name)
		return NULL;
	return dt_type_lookup(c->types, module, DT_NS_TYPEDEF, name);
}

bool dt_starts_type(struct dt_comp *c, const struct dt_token *token)
{
	switch (token->kind) {
	case DT_TOK_KW_CHAR:
	case DT_TOK_KW_CONST:
	case DT_TOK_KW_DOUBLE:
	case DT_TOK_KW_ENUM:
	case DT_TOK_KW_FLOAT:
	case DT_TOK_KW_INT:
	case DT_TOK_KW_LONG:
	case DT_TOK_KW_RESTRICT:
	case DT_TOK_KW_SHORT:
	case DT_TOK_KW_SIGNED:
	case DT_TOK_KW_STRING:
	case DT_TOK_KW_STRUCT:
	case DT_TOK_KW_UNION:
	case DT_TOK_KW_UNSIGNED:
	case DT_TOK_KW_VOID:
	case DT_TOK_KW_VOLATILE:
		return true;
	case DT_TOK_IDENT:
		return !dt_ident_find(c, DT_SCOPE_GLOBAL, token->text) &&
		       dt_type_find(c->types, DT_NS_TYPEDEF, token->text);
	default:
		return false;
	}
}

/* Whether a name in parentheses, up to @close, is followed by something that only an operand can begin with. */
static bool operand_follows(struct dt_comp *c, unsigned int close)
{
	switch (dt_peek_at(c, close + 1)->kind) {
	case DT_TOK_IDENT:
	case DT_TOK_INT:
	case DT_TOK_STRING:
	case DT_TOK_LPAR:
	case DT_TOK_ADD:
	case DT_TOK_SUB:
	case DT_TOK_MUL:
	case DT_TOK_BAND:
	case DT_TOK_BNEG:
	case DT_TOK_LNEG:
	case DT_TOK_INC:
	case DT_TOK_DEC:
	case DT_TOK_KW_SIZEOF:
	case DT_TOK_KW_OFFSETOF:
	case DT_TOK_KW_STRINGOF:
	case DT_TOK_KW_XLATE:
	case DT_TOK_KW_SELF:
	case DT_TOK_KW_THIS:
		return true;
	default:
		return false;
	}
}

bool dt_starts_cast(struct dt_comp *c, bool operand)
{
	const struct dt_token *name = dt_peek_at(c, 1);
	unsigned int at = 2;

	if (dt_starts_type(c, name))
		return true;
	if (name->kind != DT_TOK_IDENT || dt_ident_find(c, DT_SCOPE_GLOBAL, name->text) ||
	    dt_map_get(&c->seen, name->text))
		return false;
	/* The kernel's types are looked through only where the form is that of a type: (name) operand, (name *). */
	while (at < 6 && dt_peek_at(c, at)->kind == DT_TOK_MUL)
		at++;
	if (dt_peek_at(c, at)->kind != DT_TOK_RPAR || (at == 2 && !operand && !operand_follows(c, at)))
		return false;
	return dt_type_by_name(c, dt_peek_at(c, 1)->text);
}

static void set_class(struct dt_comp *c, struct specs *specs, enum decl_class class)
{
	struct dt_token token = dt_take(c);

	if (specs->class != CLASS_NONE)
		dt_error(c, D_DECL_CLASS, &token.pos, "only one storage class is possible in a declaration");
	specs->class = class;
}

static void set_base(struct dt_comp *c, struct specs *specs, enum dt_tok base, struct dt_type *type,
		     const struct dt_pos *pos)
{
	if (specs->base != DT_TOK_EOF || specs->type)
		dt_error(c, D_DECL_COMBO, pos,
			 "invalid combination of types: only one basic type is possible in a declaration");
	specs->base = type ? DT_TOK_EOF : base;
	specs->type = type;
}

static void set_attribute(struct dt_comp *c, struct specs *specs, enum dt_tok kind)
{
	struct dt_token token = dt_take(c);

	if (kind == DT_TOK_KW_SIGNED)
		specs->is_signed = true;
	else if (kind == DT_TOK_KW_UNSIGNED)
		specs->is_unsigned = true;
	else if (kind == DT_TOK_KW_SHORT)
		specs->is_short = true;
	else
		specs->longs++;
	if ((specs->is_signed && specs->is_unsigned) || (specs->is_short && specs->longs) || specs->longs > 2)
		dt_error(c, D_DECL_COMBO, &token.pos, "invalid combination of signed, unsigned, short and long");
}

/* A name is the type only when there is none yet: in "int x" x is what is declared. */
static bool take_type_name(struct dt_comp *c, struct specs *specs)
{
	const struct dt_token *token = dt_peek(c);
	struct dt_type *type;
	struct dt_pos pos = token->pos;

	if (specs->base != DT_TOK_EOF || specs->type || specs->is_signed || specs->is_unsigned || specs->is_short ||
	    specs->longs)
		return false;
	type = dt_type_by_name(c, token->text);
	if (!type)
		return false;
	dt_take(c);
	set_base(c, specs, DT_TOK_EOF, type, &pos);
	return true;
}

static bool parse_class(struct dt_comp *c, struct specs *specs, enum dt_tok kind)
{
	switch (kind) {
	case DT_TOK_KW_TYPEDEF:
		set_class(c, specs, CLASS_TYPEDEF);
		return true;
	case DT_TOK_KW_EXTERN:
		set_class(c, specs, CLASS_EXTERN);
		return true;
	case DT_TOK_KW_STATIC:
		set_class(c, specs, CLASS_STATIC);
		return true;
	case DT_TOK_KW_AUTO:
		set_class(c, specs, CLASS_AUTO);
		return true;
	case DT_TOK_KW_REGISTER:
		set_class(c, specs, CLASS_REGISTER);
		return true;
	case DT_TOK_KW_SELF:
		set_class(c, specs, CLASS_SELF);
		return true;
	case DT_TOK_KW_THIS:
		set_class(c, specs, CLASS_THIS);
		return true;
	default:
		return false;
	}
}

/* One specifier; false: the next token is none. */
static bool parse_specifier(struct dt_comp *c, struct specs *specs)
{
	struct dt_token token = *dt_peek(c);

	switch (token.kind) {
	case DT_TOK_KW_CONST:
		dt_take(c);
		specs->is_const = true;
		return true;
	case DT_TOK_KW_VOLATILE:
		dt_take(c);
		specs->is_volatile = true;
		return true;
	case DT_TOK_KW_RESTRICT:
		dt_take(c);
		specs->is_restrict = true;
		return true;
	case DT_TOK_KW_SIGNED:
	case DT_TOK_KW_UNSIGNED:
	case DT_TOK_KW_SHORT:
	case DT_TOK_KW_LONG:
		set_attribute(c, specs, token.kind);
		return true;
	case DT_TOK_KW_VOID:
	case DT_TOK_KW_CHAR:
	case DT_TOK_KW_INT:
	case DT_TOK_KW_FLOAT:
	case DT_TOK_KW_DOUBLE:
		dt_take(c);
		set_base(c, specs, token.kind, NULL, &token.pos);
		return true;
	case DT_TOK_KW_STRING:
		dt_take(c);
		set_base(c, specs, DT_TOK_EOF, c->types->string, &token.pos);
		return true;
	case DT_TOK_KW_STRUCT:
	case DT_TOK_KW_UNION:
		set_base(c, specs, DT_TOK_EOF, parse_sou(c), &token.pos);
		specs->tagged = true;
		return true;
	case DT_TOK_KW_ENUM:
		set_base(c, specs, DT_TOK_EOF, parse_enum(c), &token.pos);
		specs->tagged = true;
		return true;
	case DT_TOK_IDENT:
		return take_type_name(c, specs);
	default:
		return parse_class(c, specs, token.kind);
	}
}

static struct dt_type *int_spec(struct dt_comp *c, const struct specs *specs)
{
	struct dt_types *types = c->types;

	if (specs->is_short)
		return specs->is_unsigned ? types->ushort : types->short_;
	if (specs->longs == 2)
		return specs->is_unsigned ? types->ullong : types->llong;
	if (specs->longs)
		return specs->is_unsigned ? types->ulong : types->long_;
	return specs->is_unsigned ? types->uint : types->int_;
}

static struct dt_type *attributed_type(struct dt_comp *c, const struct specs *specs)
{
	struct dt_types *types = c->types;
	bool sign = specs->is_signed || specs->is_unsigned;

	switch (specs->base) {
	case DT_TOK_KW_CHAR:
		if (specs->is_short || specs->longs)
			dt_error(c, D_DECL_CHARATTR, &specs->pos, "invalid type: short and long do not go with char");
		return specs->is_unsigned ? types->uchar : specs->is_signed ? types->schar : types->char_;
	case DT_TOK_KW_VOID:
		if (specs->is_short || specs->longs || sign)
			dt_error(c, D_DECL_VOIDATTR, &specs->pos,
				 "invalid type: signed, unsigned, short and long do not go with void");
		return types->void_;
	case DT_TOK_KW_FLOAT:
	case DT_TOK_KW_DOUBLE:
		if (sign)
			dt_error(c, D_DECL_SIGNINT, &specs->pos,
				 "invalid type: signed and unsigned go only with integer types");
		if (specs->is_short || specs->longs > 1 || (specs->longs && specs->base == DT_TOK_KW_FLOAT))
			dt_error(c, D_DECL_LONGINT, &specs->pos,
				 "invalid type: short and long do not go with this floating-point type");
		return specs->base == DT_TOK_KW_FLOAT ? types->float_ : specs->longs ? types->ldouble : types->double_;
	default:
		return int_spec(c, specs);
	}
}

static struct dt_type *specs_type(struct dt_comp *c, const struct specs *specs)
{
	struct dt_type *type = specs->type;

	if (type && (specs->is_signed || specs->is_unsigned))
		dt_error(c, D_DECL_SIGNINT, &specs->pos,
			 "invalid type: signed and unsigned go only with int, char, short and long");
	if (type && (specs->is_short || specs->longs))
		dt_error(c, D_DECL_LONGINT, &specs->pos, "invalid type: short and long go only with int and double");
	if (!type)
		type = attributed_type(c, specs);
	if (specs->is_volatile)
		type = dt_type_qualified(c->types, DT_KIND_VOLATILE, type);
	if (specs->is_restrict)
		type = dt_type_qualified(c->types, DT_KIND_RESTRICT, type);
	if (specs->is_const)
		type = dt_type_qualified(c->types, DT_KIND_CONST, type);
	return type;
}

static struct dt_type *parse_specs(struct dt_comp *c, struct specs *specs, const char *expected)
{
	memset(specs, 0, sizeof(*specs));
	specs->base = DT_TOK_EOF;
	specs->pos = dt_peek(c)->pos;
	while (parse_specifier(c, specs))
		;
	if (specs->base == DT_TOK_EOF && !specs->type && !specs->is_signed && !specs->is_unsigned && !specs->is_short &&
	    !specs->longs) {
		bool any = specs->class != CLASS_NONE || specs->is_const || specs->is_volatile || specs->is_restrict;

		if (!any || !dt_next_is(c, DT_TOK_IDENT) || specs->class == CLASS_TYPEDEF || c->in_type_text) {
			const struct dt_token *token = dt_peek(c);

			if (any && dt_next_is(c, DT_TOK_SEMICOLON))
				dt_error(c, D_DECL_USELESS, &specs->pos,
					 "declaration declares nothing: expected a type and a name");
			if (token->kind == DT_TOK_IDENT)
				dt_error(c, D_SYNTAX, &token->pos, "unknown type '%s': expected %s", token->text,
					 expected);
			dt_syntax_error(c, expected);
		}
		if (dt_peek_at(c, 1)->kind == DT_TOK_IDENT)
			dt_error(c, D_SYNTAX, &dt_peek(c)->pos, "unknown type '%s': expected %s", dt_peek(c)->text,
				 expected);
	}
	return specs_type(c, specs);
}

/* ---- declarators ---- */

enum step_kind { STEP_POINTER, STEP_ARRAY, STEP_FUNCTION, STEP_KEYS };

struct step {
	enum step_kind kind;
	uint64_t count;
	bool complete, varargs;
	bool is_const, is_volatile, is_restrict;
	struct dt_param *params;
	struct dt_pos pos;
	struct step *next;
};

struct declarator {
	const char *name; /* NULL: abstract */
	struct dt_pos pos;
	struct step *steps, **tail;
};

static struct step *add_step(struct dt_comp *c, struct declarator *decl, enum step_kind kind)
{
	struct step *step = dt_alloc(c, sizeof(*step));

	step->kind = kind;
	step->pos = dt_peek(c)->pos;
	*decl->tail = step;
	decl->tail = &step->next;
	return step;
}

static void parse_declarator(struct dt_comp *c, struct declarator *decl);

static struct dt_type *apply_steps(struct dt_comp *c, struct dt_type *type, struct step *step);

/* One parameter: its type and perhaps a name. Arrays and functions become pointers. */
static struct dt_param *parse_param(struct dt_comp *c, bool decay)
{
	struct dt_param *param = dt_arena_alloc(&c->types->arena, sizeof(*param));
	struct declarator decl = { 0 };
	struct specs specs;
	struct dt_type *type = parse_specs(c, &specs, "a parameter type"), *base;

	if (specs.class != CLASS_NONE)
		dt_error(c, D_DECL_PARMCLASS, &specs.pos, "a parameter has no storage class");
	parse_declarator(c, &decl);
	type = apply_steps(c, type, decl.steps);
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

static void parse_array(struct dt_comp *c, struct declarator *decl)
{
	/* That of a parameter of a header's function. */
	bool is_restrict = decl->pos.file && dt_peek_at(c, 1)->kind == DT_TOK_KW_RESTRICT;
	struct step *step;
	struct dt_node *size;
	int64_t value;

	if (!is_restrict && starts_parameter(c, dt_peek_at(c, 1))) {
		step = add_step(c, decl, STEP_KEYS);
		dt_take(c);
		step->params = parse_params(c, DT_TOK_RBRAC, &step->varargs);
		if (step->varargs)
			dt_error(c, D_DECL_PROTO_VARARGS, &step->pos,
				 "the keys of an array cannot be a variable list (...)");
		return;
	}
	step = add_step(c, decl, STEP_ARRAY);
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

static void parse_direct(struct dt_comp *c, struct declarator *decl)
{
	struct step *step;

	if (dt_next_is(c, DT_TOK_LPAR) && opens_declarator(c)) {
		dt_take(c);
		parse_declarator(c, decl);
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
			step = add_step(c, decl, STEP_FUNCTION);
			dt_take(c);
			step->params = parse_params(c, DT_TOK_RPAR, &step->varargs);
		} else {
			return;
		}
	}
}

static void parse_declarator(struct dt_comp *c, struct declarator *decl)
{
	struct step *stars = NULL, *step;

	if (++c->depth > 100)
		dt_error(c, D_SYNTAX, &dt_peek(c)->pos, "declarator is nested too deeply: more than 100 levels");
	if (!decl->tail) {
		decl->tail = &decl->steps;
		decl->pos = dt_peek(c)->pos;
	}
	while (dt_next_is(c, DT_TOK_MUL)) {
		step = dt_alloc(c, sizeof(*step));
		step->kind = STEP_POINTER;
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

static struct dt_type *apply_array(struct dt_comp *c, struct dt_type *type, const struct step *step)
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
static struct dt_type *apply_steps(struct dt_comp *c, struct dt_type *type, struct step *step)
{
	struct dt_type *base;

	if (!step)
		return type;
	type = apply_steps(c, type, step->next);
	base = dt_type_resolve(type);
	switch (step->kind) {
	case STEP_POINTER:
		type = dt_type_pointer(c->types, type);
		return step->is_const ? dt_type_qualified(c->types, DT_KIND_CONST, type) : type;
	case STEP_ARRAY:
		return apply_array(c, type, step);
	case STEP_FUNCTION:
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

/* ---- structures and enumerations ---- */

static void check_bitfield(struct dt_comp *c, const struct declarator *decl, struct dt_type *type,
			   const struct dt_node *width, int64_t value)
{
	struct dt_type *base = dt_type_resolve(type);

	if (base->kind != DT_KIND_INT && base->kind != DT_KIND_ENUM)
		dt_error(c, D_DECL_BFTYPE, &decl->pos, "bit-field '%s' must have an integer type",
			 decl->name ? decl->name : "");
	if (value < 0 || (value == 0 && decl->name))
		dt_node_error(c, D_DECL_BFCONST, width, "the width of a bit-field must be a positive integer constant");
	if ((uint64_t)value > base->size * 8)
		dt_node_error(c, D_DECL_BFSIZE, width, "bit-field '%s' has an invalid width: expected 1 to %d bits",
			      decl->name ? decl->name : "", (int)base->size * 8);
}

static void check_member_type(struct dt_comp *c, const struct declarator *decl, struct dt_type *type)
{
	struct dt_type *base = dt_type_resolve(type);

	if (base->kind == DT_KIND_VOID)
		dt_error(c, D_DECL_VOIDOBJ, &decl->pos, "member '%s' cannot be void", decl->name);
	if (base->kind == DT_KIND_FUNCTION)
		dt_error(c, D_DECL_COMBO, &decl->pos, "member '%s' cannot be a function: expected a pointer to one",
			 decl->name);
	if (base->kind == DT_KIND_STACK || base->kind == DT_KIND_SYMADDR || base->kind == DT_KIND_USYMADDR)
		dt_error(c, D_DECL_DYNOBJ, &decl->pos, "member '%s' cannot have the type %s", decl->name,
			 dt_type_text(c, type));
	if ((base->kind == DT_KIND_ARRAY && !base->complete) || !dt_type_ensure(c->types, base))
		dt_error(c, D_DECL_INCOMPLETE, &decl->pos, "member '%s' has an incomplete type: %s", decl->name,
			 dt_type_text(c, type));
}

static void parse_member(struct dt_comp *c, struct dt_type *sou, struct dt_type *spec_type, bool *zero_width)
{
	struct declarator decl = { 0 };
	struct dt_type *type;
	int64_t width = 0;

	*zero_width = false;
	parse_declarator(c, &decl);
	if (decl.pos.file && decl.steps && decl.steps->kind == STEP_ARRAY)
		decl.steps->complete = true; /* a header's last member of any size */
	type = apply_steps(c, spec_type, decl.steps);
	if (dt_accept(c, DT_TOK_COLON)) {
		struct dt_node *node = dt_check(c, dt_parse_conditional(c));

		if (!dt_node_const(node, &width))
			dt_node_error(c, D_DECL_BFCONST, node, "the width of a bit-field must be an integer constant");
		check_bitfield(c, &decl, type, node, width);
		*zero_width = width == 0;
	} else if (!decl.name) {
		dt_error(c, D_DECL_MNAME, &decl.pos, "expected a member name");
	} else {
		check_member_type(c, &decl, type);
	}
	if (*zero_width) {
		dt_type_round(sou, (uint32_t)dt_type_resolve(type)->size * 8);
		return;
	}
	if (!dt_type_add_member(c->types, sou, decl.name, type, (uint32_t)width))
		dt_error(c, D_UNKNOWN, &decl.pos, "member '%s' is there already in %s", decl.name,
			 dt_type_text(c, sou));
	if (sou->count / 8 > UINT32_MAX)
		dt_error(c, D_DECL_ARRBIG, &decl.pos, "%s is too big: more than %u bytes", dt_type_text(c, sou),
			 UINT32_MAX);
}

static void parse_members(struct dt_comp *c, struct dt_type *sou)
{
	if (dt_next_is(c, DT_TOK_RBRACE) && !dt_peek(c)->pos.file) /* headers for GNU C have such */
		dt_syntax_error(c, "a member: C has no empty struct or union");
	while (!dt_accept(c, DT_TOK_RBRACE)) {
		struct specs specs;
		struct dt_type *type = parse_specs(c, &specs, "a member declaration");
		bool zero_width;

		if (specs.class != CLASS_NONE)
			dt_error(c, D_DECL_CLASS, &specs.pos, "a member has no storage class");
		if (dt_next_is(c, DT_TOK_SEMICOLON)) {
			if (!dt_type_is_sou(type) || dt_type_resolve(type)->name)
				dt_error(c, D_DECL_MNAME, &specs.pos, "expected a member name");
			dt_type_add_member(c->types, sou, NULL, type, 0);
		} else {
			do {
				parse_member(c, sou, type, &zero_width);
			} while (dt_accept(c, DT_TOK_COMMA));
		}
		dt_expect(c, DT_TOK_SEMICOLON, "after a member");
	}
}

static bool in_header(const struct dt_comp *c, const struct dt_pos *pos)
{
	return pos->file && !c->in_library;
}

/* The tag behind struct, union or enum: a scoped one is looked up, another made, and defined when somebody looks into
 * it. */
static struct dt_type *tagged(struct dt_comp *c, enum dt_kind kind, const struct dt_token *tag, bool defines)
{
	enum dt_namespace ns = kind == DT_KIND_STRUCT ? DT_NS_STRUCT : kind == DT_KIND_UNION ? DT_NS_UNION : DT_NS_ENUM;
	const char *module, *name;
	struct dt_type *type;

	if (!tag)
		return dt_type_tagged(c->types, kind, NULL);
	name = split_scope(c, tag->text, &module);
	if (defines && name != tag->text)
		dt_error(c, D_DECL_SCOPE, &tag->pos,
			 "cannot define '%s': scoping with ` is not possible in a definition", tag->text);
	type = module ? dt_type_lookup(c->types, module, ns, name) : dt_type_find(c->types, ns, name);
	if (type && defines && type->origin) { /* the kernel's: the program may have one of its own */
		dt_map_remove(&c->types->names[ns], name);
		type = NULL;
	}
	if (type && defines && type->complete)
		dt_error(c, D_DECL_TYPERED, &tag->pos, "type '%s' is defined already", dt_type_text(c, type));
	if (!type)
		type = dt_type_tagged(c->types, kind, name);
	if (defines)
		type->header = in_header(c, &tag->pos);
	return type;
}

static struct dt_type *parse_sou(struct dt_comp *c)
{
	enum dt_kind kind = dt_take(c).kind == DT_TOK_KW_STRUCT ? DT_KIND_STRUCT : DT_KIND_UNION;
	struct dt_token tag;
	struct dt_type *type;
	bool has_tag = dt_next_is(c, DT_TOK_IDENT), defines;

	if (has_tag)
		tag = dt_take(c);
	defines = dt_next_is(c, DT_TOK_LBRACE);
	if (!has_tag && !defines)
		dt_syntax_error(c, "a tag or { after struct or union");
	type = tagged(c, kind, has_tag ? &tag : NULL, defines);
	if (!defines)
		return type;
	if (++c->depth > 100)
		dt_error(c, D_SYNTAX, &dt_peek(c)->pos, "structures are nested too deeply: more than 100 levels");
	dt_take(c);
	type->busy = true;
	parse_members(c, type);
	type->busy = false;
	c->depth--;
	dt_type_finish(c->types, type);
	return type;
}

/*
 * An enumerator of the program cannot have the name of a variable, an inline or a function, nor they its name; beside
 * one of a header they go first. A constant of the library gives way.
 */
static void refuse_taken(struct dt_comp *c, const struct dt_token *name)
{
	const struct dt_ident *ident = dt_ident_find(c, DT_SCOPE_GLOBAL, name->text);

	if (ident && ident->kind != DT_IDENT_CONST && !name->pos.file)
		dt_error(c, D_DECL_IDRED, &name->pos, "'%s' is declared already, as %s", name->text,
			 dt_ident_kind_name(ident->kind));
}

static void refuse_enumerator(struct dt_comp *c, const struct declarator *decl)
{
	const struct dt_constant *constant = dt_map_get(&c->types->constants, decl->name);

	if (constant && constant->origin == DT_ORIGIN_PROGRAM)
		dt_error(c, D_DECL_IDRED, &decl->pos, "'%s' is declared already, as an enumerator of %s", decl->name,
			 dt_type_text(c, constant->type));
}

static void parse_enumerators(struct dt_comp *c, struct dt_type *type)
{
	const struct dt_constant *known;
	int64_t value = 0;

	if (dt_next_is(c, DT_TOK_RBRACE))
		dt_syntax_error(c, "an enumerator: C has no empty enum");
	while (!dt_next_is(c, DT_TOK_RBRACE)) {
		struct dt_token name = dt_expect(c, DT_TOK_IDENT, "in an enumeration");

		if (strchr(name.text, '`'))
			dt_error(c, D_DECL_SCOPE, &name.pos,
				 "cannot declare '%s': scoping with ` is not possible in a declaration", name.text);
		refuse_taken(c, &name);
		if (dt_accept(c, DT_TOK_ASGN)) {
			struct dt_node *node = dt_check(c, dt_parse_conditional(c));

			if (!dt_node_const(node, &value))
				dt_node_error(c, D_DECL_ENCONST, node, "the value of '%s' must be an integer constant",
					      name.text);
		}
		if (name.pos.file && value > INT32_MAX && value <= UINT32_MAX)
			type->is_signed = false; /* GNU C: the enumeration is unsigned then */
		else if (value > INT32_MAX || value < INT32_MIN)
			dt_error(c, D_DECL_ENOFLOW, &name.pos, "the value of '%s' does not fit int: %lld", name.text,
				 (long long)value);
		known = dt_map_get(&c->types->constants, name.text);
		if (known && known->origin != DT_ORIGIN_FILE)
			dt_error(c, known->type == type ? D_UNKNOWN : D_DECL_IDRED, &name.pos,
				 "enumerator '%s' is there already", name.text);
		if (known)
			dt_map_remove(&c->types->constants, name.text);
		dt_type_add_enumerator(c->types, type, name.text, value++,
				       name.pos.file ? DT_ORIGIN_HEADER : DT_ORIGIN_PROGRAM);
		if (!dt_accept(c, DT_TOK_COMMA))
			break;
	}
	dt_expect(c, DT_TOK_RBRACE, "after the enumerators");
}

static struct dt_type *parse_enum(struct dt_comp *c)
{
	struct dt_token tag;
	struct dt_type *type;
	bool has_tag, defines;

	dt_take(c);
	has_tag = dt_next_is(c, DT_TOK_IDENT);
	if (has_tag)
		tag = dt_take(c);
	defines = dt_next_is(c, DT_TOK_LBRACE);
	if (!has_tag && !defines)
		dt_syntax_error(c, "a tag or { after enum");
	type = tagged(c, DT_KIND_ENUM, has_tag ? &tag : NULL, defines);
	if (defines) {
		struct dt_token brace = dt_take(c);

		type->header = in_header(c, &brace.pos);
		type->busy = true;
		parse_enumerators(c, type);
		type->busy = false;
		type->complete = true;
	}
	return type;
}

/* ---- type names ---- */

struct dt_type *dt_parse_type_name(struct dt_comp *c)
{
	struct declarator decl = { 0 };
	struct specs specs;
	struct dt_type *type = parse_specs(c, &specs, "a type");

	if (specs.class != CLASS_NONE)
		dt_error(c, D_SYNTAX, &specs.pos, "a type name has no storage class");
	parse_declarator(c, &decl);
	if (decl.name)
		dt_error(c, D_SYNTAX, &decl.pos, "syntax error near '%s': expected ) after the type", decl.name);
	return apply_steps(c, type, decl.steps);
}

struct dt_type *dt_parse_type_name_until_ident(struct dt_comp *c)
{
	struct specs specs;
	struct dt_type *type = parse_specs(c, &specs, "a type");

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

/* ---- what is declared ---- */

/* A predefined type may be defined again as what it is; in a header, as any integer of its size (id_t is signed here).
 */
static bool says_the_same(const struct declarator *decl, struct dt_type *old, struct dt_type *type)
{
	return dt_type_same(old, type) || (decl->pos.file && dt_type_is_integer(old) && dt_type_is_integer(type) &&
					   dt_type_resolve(old)->size == dt_type_resolve(type)->size);
}

static void declare_typedef(struct dt_comp *c, const struct declarator *decl, struct dt_type *type)
{
	struct dt_type *old = dt_type_find(c->types, DT_NS_TYPEDEF, decl->name);

	if (decl->steps && decl->steps->kind == STEP_KEYS)
		dt_error(c, D_DECL_ARRSUB, &decl->pos, "a type cannot be an associative array");
	if (old && !old->generation && !old->soft && says_the_same(decl, old, type))
		return;
	if (old && !old->soft)
		dt_error(c, D_DECL_TYPERED, &decl->pos, "type '%s' is defined already", decl->name);
	dt_type_typedef(c->types, decl->name, type)->header = in_header(c, &decl->pos);
}

static void check_elements(struct dt_comp *c, const struct declarator *decl, struct dt_type *array)
{
	struct dt_type *element = array;

	while (element->kind == DT_KIND_ARRAY)
		element = dt_type_resolve(element->target);
	if (!dt_type_ensure(c->types, element))
		dt_error(c, D_DECL_INCOMPLETE, &decl->pos, "the elements of array '%s' have an incomplete type: %s",
			 decl->name, dt_type_text(c, element));
}

static void check_object(struct dt_comp *c, const struct declarator *decl, struct dt_type *type)
{
	struct dt_type *base = dt_type_resolve(type);

	switch (base->kind) {
	case DT_KIND_VOID:
		dt_error(c, D_DECL_VOIDOBJ, &decl->pos, "variable '%s' cannot be void", decl->name);
	case DT_KIND_FUNCTION:
		dt_error(c, D_DECL_COMBO, &decl->pos,
			 "cannot declare function '%s': D programs have no functions of their own", decl->name);
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

static struct dt_keys *make_keys(struct dt_comp *c, const struct step *step)
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

static void declare_variable(struct dt_comp *c, const struct declarator *decl, enum dt_scope scope,
			     struct dt_type *type)
{
	struct dt_ident *ident = dt_ident_find(c, scope, decl->name);
	struct dt_keys *keys = NULL;

	if (decl->steps && decl->steps->kind == STEP_KEYS) {
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

static void declare(struct dt_comp *c, const struct specs *specs, struct declarator *decl, struct dt_type *spec_type)
{
	bool is_keys = decl->steps && decl->steps->kind == STEP_KEYS;
	struct dt_type *type = apply_steps(c, spec_type, is_keys ? decl->steps->next : decl->steps);

	if (!decl->name)
		dt_syntax_error(c, "a name in the declaration");
	switch (specs->class) {
	case CLASS_TYPEDEF:
		declare_typedef(c, decl, type);
		return;
	case CLASS_STATIC:
	case CLASS_AUTO:
	case CLASS_REGISTER:
		dt_error(c, D_DECL_BADCLASS, &specs->pos,
			 "this storage class is not possible in D: expected self, this, extern or none");
	default:
		if ((specs->class == CLASS_EXTERN || decl->pos.file) && is_foreign(type))
			return;
		check_object(c, decl, type);
		declare_variable(c, decl,
				 specs->class == CLASS_SELF   ? DT_SCOPE_SELF
				 : specs->class == CLASS_THIS ? DT_SCOPE_THIS
							      : DT_SCOPE_GLOBAL,
				 type);
	}
}

void dt_parse_declaration(struct dt_comp *c)
{
	struct specs specs;
	struct dt_type *type = parse_specs(c, &specs, "a probe description or a declaration");

	if (dt_accept(c, DT_TOK_SEMICOLON)) {
		const struct dt_type *base = dt_type_resolve(type);

		if (!specs.tagged || specs.class != CLASS_NONE || (!base->name && base->kind != DT_KIND_ENUM))
			dt_error(c, D_DECL_USELESS, &specs.pos, "declaration declares nothing: expected a name");
		return;
	}
	do {
		struct declarator decl = { 0 };

		parse_declarator(c, &decl);
		declare(c, &specs, &decl, type);
	} while (dt_accept(c, DT_TOK_COMMA));
	dt_expect(c, DT_TOK_SEMICOLON, "after the declaration");
}

/* ---- inline ---- */

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

static void inline_params(struct dt_comp *c, struct dt_ident *ident, const struct step *step, struct dt_node *body)
{
	const struct dt_param *param;

	for (param = step->params; param; param = param->next) {
		if (!param->name)
			dt_error(c, D_DECL_PROTO_FORM, &step->pos, "parameter %u of the inline has no name",
				 ident->inline_count + 1);
		ident->inline_count++;
	}
	ident->inline_types = dt_arena_alloc(&c->cc->arena, ident->inline_count * sizeof(struct dt_type *));
	ident->inline_count = 0;
	for (param = step->params; param; param = param->next)
		ident->inline_types[ident->inline_count++] = param->type;
	bind_params(body, step->params);
}

void dt_parse_inline(struct dt_comp *c)
{
	struct declarator decl = { 0 };
	struct specs specs;
	struct dt_ident *ident;
	struct dt_type *type;
	struct dt_node *body, *value;
	bool has_params;

	dt_expect(c, DT_TOK_KW_INLINE, "");
	type = parse_specs(c, &specs, "a type after inline");
	if (specs.class != CLASS_NONE)
		dt_error(c, D_DECL_CLASS, &specs.pos, "an inline has no storage class");
	parse_declarator(c, &decl);
	has_params = decl.steps && decl.steps->kind == STEP_KEYS;
	type = apply_steps(c, type, has_params ? decl.steps->next : decl.steps);
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
	/* That of a library is checked when it is used: it may name types that this kernel does not have. */
	value = has_params || c->in_library ? NULL : dt_check(c, dt_clone(c, c->arena, body, NULL));
	ident = dt_ident_create(c, DT_SCOPE_GLOBAL, DT_IDENT_INLINE, decl.name, &decl.pos);
	ident->type = type;
	if (value && value->kind == DT_NODE_XLATE)
		dt_xlate_check_fits(c, body, type, value);
	else if (value)
		dt_check_inline(c, body, ident, value);
	if (has_params)
		inline_params(c, ident, decl.steps, body);
	ident->body = dt_clone(c, &c->cc->arena, body, NULL);
}
