/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/parse_statement.c - statements of a clause. */
#include "compiler/declaration.h"
#include "compiler/compilation.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/tree.h"

static struct ldt_node *parse_statement(struct ldt_comp *c);

/* The assignment that decides whether a condition holds; NULL: there is none. */
static const struct ldt_node *deciding_assignment(const struct ldt_node *node)
{
	const struct ldt_node *found = NULL;

	if (!node || (node->kind != LDT_NODE_OP1 && node->kind != LDT_NODE_OP2))
		return NULL;
	switch (node->op) {
	case LDT_TOK_ASGN:
		return node;
	case LDT_TOK_LAND:
	case LDT_TOK_LXOR:
	case LDT_TOK_LOR:
		found = deciding_assignment(node->right);
		/* fall through */
	case LDT_TOK_LNEG:
		return found ? found : deciding_assignment(node->left);
	default:
		return NULL;
	}
}

void ldt_warn_assignment(struct ldt_comp *c, const struct ldt_node *condition, const char *what)
{
	const struct ldt_node *assignment = deciding_assignment(condition);

	if (assignment)
		ldt_warn(c, &assignment->pos,
			 ldt_arena_printf(&c->own_arena, "this %s assigns: = is an assignment, == compares", what));
}

/* { ... } or one statement. */
static struct ldt_node *parse_block(struct ldt_comp *c)
{
	if (ldt_accept(c, LDT_TOK_LBRACE))
		return ldt_parse_statements(c);
	return parse_statement(c);
}

static struct ldt_node *parse_if(struct ldt_comp *c)
{
	struct ldt_token token = ldt_take(c);
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_IF, &token.pos);

	if (++c->depth > 100)
		ldt_error(c, D_SYNTAX, &token.pos, "if is nested too deeply: more than 100 levels");
	ldt_expect(c, LDT_TOK_LPAR, "after if");
	node->cond = ldt_parse_expression(c);
	ldt_warn_assignment(c, node->cond, "condition");
	ldt_expect(c, LDT_TOK_RPAR, "after the condition");
	node->body = parse_block(c);
	if (ldt_accept(c, LDT_TOK_KW_ELSE))
		node->orelse = parse_block(c);
	c->depth--;
	return node;
}

static void refuse_keyword(struct ldt_comp *c, const struct ldt_token *token)
{
	if (ldt_starts_type(c, token))
		ldt_error(c, D_SYNTAX, &token->pos,
			  "syntax error near '%s': declarations are outside of clauses (and a first assignment needs "
			  "none)",
			  token->text ? token->text : ldt_tok_text(token->kind));
	switch (token->kind) {
	case LDT_TOK_KW_FOR:
	case LDT_TOK_KW_WHILE:
	case LDT_TOK_KW_DO:
	case LDT_TOK_KW_GOTO:
	case LDT_TOK_KW_SWITCH:
	case LDT_TOK_KW_BREAK:
	case LDT_TOK_KW_CONTINUE:
	case LDT_TOK_KW_CASE:
	case LDT_TOK_KW_DEFAULT:
	case LDT_TOK_KW_RETURN:
		ldt_error(c, D_SYNTAX, &token->pos, "syntax error near '%s': D has no loops, jumps or switch",
			  ldt_tok_text(token->kind));
	default:
		return;
	}
}

/* One statement with its semicolon; the semicolon before } may be missing. NULL for an empty one. */
static struct ldt_node *parse_statement(struct ldt_comp *c)
{
	struct ldt_node *node;

	if (ldt_accept(c, LDT_TOK_SEMICOLON))
		return NULL;
	if (ldt_next_is(c, LDT_TOK_KW_IF))
		return parse_if(c);
	refuse_keyword(c, ldt_peek(c));
	node = ldt_node_new(c, LDT_NODE_EXPR, &ldt_peek(c)->pos);
	node->left = ldt_parse_expression(c);
	if (!ldt_next_is(c, LDT_TOK_RBRACE))
		ldt_expect(c, LDT_TOK_SEMICOLON, "between statements");
	return node;
}

struct ldt_node *ldt_parse_statements(struct ldt_comp *c)
{
	struct ldt_node *first = NULL, **tail = &first;

	while (!ldt_next_is(c, LDT_TOK_RBRACE)) {
		if (ldt_next_is(c, LDT_TOK_EOF))
			ldt_syntax_error(c, "a statement or '}'");
		*tail = parse_statement(c);
		if (*tail)
			tail = &(*tail)->next;
	}
	ldt_take(c);
	return first;
}
