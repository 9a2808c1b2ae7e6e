/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/parse_expression.c - expressions: tokens to tree, by precedence. */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/near.h"
#include "compiler/parse.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

#define CHOICES_MAX 4000 /* ?: after each other */
#define DEPTH_MAX   400  /* parentheses and the like inside each other */

/* ---- tokens ---------------------------------------------------------------------------------- */

void ldt_syntax_error(struct ldt_comp *c, const char *expected)
{
	const struct ldt_token *token = ldt_peek(c);
	const char *quote = token->kind > LDT_TOK_PSPEC ? "'" : "";

	if (token->kind == LDT_TOK_IDENT)
		ldt_error(c, D_SYNTAX, &token->pos, "syntax error near '%s': expected %s", token->text, expected);
	ldt_error(c, D_SYNTAX, &token->pos, "syntax error near %s%s%s: expected %s", quote, ldt_tok_text(token->kind),
		  quote, expected);
}

bool ldt_next_is(struct ldt_comp *c, enum ldt_tok kind)
{
	return ldt_peek(c)->kind == kind;
}

bool ldt_accept(struct ldt_comp *c, enum ldt_tok kind)
{
	if (!ldt_next_is(c, kind))
		return false;
	ldt_take(c);
	return true;
}

struct ldt_token ldt_expect(struct ldt_comp *c, enum ldt_tok kind, const char *where)
{
	if (!ldt_next_is(c, kind)) {
		bool name = kind <= LDT_TOK_PSPEC;

		ldt_syntax_error(c, ldt_arena_printf(&c->own_arena, "%s%s%s %s", name ? "" : "'", ldt_tok_text(kind),
						     name ? "" : "'", where));
	}
	return ldt_take(c);
}

static void enter(struct ldt_comp *c)
{
	if (++c->depth > DEPTH_MAX)
		ldt_error(c, D_SYNTAX, &ldt_peek(c)->pos, "expression is nested too deeply: more than %d levels",
			  DEPTH_MAX);
}

/* ---- primary expressions --------------------------------------------------------------------- */

/* The type of an integer constant, by the rules of C. */
static struct ldt_type *int_type(struct ldt_comp *c, const struct ldt_token *token)
{
	struct ldt_types *types = c->types;
	struct ldt_type *const is_signed[] = { types->int_, types->long_, types->llong };
	struct ldt_type *const is_unsigned[] = { types->uint, types->ulong, types->ullong };
	int i;

	if (token->is_char)
		return token->length <= 4 ? types->int_ : types->int64;
	for (i = token->longs; i < 3; i++) {
		unsigned int bits = (unsigned int)is_signed[i]->size * 8;

		if (!token->is_unsigned && (token->negative || token->value >> (bits - 1) == 0)) {
			int64_t value = (int64_t)token->value;

			if (!token->negative || bits == 64 || value >= -(1ll << (bits - 1)))
				return is_signed[i];
		}
		if ((token->is_unsigned || !token->decimal) && (bits == 64 || token->value >> bits == 0))
			return is_unsigned[i];
	}
	return types->ullong;
}

static struct ldt_node *parse_string(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_STRING, &token.pos);

	node->text = token.text;
	node->length = token.length;
	while (ldt_next_is(c, LDT_TOK_STRING)) { /* adjacent strings are one, as in C */
		struct ldt_token more = ldt_take(c);
		char *text = ldt_alloc(c, node->length + more.length + 1);

		memcpy(text, node->text, node->length);
		memcpy(text + node->length, more.text, more.length);
		node->text = text;
		node->length += more.length;
	}
	return node;
}

static struct ldt_node *parse_list(struct ldt_comp *c, enum ldt_tok end, const char *where)
{
	struct ldt_node *first = NULL, **tail = &first;

	if (ldt_accept(c, end))
		return NULL;
	do {
		*tail = ldt_parse_assignment(c);
		tail = &(*tail)->next;
	} while (ldt_accept(c, LDT_TOK_COMMA));
	ldt_expect(c, end, where);
	return first;
}

static struct ldt_node *parse_aggregation(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_AGG, &token.pos);

	node->text = token.text;
	if (ldt_accept(c, LDT_TOK_LBRAC)) {
		node->args = parse_list(c, LDT_TOK_RBRAC, "after the keys of an aggregation");
		if (!node->args)
			ldt_node_error(c, D_SYNTAX, node, "expected a key between [ and ]");
		node->flags |= LDT_NF_PAREN;
		ldt_node_height(c, node, node->args);
		if (ldt_next_is(c, LDT_TOK_LBRAC))
			ldt_error(c, D_AGG_MDIM, &ldt_peek(c)->pos,
				  "aggregations have one list of keys: use @%s[a, b], not @%s[a][b]", node->text,
				  node->text);
	}
	return node;
}

static struct ldt_node *parse_ident(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_IDENT, &token.pos);

	node->text = token.text ? token.text : ldt_tok_text(token.kind);
	if (c->in_library)
		node->flags |= LDT_NF_LIBRARY;
	ldt_map_put(&c->parsing->seen, node->text, node);
	return node;
}

/* Names of members may be keywords of D that are not words of C. */
static struct ldt_token member_name(struct ldt_comp *c, const char *op)
{
	enum ldt_tok kind = ldt_peek(c)->kind;
	struct ldt_token token;

	if (kind != LDT_TOK_IDENT && !(kind >= LDT_TOK_KW_AUTO && kind <= LDT_TOK_KW_XLATE))
		ldt_syntax_error(c, ldt_arena_printf(&c->own_arena, "a name after %s", op));
	token = ldt_take(c);
	return token;
}

static struct ldt_node *parse_offsetof(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_OFFSETOF, &token.pos), **tail = &node->args;

	ldt_expect(c, LDT_TOK_LPAR, "after offsetof");
	node->type = ldt_parse_type_name(c);
	ldt_expect(c, LDT_TOK_COMMA, "between type and member");
	do {
		token = member_name(c, "offsetof");
		*tail = ldt_node_new(c, LDT_NODE_IDENT, &token.pos);
		(*tail)->text = token.text ? token.text : ldt_tok_text(token.kind);
		tail = &(*tail)->next;
	} while (ldt_accept(c, LDT_TOK_DOT));
	ldt_expect(c, LDT_TOK_RPAR, "after the member");
	return node;
}

static struct ldt_node *parse_xlate(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_XLATE, &token.pos);

	ldt_expect(c, LDT_TOK_LT, "after xlate");
	node->type = ldt_parse_type_name(c);
	ldt_expect(c, LDT_TOK_GT, "after the type");
	ldt_expect(c, LDT_TOK_LPAR, "before the value that xlate takes");
	node->left = ldt_parse_expression(c);
	ldt_expect(c, LDT_TOK_RPAR, "after the value that xlate takes");
	ldt_node_height(c, node, node->left);
	return node;
}

/* "(name *)" and "(name) operand" are casts, whatever the name is: the next token is (. */
static void refuse_unknown_cast(struct ldt_comp *c)
{
	const struct ldt_token *name = ldt_peek_at(c, 1);
	unsigned int at = 2;
	enum ldt_tok after;

	if (name->kind != LDT_TOK_IDENT)
		return;
	while (at < 6 && ldt_peek_at(c, at)->kind == LDT_TOK_MUL)
		at++;
	if (ldt_peek_at(c, at)->kind != LDT_TOK_RPAR)
		return;
	after = ldt_peek_at(c, at + 1)->kind;
	if (at > 2 || after == LDT_TOK_IDENT || after == LDT_TOK_INT || after == LDT_TOK_STRING)
		ldt_error(c, D_SYNTAX, &name->pos, "unknown type '%s'%s", name->text,
			  ldt_near_type(c, LDT_NS_TYPEDEF, name->text));
}

static struct ldt_node *parse_primary(struct ldt_comp *c)
{
	struct ldt_token token;
	struct ldt_node *node;

	switch (ldt_peek(c)->kind) {
	case LDT_TOK_IDENT:
	case LDT_TOK_KW_SELF:
	case LDT_TOK_KW_THIS:
		return parse_ident(c);
	case LDT_TOK_INT:
		token = ldt_take(c);
		return ldt_node_int(c, &token.pos, token.value, int_type(c, &token));
	case LDT_TOK_STRING:
		return parse_string(c);
	case LDT_TOK_AGG:
		return parse_aggregation(c);
	case LDT_TOK_KW_OFFSETOF:
		return parse_offsetof(c);
	case LDT_TOK_KW_XLATE:
		return parse_xlate(c);
	case LDT_TOK_LPAR:
		refuse_unknown_cast(c);
		ldt_take(c);
		node = ldt_parse_expression(c);
		ldt_expect(c, LDT_TOK_RPAR, "to close the parenthesis");
		node->flags |= LDT_NF_PAREN;
		return node;
	default:
		ldt_syntax_error(c, "an expression");
	}
}

/* ---- postfix and unary ----------------------------------------------------------------------- */

static struct ldt_node *parse_call(struct ldt_comp *c, struct ldt_node *left)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_CALL, &left->pos);

	ldt_take(c);
	node->left = left;
	node->args = parse_list(c, LDT_TOK_RPAR, "after the arguments");
	ldt_node_height(c, node, left);
	ldt_node_height(c, node, node->args);
	return node;
}

static struct ldt_node *parse_postfix(struct ldt_comp *c)
{
	struct ldt_node *node = parse_primary(c);

	for (;;) {
		enum ldt_tok op = ldt_peek(c)->kind;
		struct ldt_token token;

		switch (op) {
		case LDT_TOK_LBRAC:
			ldt_take(c);
			node = ldt_node_op2(c, LDT_TOK_LBRAC, node, NULL);
			node->args = parse_list(c, LDT_TOK_RBRAC, "after the index");
			if (!node->args)
				ldt_node_error(c, D_SYNTAX, node, "expected an index between [ and ]");
			ldt_node_height(c, node, node->args);
			break;
		case LDT_TOK_LPAR:
			node = parse_call(c, node);
			break;
		case LDT_TOK_PTR:
		case LDT_TOK_DOT:
			ldt_take(c);
			token = member_name(c, ldt_tok_text(op));
			node = ldt_node_op2(c, op, node, NULL);
			node->text = token.text ? token.text : ldt_tok_text(token.kind);
			break;
		case LDT_TOK_INC:
		case LDT_TOK_DEC:
			token = ldt_take(c);
			node = ldt_node_op1(c, op == LDT_TOK_INC ? LDT_TOK_POSTINC : LDT_TOK_POSTDEC, &token.pos, node);
			break;
		default:
			return node;
		}
	}
}

static struct ldt_node *parse_unary(struct ldt_comp *c);

/* Whether a name in parentheses, up to @close, is followed by something that only an operand can begin with. */
static bool operand_follows(struct ldt_comp *c, unsigned int close)
{
	switch (ldt_peek_at(c, close + 1)->kind) {
	case LDT_TOK_IDENT:
	case LDT_TOK_INT:
	case LDT_TOK_STRING:
	case LDT_TOK_LPAR:
	case LDT_TOK_ADD:
	case LDT_TOK_SUB:
	case LDT_TOK_MUL:
	case LDT_TOK_BAND:
	case LDT_TOK_BNEG:
	case LDT_TOK_LNEG:
	case LDT_TOK_INC:
	case LDT_TOK_DEC:
	case LDT_TOK_KW_SIZEOF:
	case LDT_TOK_KW_OFFSETOF:
	case LDT_TOK_KW_STRINGOF:
	case LDT_TOK_KW_XLATE:
	case LDT_TOK_KW_SELF:
	case LDT_TOK_KW_THIS:
		return true;
	default:
		return false;
	}
}

/* Whether the ( that comes now has a type after it; @operand: of sizeof. */
static bool starts_cast(struct ldt_comp *c, bool operand)
{
	const struct ldt_token *name = ldt_peek_at(c, 1);
	unsigned int at = 2;

	if (ldt_starts_type(c, name))
		return true;
	if (name->kind != LDT_TOK_IDENT || ldt_ident_find(c, LDT_SCOPE_GLOBAL, name->text) ||
	    ldt_map_get(&c->parsing->seen, name->text))
		return false;
	/* The kernel's types are searched only where a type can be: (name) operand, (name *). */
	while (at < 6 && ldt_peek_at(c, at)->kind == LDT_TOK_MUL)
		at++;
	if (ldt_peek_at(c, at)->kind != LDT_TOK_RPAR || (at == 2 && !operand && !operand_follows(c, at)))
		return false;
	return ldt_type_by_name(c, ldt_peek_at(c, 1)->text);
}

static struct ldt_node *parse_sizeof(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_SIZEOF, &token.pos);

	if (ldt_next_is(c, LDT_TOK_LPAR) && starts_cast(c, true)) {
		ldt_take(c);
		node->type = ldt_parse_type_name(c);
		ldt_expect(c, LDT_TOK_RPAR, "after the type");
	} else {
		node->left = parse_unary(c);
		ldt_node_height(c, node, node->left);
	}
	return node;
}

static struct ldt_node *parse_cast(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_CAST, &token.pos);

	node->type = ldt_parse_type_name(c);
	ldt_expect(c, LDT_TOK_RPAR, "after the type");
	node->left = parse_unary(c);
	ldt_node_height(c, node, node->left);
	return node;
}

static enum ldt_tok prefix_op(enum ldt_tok kind)
{
	switch (kind) {
	case LDT_TOK_INC:
		return LDT_TOK_PREINC;
	case LDT_TOK_DEC:
		return LDT_TOK_PREDEC;
	case LDT_TOK_BAND:
		return LDT_TOK_ADDROF;
	case LDT_TOK_MUL:
		return LDT_TOK_DEREF;
	case LDT_TOK_ADD:
		return LDT_TOK_IPOS;
	case LDT_TOK_SUB:
		return LDT_TOK_INEG;
	case LDT_TOK_BNEG:
	case LDT_TOK_LNEG:
		return kind;
	default:
		return LDT_TOK_EOF;
	}
}

static struct ldt_node *parse_unary_inside(struct ldt_comp *c)
{
	enum ldt_tok kind = ldt_peek(c)->kind;
	struct ldt_token token;
	struct ldt_node *node;

	if (prefix_op(kind) != LDT_TOK_EOF) {
		token = ldt_take(c);
		return ldt_node_op1(c, prefix_op(kind), &token.pos, parse_unary(c));
	}
	switch (kind) {
	case LDT_TOK_KW_SIZEOF:
		return parse_sizeof(c);
	case LDT_TOK_KW_STRINGOF:
		token = ldt_take(c);
		node = ldt_node_new(c, LDT_NODE_STRINGOF, &token.pos);
		node->left = parse_unary(c);
		ldt_node_height(c, node, node->left);
		return node;
	case LDT_TOK_LPAR:
		if (starts_cast(c, false))
			return parse_cast(c);
		return parse_postfix(c);
	default:
		return parse_postfix(c);
	}
}

static struct ldt_node *parse_unary(struct ldt_comp *c)
{
	struct ldt_node *node;

	enter(c);
	node = parse_unary_inside(c);
	c->depth--;
	return node;
}

/* ---- binary ---------------------------------------------------------------------------------- */

static int precedence(enum ldt_tok kind)
{
	switch (kind) {
	case LDT_TOK_LOR:
		return 1;
	case LDT_TOK_LXOR:
		return 2;
	case LDT_TOK_LAND:
		return 3;
	case LDT_TOK_BOR:
		return 4;
	case LDT_TOK_XOR:
		return 5;
	case LDT_TOK_BAND:
		return 6;
	case LDT_TOK_EQU:
	case LDT_TOK_NEQ:
		return 7;
	case LDT_TOK_LT:
	case LDT_TOK_LE:
	case LDT_TOK_GT:
	case LDT_TOK_GE:
		return 8;
	case LDT_TOK_LSH:
	case LDT_TOK_RSH:
		return 9;
	case LDT_TOK_ADD:
	case LDT_TOK_SUB:
		return 10;
	case LDT_TOK_MUL:
	case LDT_TOK_DIV:
	case LDT_TOK_MOD:
		return 11;
	default:
		return 0;
	}
}

static struct ldt_node *parse_binary(struct ldt_comp *c, int least)
{
	struct ldt_node *left = parse_unary(c);

	for (;;) {
		enum ldt_tok op = ldt_peek(c)->kind;
		int level = precedence(op);

		if (!level || level < least)
			return left;
		if (op == LDT_TOK_DIV && c->parsing->in_predicate && ldt_lex_ends_predicate(c))
			return left;
		ldt_take(c);
		left = ldt_node_op2(c, op, left, parse_binary(c, level + 1));
	}
}

struct ldt_node *ldt_parse_conditional(struct ldt_comp *c)
{
	struct ldt_node *cond = parse_binary(c, 1), *node;

	if (!ldt_accept(c, LDT_TOK_QUESTION))
		return cond;
	enter(c);
	node = ldt_node_new(c, LDT_NODE_OP3, &cond->pos);
	node->cond = cond;
	node->left = ldt_parse_expression(c);
	ldt_expect(c, LDT_TOK_COLON, "in a conditional expression");
	c->depth--;
	if (++c->choices > CHOICES_MAX)
		ldt_node_error(c, D_SYNTAX, node, "expression is too deep: more than %d operators ?: after each other",
			       CHOICES_MAX);
	node->right = ldt_parse_conditional(c);
	c->choices--;
	ldt_node_height(c, node, cond);
	ldt_node_height(c, node, node->left);
	ldt_node_height(c, node, node->right);
	return node;
}

static bool is_assignment(enum ldt_tok kind)
{
	return kind >= LDT_TOK_ASGN && kind <= LDT_TOK_RSH_EQ;
}

struct ldt_node *ldt_parse_assignment(struct ldt_comp *c)
{
	struct ldt_node *left = ldt_parse_conditional(c), *right;
	enum ldt_tok op = ldt_peek(c)->kind;

	if (!is_assignment(op))
		return left;
	ldt_take(c);
	enter(c);
	right = ldt_parse_assignment(c);
	c->depth--;
	return ldt_node_op2(c, op, left, right);
}

struct ldt_node *ldt_parse_expression(struct ldt_comp *c)
{
	struct ldt_node *left = ldt_parse_assignment(c);

	while (ldt_accept(c, LDT_TOK_COMMA))
		left = ldt_node_op2(c, LDT_TOK_COMMA, left, ldt_parse_assignment(c));
	return left;
}
