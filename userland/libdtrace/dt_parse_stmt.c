/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_parse_stmt.c - statements of a clause. */
#include "dt_comp.h"

static struct dt_node *parse_statement(struct dt_comp *c);

/* { ... } or one statement. */
static struct dt_node *parse_block(struct dt_comp *c)
{
	if (dt_accept(c, DT_TOK_LBRACE))
		return dt_parse_statements(c);
	return parse_statement(c);
}

static struct dt_node *parse_if(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_IF, &token.pos);

	if (++c->depth > 100)
		dt_error(c, D_SYNTAX, &token.pos, "if is nested too deeply: more than 100 levels");
	dt_expect(c, DT_TOK_LPAR, "after if");
	node->cond = dt_parse_expression(c);
	dt_expect(c, DT_TOK_RPAR, "after the condition");
	node->body = parse_block(c);
	if (dt_accept(c, DT_TOK_KW_ELSE))
		node->orelse = parse_block(c);
	c->depth--;
	return node;
}

static void refuse_keyword(struct dt_comp *c, const struct dt_token *token)
{
	switch (token->kind) {
	case DT_TOK_KW_FOR:
	case DT_TOK_KW_WHILE:
	case DT_TOK_KW_DO:
	case DT_TOK_KW_GOTO:
	case DT_TOK_KW_SWITCH:
	case DT_TOK_KW_BREAK:
	case DT_TOK_KW_CONTINUE:
	case DT_TOK_KW_CASE:
	case DT_TOK_KW_DEFAULT:
	case DT_TOK_KW_RETURN:
		dt_error(c, D_SYNTAX, &token->pos, "syntax error near '%s': D has no loops, jumps or switch",
			 dt_tok_text(token->kind));
	default:
		return;
	}
}

/* One statement with its semicolon; the semicolon before } may be missing. NULL for an empty one. */
static struct dt_node *parse_statement(struct dt_comp *c)
{
	struct dt_node *node;

	if (dt_accept(c, DT_TOK_SEMICOLON))
		return NULL;
	if (dt_next_is(c, DT_TOK_KW_IF))
		return parse_if(c);
	refuse_keyword(c, dt_peek(c));
	node = dt_node_new(c, DT_NODE_EXPR, &dt_peek(c)->pos);
	node->left = dt_parse_expression(c);
	if (!dt_next_is(c, DT_TOK_RBRACE))
		dt_expect(c, DT_TOK_SEMICOLON, "between statements");
	return node;
}

struct dt_node *dt_parse_statements(struct dt_comp *c)
{
	struct dt_node *first = NULL, **tail = &first;

	while (!dt_next_is(c, DT_TOK_RBRACE)) {
		if (dt_next_is(c, DT_TOK_EOF))
			dt_syntax_error(c, "a statement or '}'");
		*tail = parse_statement(c);
		if (*tail)
			tail = &(*tail)->next;
	}
	dt_take(c);
	return first;
}
