/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_declsou.c - bodies of structures, unions and enumerations. */
#include <string.h>

#include "dt_decl.h"

static void check_bitfield(struct dt_comp *c, const struct dt_declarator *decl, struct dt_type *type,
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

static void check_member_type(struct dt_comp *c, const struct dt_declarator *decl, struct dt_type *type)
{
	struct dt_type *base = dt_type_resolve(type);

	if (base->kind == DT_KIND_VOID)
		dt_error(c, D_DECL_VOIDOBJ, &decl->pos, "member '%s' cannot be void", decl->name);
	if (base->kind == DT_KIND_FUNCTION)
		dt_error(c, D_DECL_COMBO, &decl->pos, "member '%s' cannot be a function: expected a pointer to one",
			 decl->name);
	if (base->kind == DT_KIND_ARRAY && !base->complete)
		dt_error(c, D_DECL_ARRNULL, &decl->pos, "member '%s' needs a size: only the last one may have none",
			 decl->name);
	while (base->kind == DT_KIND_ARRAY)
		base = dt_type_resolve(base->target);
	if (base->kind == DT_KIND_STACK || base->kind == DT_KIND_SYMADDR || base->kind == DT_KIND_USYMADDR)
		dt_error(c, D_DECL_DYNOBJ, &decl->pos, "member '%s' cannot have the type %s", decl->name,
			 dt_type_text(c, type));
	if (!dt_type_ensure(c->types, base))
		dt_error(c, D_DECL_INCOMPLETE, &decl->pos, "member '%s' has an incomplete type: %s", decl->name,
			 dt_type_text(c, type));
}

/* The last member, behind others, may be an array without a size; in headers any. */
static bool may_be_open(struct dt_comp *c, const struct dt_type *sou, const struct dt_declarator *decl)
{
	if (!decl->steps || decl->steps->kind != DT_STEP_ARRAY)
		return false;
	return decl->pos.file || (sou->kind == DT_KIND_STRUCT && sou->members && dt_next_is(c, DT_TOK_SEMICOLON) &&
				  dt_peek_at(c, 1)->kind == DT_TOK_RBRACE);
}

static void parse_member(struct dt_comp *c, struct dt_type *sou, struct dt_type *spec_type, bool *zero_width)
{
	struct dt_declarator decl = { 0 };
	struct dt_type *type;
	int64_t width = 0;

	*zero_width = false;
	dt_parse_declarator(c, &decl);
	if (may_be_open(c, sou, &decl))
		decl.steps->complete = true;
	type = dt_apply_steps(c, spec_type, decl.steps);
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
		struct dt_specs specs;
		struct dt_type *type = dt_parse_specs(c, &specs, "a member declaration");
		bool zero_width;

		if (specs.class != DT_CLASS_NONE)
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

/* The tag behind struct, union or enum: a scoped one is looked up, another made, and defined when somebody looks into
 * it. */
static struct dt_type *tagged(struct dt_comp *c, enum dt_kind kind, const struct dt_token *tag, bool defines)
{
	enum dt_namespace ns = kind == DT_KIND_STRUCT ? DT_NS_STRUCT : kind == DT_KIND_UNION ? DT_NS_UNION : DT_NS_ENUM;
	const char *module, *name;
	struct dt_type *type;

	if (!tag)
		return dt_type_tagged(c->types, kind, NULL);
	name = dt_split_scope(c, tag->text, &module);
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
		type->header = dt_in_header(c, &tag->pos);
	return type;
}

struct dt_type *dt_parse_sou(struct dt_comp *c)
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

struct dt_type *dt_parse_enum(struct dt_comp *c)
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

		type->header = dt_in_header(c, &brace.pos);
		type->busy = true;
		parse_enumerators(c, type);
		type->busy = false;
		type->complete = true;
	}
	return type;
}
