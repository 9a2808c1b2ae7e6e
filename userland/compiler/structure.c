/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/structure.c - bodies of structures, unions and enumerations. */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

static void check_bitfield(struct ldt_comp *c, const struct ldt_declarator *decl, struct ldt_type *type,
			   const struct ldt_node *width, int64_t value)
{
	struct ldt_type *base = ldt_type_resolve(type);

	if (base->kind != LDT_KIND_INT && base->kind != LDT_KIND_ENUM)
		ldt_error(c, D_DECL_BFTYPE, &decl->pos, "bit-field '%s' must have an integer type",
			  decl->name ? decl->name : "");
	if (value < 0 || (value == 0 && decl->name))
		ldt_node_error(c, D_DECL_BFCONST, width,
			       "the width of a bit-field must be a positive integer constant");
	if ((uint64_t)value > base->size * 8)
		ldt_node_error(c, D_DECL_BFSIZE, width, "bit-field '%s' has an invalid width: expected 1 to %d bits",
			       decl->name ? decl->name : "", (int)base->size * 8);
}

static void check_member_type(struct ldt_comp *c, const struct ldt_declarator *decl, struct ldt_type *type)
{
	struct ldt_type *base = ldt_type_resolve(type);

	if (base->kind == LDT_KIND_VOID)
		ldt_error(c, D_DECL_VOIDOBJ, &decl->pos, "member '%s' cannot be void", decl->name);
	if (base->kind == LDT_KIND_FUNCTION)
		ldt_error(c, D_DECL_COMBO, &decl->pos, "member '%s' cannot be a function: expected a pointer to one",
			  decl->name);
	if (base->kind == LDT_KIND_ARRAY && !base->complete)
		ldt_error(c, D_DECL_ARRNULL, &decl->pos, "member '%s' needs a size: only the last one may have none",
			  decl->name);
	while (base->kind == LDT_KIND_ARRAY)
		base = ldt_type_resolve(base->target);
	if (base->kind == LDT_KIND_STACK || base->kind == LDT_KIND_SYMADDR || base->kind == LDT_KIND_USYMADDR)
		ldt_error(c, D_DECL_DYNOBJ, &decl->pos, "member '%s' cannot have the type %s", decl->name,
			  ldt_type_text(c, type));
	if (!ldt_type_ensure(c->types, base))
		ldt_error(c, D_DECL_INCOMPLETE, &decl->pos, "member '%s' has an incomplete type: %s", decl->name,
			  ldt_type_text(c, type));
}

/* Only the last of several members may be an array without a size; in headers any member. */
static bool may_be_open(struct ldt_comp *c, const struct ldt_type *sou, const struct ldt_declarator *decl)
{
	if (!decl->steps || decl->steps->kind != LDT_STEP_ARRAY)
		return false;
	return decl->pos.file || (sou->kind == LDT_KIND_STRUCT && sou->members && ldt_next_is(c, LDT_TOK_SEMICOLON) &&
				  ldt_peek_at(c, 1)->kind == LDT_TOK_RBRACE);
}

static void parse_member(struct ldt_comp *c, struct ldt_type *sou, struct ldt_type *spec_type, bool *zero_width)
{
	struct ldt_declarator decl = { 0 };
	struct ldt_type *type;
	int64_t width = 0;

	*zero_width = false;
	ldt_parse_declarator(c, &decl);
	if (may_be_open(c, sou, &decl))
		decl.steps->complete = true;
	type = ldt_apply_steps(c, spec_type, decl.steps);
	if (ldt_accept(c, LDT_TOK_COLON)) {
		struct ldt_node *node = ldt_check(c, ldt_parse_conditional(c));

		if (!ldt_node_const(node, &width))
			ldt_node_error(c, D_DECL_BFCONST, node, "the width of a bit-field must be an integer constant");
		check_bitfield(c, &decl, type, node, width);
		*zero_width = width == 0;
	} else if (!decl.name) {
		ldt_error(c, D_DECL_MNAME, &decl.pos, "expected a member name");
	} else {
		check_member_type(c, &decl, type);
	}
	if (*zero_width) {
		ldt_type_round(sou, (uint32_t)ldt_type_resolve(type)->size * 8);
		return;
	}
	if (!ldt_type_add_member(c->types, sou, decl.name, type, (uint32_t)width))
		ldt_error(c, D_UNKNOWN, &decl.pos, "member '%s' is there already in %s", decl.name,
			  ldt_type_text(c, sou));
	if (sou->count / 8 > UINT32_MAX)
		ldt_error(c, D_DECL_ARRBIG, &decl.pos, "%s is too big: more than %u bytes", ldt_type_text(c, sou),
			  UINT32_MAX);
}

static void parse_members(struct ldt_comp *c, struct ldt_type *sou)
{
	if (ldt_next_is(c, LDT_TOK_RBRACE) && !ldt_peek(c)->pos.file) /* headers for GNU C have such */
		ldt_syntax_error(c, "a member: C has no empty struct or union");
	while (!ldt_accept(c, LDT_TOK_RBRACE)) {
		struct ldt_specs specs;
		struct ldt_type *type = ldt_parse_specs(c, &specs, "a member declaration");
		bool zero_width;

		if (specs.class != LDT_CLASS_NONE)
			ldt_error(c, D_DECL_CLASS, &specs.pos, "a member has no storage class");
		if (ldt_next_is(c, LDT_TOK_SEMICOLON)) {
			if (!ldt_type_is_sou(type) || ldt_type_resolve(type)->name)
				ldt_error(c, D_DECL_MNAME, &specs.pos, "expected a member name");
			ldt_type_add_member(c->types, sou, NULL, type, 0);
		} else {
			do {
				parse_member(c, sou, type, &zero_width);
			} while (ldt_accept(c, LDT_TOK_COMMA));
		}
		ldt_expect(c, LDT_TOK_SEMICOLON, "after a member");
	}
}

/* The type of a tag after struct, union or enum. A scoped tag is looked up; another one is made,
 * and defined when its members are needed. */
static struct ldt_type *tagged(struct ldt_comp *c, enum ldt_kind kind, const struct ldt_token *tag, bool defines)
{
	enum ldt_namespace ns = kind == LDT_KIND_STRUCT  ? LDT_NS_STRUCT
				: kind == LDT_KIND_UNION ? LDT_NS_UNION
							 : LDT_NS_ENUM;
	const char *module, *name;
	struct ldt_type *type;

	if (!tag)
		return ldt_type_tagged(c->types, kind, NULL);
	name = ldt_split_scope(c, tag->text, &module);
	if (defines && name != tag->text)
		ldt_error(c, D_DECL_SCOPE, &tag->pos,
			  "cannot define '%s': scoping with ` is not possible in a definition", tag->text);
	type = module ? ldt_type_lookup(c->types, module, ns, name) : ldt_type_find(c->types, ns, name);
	if (type && defines && type->origin) { /* the kernel's: the program may have one of its own */
		ldt_map_remove(&c->types->names[ns], name);
		type = NULL;
	}
	if (type && defines && type->complete)
		ldt_error(c, D_DECL_TYPERED, &tag->pos, "type '%s' is defined already", ldt_type_text(c, type));
	if (!type)
		type = ldt_type_tagged(c->types, kind, name);
	if (defines)
		type->header = ldt_in_header(c, &tag->pos);
	return type;
}

struct ldt_type *ldt_read_sou(struct ldt_comp *c)
{
	enum ldt_kind kind = ldt_take(c).kind == LDT_TOK_KW_STRUCT ? LDT_KIND_STRUCT : LDT_KIND_UNION;
	struct ldt_token tag;
	struct ldt_type *type;
	bool has_tag = ldt_next_is(c, LDT_TOK_IDENT), defines;

	if (has_tag)
		tag = ldt_take(c);
	defines = ldt_next_is(c, LDT_TOK_LBRACE);
	if (!has_tag && !defines)
		ldt_syntax_error(c, "a tag or { after struct or union");
	type = tagged(c, kind, has_tag ? &tag : NULL, defines);
	if (!defines)
		return type;
	if (++c->depth > 100)
		ldt_error(c, D_SYNTAX, &ldt_peek(c)->pos, "structures are nested too deeply: more than 100 levels");
	ldt_take(c);
	type->busy = true;
	parse_members(c, type);
	type->busy = false;
	c->depth--;
	ldt_type_finish(c->types, type);
	return type;
}

/*
 * An enumerator of the program cannot have the name of a variable, an inline or a function. One of
 * a header can; the name then means the other. An enumerator may replace a constant of the library.
 */
static void refuse_taken(struct ldt_comp *c, const struct ldt_token *name)
{
	const struct ldt_ident *ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, name->text);

	if (ident && ident->kind != LDT_IDENT_CONST && !name->pos.file)
		ldt_error(c, D_DECL_IDRED, &name->pos, "'%s' is declared already, as %s", name->text,
			  ldt_ident_kind_name(ident->kind));
}

static void parse_enumerators(struct ldt_comp *c, struct ldt_type *type)
{
	const struct ldt_constant *known;
	int64_t value = 0;

	if (ldt_next_is(c, LDT_TOK_RBRACE))
		ldt_syntax_error(c, "an enumerator: C has no empty enum");
	while (!ldt_next_is(c, LDT_TOK_RBRACE)) {
		struct ldt_token name = ldt_expect(c, LDT_TOK_IDENT, "in an enumeration");

		if (strchr(name.text, '`'))
			ldt_error(c, D_DECL_SCOPE, &name.pos,
				  "cannot declare '%s': scoping with ` is not possible in a declaration", name.text);
		refuse_taken(c, &name);
		if (ldt_accept(c, LDT_TOK_ASGN)) {
			struct ldt_node *node = ldt_check(c, ldt_parse_conditional(c));

			if (!ldt_node_const(node, &value))
				ldt_node_error(c, D_DECL_ENCONST, node, "the value of '%s' must be an integer constant",
					       name.text);
		}
		if (name.pos.file && value > INT32_MAX && value <= UINT32_MAX)
			type->is_signed = false; /* GNU C: the enumeration is unsigned then */
		else if (value > INT32_MAX || value < INT32_MIN)
			ldt_error(c, D_DECL_ENOFLOW, &name.pos, "the value of '%s' does not fit int: %lld", name.text,
				  (long long)value);
		known = ldt_map_get(&c->types->constants, name.text);
		if (known && known->origin != LDT_ORIGIN_FILE)
			ldt_error(c, known->type == type ? D_UNKNOWN : D_DECL_IDRED, &name.pos,
				  "enumerator '%s' is there already", name.text);
		if (known)
			ldt_map_remove(&c->types->constants, name.text);
		ldt_type_add_enumerator(c->types, type, name.text, value++,
					name.pos.file ? LDT_ORIGIN_HEADER : LDT_ORIGIN_PROGRAM);
		if (!ldt_accept(c, LDT_TOK_COMMA))
			break;
	}
	ldt_expect(c, LDT_TOK_RBRACE, "after the enumerators");
}

struct ldt_type *ldt_read_enum(struct ldt_comp *c)
{
	struct ldt_token tag;
	struct ldt_type *type;
	bool has_tag, defines;

	ldt_take(c);
	has_tag = ldt_next_is(c, LDT_TOK_IDENT);
	if (has_tag)
		tag = ldt_take(c);
	defines = ldt_next_is(c, LDT_TOK_LBRACE);
	if (!has_tag && !defines)
		ldt_syntax_error(c, "a tag or { after enum");
	type = tagged(c, LDT_KIND_ENUM, has_tag ? &tag : NULL, defines);
	if (defines) {
		struct ldt_token brace = ldt_take(c);

		type->header = ldt_in_header(c, &brace.pos);
		type->busy = true;
		parse_enumerators(c, type);
		type->busy = false;
		type->complete = true;
	}
	return type;
}
