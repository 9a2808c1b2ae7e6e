/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/builtin_types.c - types and prototypes of built-in names, read from their texts on first use. */
#include <string.h>

#include "compiler/builtin_types.h"
#include "compiler/compilation.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "types/types.h"

/* Types that prototypes of built-ins name before anybody defines them are incomplete structures. */
static void predeclare(struct ldt_comp *c, const char *text)
{
	static const char *const names[] = { "rwlock_t", "file_t", "mblk_t" };
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(names); i++) {
		if (strstr(text, names[i]) && !ldt_type_lookup(c->types, NULL, LDT_NS_TYPEDEF, names[i]))
			ldt_type_typedef(c->types, names[i], ldt_type_tagged(c->types, LDT_KIND_STRUCT, names[i]))
				->soft = true;
	}
}

/* Read the text of a built-in with a lexer of its own. */
static void enter_text(struct ldt_comp *c, struct ldt_lex *saved, const char *text)
{
	*saved = c->source->lex;
	predeclare(c, text);
	ldt_lex_init(c, text, strlen(text), "built-in");
	c->source->in_type_text = true;
}

static void leave_text(struct ldt_comp *c, const struct ldt_lex *saved)
{
	c->source->lex = *saved;
	c->source->in_type_text = false;
}

struct ldt_type *ldt_parse_type_text(struct ldt_comp *c, const char *text)
{
	struct ldt_lex saved;
	struct ldt_type *type;

	enter_text(c, &saved, text);
	type = ldt_parse_type_name(c);
	if (!ldt_next_is(c, LDT_TOK_EOF))
		ldt_syntax_error(c, "the end of the type");
	leave_text(c, &saved);
	return type;
}

void ldt_parse_proto_text(struct ldt_comp *c, const char *text, struct ldt_proto *proto)
{
	const char *params = strrchr(text, '(');
	struct ldt_lex saved;

	proto->result = ldt_parse_type_text(c, ldt_arena_strndup(c->arena, text, (size_t)(params - text)));
	enter_text(c, &saved, params + 1);
	while (!ldt_next_is(c, LDT_TOK_RPAR)) {
		bool optional = ldt_accept(c, LDT_TOK_LBRAC);

		if (ldt_accept(c, LDT_TOK_ELLIPSIS)) {
			proto->varargs = true;
			break;
		}
		if (ldt_accept(c, LDT_TOK_AGG))
			proto->param[proto->count].class = LDT_PARAM_ANY;
		else
			proto->param[proto->count].type = ldt_parse_type_name(c);
		proto->count++;
		proto->required += !optional;
		if (optional)
			ldt_expect(c, LDT_TOK_RBRAC, "in a prototype");
		ldt_accept(c, LDT_TOK_COMMA);
	}
	leave_text(c, &saved);
}

/* NULL: an action has the same prototype in both lineages. */
static const char *oracle_prototype(const struct ldt_ident *ident)
{
	switch (ident->id) {
#define DT_ACTION_ORACLE(NAME, prototype) \
	case LDT_ACT_##NAME:              \
		return prototype;
#include "../../spec/action.def"
	default:
		return NULL;
	}
}

struct ldt_type *ldt_ident_type(struct ldt_comp *c, struct ldt_ident *ident)
{
	if (!ident->type && ident->type_text && *ident->type_text)
		ident->type = ldt_parse_type_text(c, ident->type_text);
	return ident->type;
}

struct ldt_proto *ldt_ident_proto(struct ldt_comp *c, struct ldt_ident *ident)
{
	const char *text =
		c->dtp->copts.oracle_compat && ident->kind == LDT_IDENT_ACTION ? oracle_prototype(ident) : NULL;
	struct ldt_proto **proto = text ? &ident->oracle_proto : &ident->proto;

	if (!*proto) {
		*proto = ldt_arena_alloc(&c->cc->arena, sizeof(**proto));
		ldt_parse_proto_text(c, text ? text : ident->type_text, *proto);
	}
	return *proto;
}
