/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_declspec.c - specifiers of a declaration: storage class, qualifiers, the type they make
 * together; what begins a type or a cast.
 */
#include <string.h>

#include "dt_decl.h"

/* Split "mod`name" at its last backquote. */
const char *dt_split_scope(struct dt_comp *c, const char *text, const char **module_ret)
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
	const char *module, *name = dt_split_scope(c, text, &module);

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

static void set_class(struct dt_comp *c, struct dt_specs *specs, enum dt_class class)
{
	struct dt_token token = dt_take(c);

	if (specs->class != DT_CLASS_NONE)
		dt_error(c, D_DECL_CLASS, &token.pos, "only one storage class is possible in a declaration");
	specs->class = class;
}

static void set_base(struct dt_comp *c, struct dt_specs *specs, enum dt_tok base, struct dt_type *type,
		     const struct dt_pos *pos)
{
	if (specs->base != DT_TOK_EOF || specs->type)
		dt_error(c, D_DECL_COMBO, pos,
			 "invalid combination of types: only one basic type is possible in a declaration");
	specs->base = type ? DT_TOK_EOF : base;
	specs->type = type;
}

static bool has_attribute(const struct dt_specs *specs)
{
	return specs->is_signed || specs->is_unsigned || specs->is_short || specs->longs;
}

static void set_attribute(struct dt_comp *c, struct dt_specs *specs, enum dt_tok kind)
{
	struct dt_token token = dt_take(c);

	if ((kind == DT_TOK_KW_SIGNED && specs->is_signed) || (kind == DT_TOK_KW_UNSIGNED && specs->is_unsigned) ||
	    (kind == DT_TOK_KW_SHORT && specs->is_short))
		dt_error(c, D_DECL_COMBO, &token.pos, "signed, unsigned and short are possible once in a declaration");
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

/*
 * A name is the type only when there is none yet: in "int x" x is what is declared, and in
 * "unsigned x;", but not in "unsigned x y;".
 */
static bool take_type_name(struct dt_comp *c, struct dt_specs *specs)
{
	const struct dt_token *token = dt_peek(c);
	struct dt_type *type;
	struct dt_pos pos = token->pos;

	if (specs->base != DT_TOK_EOF || specs->type)
		return false;
	if (has_attribute(specs) && dt_peek_at(c, 1)->kind != DT_TOK_IDENT && dt_peek_at(c, 1)->kind != DT_TOK_MUL)
		return false;
	type = dt_type_by_name(c, token->text);
	if (!type)
		return false;
	dt_take(c);
	set_base(c, specs, DT_TOK_EOF, type, &pos);
	return true;
}

static bool parse_class(struct dt_comp *c, struct dt_specs *specs, enum dt_tok kind)
{
	switch (kind) {
	case DT_TOK_KW_TYPEDEF:
		set_class(c, specs, DT_CLASS_TYPEDEF);
		return true;
	case DT_TOK_KW_EXTERN:
		set_class(c, specs, DT_CLASS_EXTERN);
		return true;
	case DT_TOK_KW_STATIC:
		set_class(c, specs, DT_CLASS_STATIC);
		return true;
	case DT_TOK_KW_AUTO:
		set_class(c, specs, DT_CLASS_AUTO);
		return true;
	case DT_TOK_KW_REGISTER:
		set_class(c, specs, DT_CLASS_REGISTER);
		return true;
	case DT_TOK_KW_SELF:
		set_class(c, specs, DT_CLASS_SELF);
		return true;
	case DT_TOK_KW_THIS:
		set_class(c, specs, DT_CLASS_THIS);
		return true;
	default:
		return false;
	}
}

/* One specifier; false: the next token is none. */
static bool parse_specifier(struct dt_comp *c, struct dt_specs *specs)
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
		set_base(c, specs, DT_TOK_EOF, dt_parse_sou(c), &token.pos);
		specs->tagged = true;
		return true;
	case DT_TOK_KW_ENUM:
		set_base(c, specs, DT_TOK_EOF, dt_parse_enum(c), &token.pos);
		specs->tagged = true;
		return true;
	case DT_TOK_IDENT:
		return take_type_name(c, specs);
	default:
		return parse_class(c, specs, token.kind);
	}
}

static struct dt_type *int_spec(struct dt_comp *c, const struct dt_specs *specs)
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

static struct dt_type *attributed_type(struct dt_comp *c, const struct dt_specs *specs)
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

static struct dt_type *specs_type(struct dt_comp *c, const struct dt_specs *specs)
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

struct dt_type *dt_parse_specs(struct dt_comp *c, struct dt_specs *specs, const char *expected)
{
	memset(specs, 0, sizeof(*specs));
	specs->base = DT_TOK_EOF;
	specs->pos = dt_peek(c)->pos;
	while (parse_specifier(c, specs))
		;
	if (specs->base == DT_TOK_EOF && !specs->type && !has_attribute(specs)) {
		bool any = specs->class != DT_CLASS_NONE || specs->is_const || specs->is_volatile || specs->is_restrict;

		if (!any || !dt_next_is(c, DT_TOK_IDENT) || specs->class == DT_CLASS_TYPEDEF || c->in_type_text) {
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
