/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/specifier.c - specifiers of a declaration: storage class, qualifiers, the type they make
 * together.
 */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/lexer.h"
#include "compiler/near.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "types/types.h"

static void set_class(struct ldt_comp *c, struct ldt_specs *specs, enum ldt_class class)
{
	struct ldt_token token = ldt_take(c);

	if (specs->class != LDT_CLASS_NONE)
		ldt_error(c, D_DECL_CLASS, &token.pos, "only one storage class is possible in a declaration");
	specs->class = class;
}

static void set_base(struct ldt_comp *c, struct ldt_specs *specs, enum ldt_tok base, struct ldt_type *type,
		     const struct ldt_pos *pos)
{
	if (specs->base != LDT_TOK_EOF || specs->type)
		ldt_error(c, D_DECL_COMBO, pos,
			  "invalid combination of types: only one basic type is possible in a declaration");
	specs->base = type ? LDT_TOK_EOF : base;
	specs->type = type;
}

static bool has_attribute(const struct ldt_specs *specs)
{
	return specs->is_signed || specs->is_unsigned || specs->is_short || specs->longs;
}

static void set_attribute(struct ldt_comp *c, struct ldt_specs *specs, enum ldt_tok kind)
{
	struct ldt_token token = ldt_take(c);

	if ((kind == LDT_TOK_KW_SIGNED && specs->is_signed) || (kind == LDT_TOK_KW_UNSIGNED && specs->is_unsigned) ||
	    (kind == LDT_TOK_KW_SHORT && specs->is_short))
		ldt_error(c, D_DECL_COMBO, &token.pos, "signed, unsigned and short are possible once in a declaration");
	if (kind == LDT_TOK_KW_SIGNED)
		specs->is_signed = true;
	else if (kind == LDT_TOK_KW_UNSIGNED)
		specs->is_unsigned = true;
	else if (kind == LDT_TOK_KW_SHORT)
		specs->is_short = true;
	else
		specs->longs++;
	if ((specs->is_signed && specs->is_unsigned) || (specs->is_short && specs->longs) || specs->longs > 2)
		ldt_error(c, D_DECL_COMBO, &token.pos, "invalid combination of signed, unsigned, short and long");
}

/*
 * A name is the type only when there is none yet: in "int x" x is what is declared, and in
 * "unsigned x;", but not in "unsigned x y;".
 */
static bool take_type_name(struct ldt_comp *c, struct ldt_specs *specs)
{
	const struct ldt_token *token = ldt_peek(c);
	struct ldt_type *type;
	struct ldt_pos pos = token->pos;

	if (specs->base != LDT_TOK_EOF || specs->type)
		return false;
	if (has_attribute(specs) && ldt_peek_at(c, 1)->kind != LDT_TOK_IDENT && ldt_peek_at(c, 1)->kind != LDT_TOK_MUL)
		return false;
	type = ldt_type_by_name(c, token->text);
	if (!type)
		return false;
	ldt_take(c);
	set_base(c, specs, LDT_TOK_EOF, type, &pos);
	return true;
}

static bool parse_class(struct ldt_comp *c, struct ldt_specs *specs, enum ldt_tok kind)
{
	switch (kind) {
	case LDT_TOK_KW_TYPEDEF:
		set_class(c, specs, LDT_CLASS_TYPEDEF);
		return true;
	case LDT_TOK_KW_EXTERN:
		set_class(c, specs, LDT_CLASS_EXTERN);
		return true;
	case LDT_TOK_KW_STATIC:
		set_class(c, specs, LDT_CLASS_STATIC);
		return true;
	case LDT_TOK_KW_AUTO:
		set_class(c, specs, LDT_CLASS_AUTO);
		return true;
	case LDT_TOK_KW_REGISTER:
		set_class(c, specs, LDT_CLASS_REGISTER);
		return true;
	case LDT_TOK_KW_SELF:
		set_class(c, specs, LDT_CLASS_SELF);
		return true;
	case LDT_TOK_KW_THIS:
		set_class(c, specs, LDT_CLASS_THIS);
		return true;
	default:
		return false;
	}
}

/* One specifier; false: the next token is none. */
static bool parse_specifier(struct ldt_comp *c, struct ldt_specs *specs)
{
	struct ldt_token token = *ldt_peek(c);

	switch (token.kind) {
	case LDT_TOK_KW_CONST:
		ldt_take(c);
		specs->is_const = true;
		return true;
	case LDT_TOK_KW_VOLATILE:
		ldt_take(c);
		specs->is_volatile = true;
		return true;
	case LDT_TOK_KW_RESTRICT:
		ldt_take(c);
		specs->is_restrict = true;
		return true;
	case LDT_TOK_KW_SIGNED:
	case LDT_TOK_KW_UNSIGNED:
	case LDT_TOK_KW_SHORT:
	case LDT_TOK_KW_LONG:
		set_attribute(c, specs, token.kind);
		return true;
	case LDT_TOK_KW_VOID:
	case LDT_TOK_KW_CHAR:
	case LDT_TOK_KW_INT:
	case LDT_TOK_KW_FLOAT:
	case LDT_TOK_KW_DOUBLE:
		ldt_take(c);
		set_base(c, specs, token.kind, NULL, &token.pos);
		return true;
	case LDT_TOK_KW_STRING:
		ldt_take(c);
		set_base(c, specs, LDT_TOK_EOF, c->types->string, &token.pos);
		return true;
	case LDT_TOK_KW_STRUCT:
	case LDT_TOK_KW_UNION:
		set_base(c, specs, LDT_TOK_EOF, ldt_parse_sou(c), &token.pos);
		specs->tagged = true;
		return true;
	case LDT_TOK_KW_ENUM:
		set_base(c, specs, LDT_TOK_EOF, ldt_parse_enum(c), &token.pos);
		specs->tagged = true;
		return true;
	case LDT_TOK_IDENT:
		return take_type_name(c, specs);
	default:
		return parse_class(c, specs, token.kind);
	}
}

static struct ldt_type *int_spec(struct ldt_comp *c, const struct ldt_specs *specs)
{
	struct ldt_types *types = c->types;

	if (specs->is_short)
		return specs->is_unsigned ? types->ushort : types->short_;
	if (specs->longs == 2)
		return specs->is_unsigned ? types->ullong : types->llong;
	if (specs->longs)
		return specs->is_unsigned ? types->ulong : types->long_;
	return specs->is_unsigned ? types->uint : types->int_;
}

static struct ldt_type *attributed_type(struct ldt_comp *c, const struct ldt_specs *specs)
{
	struct ldt_types *types = c->types;
	bool sign = specs->is_signed || specs->is_unsigned;

	switch (specs->base) {
	case LDT_TOK_KW_CHAR:
		if (specs->is_short || specs->longs)
			ldt_error(c, D_DECL_CHARATTR, &specs->pos, "invalid type: short and long do not go with char");
		return specs->is_unsigned ? types->uchar : specs->is_signed ? types->schar : types->char_;
	case LDT_TOK_KW_VOID:
		if (specs->is_short || specs->longs || sign)
			ldt_error(c, D_DECL_VOIDATTR, &specs->pos,
				  "invalid type: signed, unsigned, short and long do not go with void");
		return types->void_;
	case LDT_TOK_KW_FLOAT:
	case LDT_TOK_KW_DOUBLE:
		if (sign)
			ldt_error(c, D_DECL_SIGNINT, &specs->pos,
				  "invalid type: signed and unsigned go only with integer types");
		if (specs->is_short || specs->longs > 1 || (specs->longs && specs->base == LDT_TOK_KW_FLOAT))
			ldt_error(c, D_DECL_LONGINT, &specs->pos,
				  "invalid type: short and long do not go with this floating-point type");
		return specs->base == LDT_TOK_KW_FLOAT ? types->float_ : specs->longs ? types->ldouble : types->double_;
	default:
		return int_spec(c, specs);
	}
}

static struct ldt_type *specs_type(struct ldt_comp *c, const struct ldt_specs *specs)
{
	struct ldt_type *type = specs->type;

	if (type && (specs->is_signed || specs->is_unsigned))
		ldt_error(c, D_DECL_SIGNINT, &specs->pos,
			  "invalid type: signed and unsigned go only with int, char, short and long");
	if (type && (specs->is_short || specs->longs))
		ldt_error(c, D_DECL_LONGINT, &specs->pos, "invalid type: short and long go only with int and double");
	if (!type)
		type = attributed_type(c, specs);
	if (specs->is_volatile)
		type = ldt_type_qualified(c->types, LDT_KIND_VOLATILE, type);
	if (specs->is_restrict)
		type = ldt_type_qualified(c->types, LDT_KIND_RESTRICT, type);
	if (specs->is_const)
		type = ldt_type_qualified(c->types, LDT_KIND_CONST, type);
	return type;
}

static void unknown_type(struct ldt_comp *c, const struct ldt_token *token, const char *expected)
	__attribute__((noreturn));
static void unknown_type(struct ldt_comp *c, const struct ldt_token *token, const char *expected)
{
	const char *near = ldt_near_type(c, LDT_NS_TYPEDEF, token->text);

	ldt_error(c, D_SYNTAX, &token->pos, "unknown type '%s'%s%s", token->text, *near ? near : ": expected ",
		  *near ? "" : expected);
}

struct ldt_type *ldt_parse_specs(struct ldt_comp *c, struct ldt_specs *specs, const char *expected)
{
	memset(specs, 0, sizeof(*specs));
	specs->base = LDT_TOK_EOF;
	specs->pos = ldt_peek(c)->pos;
	while (parse_specifier(c, specs))
		;
	if (specs->base == LDT_TOK_EOF && !specs->type && !has_attribute(specs)) {
		bool any =
			specs->class != LDT_CLASS_NONE || specs->is_const || specs->is_volatile || specs->is_restrict;

		if (!any || !ldt_next_is(c, LDT_TOK_IDENT) || specs->class == LDT_CLASS_TYPEDEF ||
		    c->source->in_type_text) {
			const struct ldt_token *token = ldt_peek(c);

			if (any && ldt_next_is(c, LDT_TOK_SEMICOLON))
				ldt_error(c, D_DECL_USELESS, &specs->pos,
					  "declaration declares nothing: expected a type and a name");
			if (token->kind == LDT_TOK_IDENT)
				unknown_type(c, token, expected);
			ldt_syntax_error(c, expected);
		}
		if (ldt_peek_at(c, 1)->kind == LDT_TOK_IDENT)
			unknown_type(c, ldt_peek(c), expected);
	}
	return specs_type(c, specs);
}
