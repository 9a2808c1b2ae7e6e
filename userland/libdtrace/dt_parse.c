/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_parse.c - expressions: tokens to tree, by precedence. */
#include <string.h>

#include "dt_comp.h"

#define DEPTH_MAX  400  /* parentheses and the like inside each other */
#define HEIGHT_MAX 4000 /* of a tree */

/* ---- nodes ----------------------------------------------------------------------------------- */

struct dt_node *dt_node_new(struct dt_comp *c, enum dt_node_kind kind, const struct dt_pos *pos)
{
	struct dt_node *node = dt_alloc(c, sizeof(*node));

	node->kind = kind;
	node->pos = *pos;
	node->height = 1;
	return node;
}

void dt_node_height(struct dt_comp *c, struct dt_node *node, const struct dt_node *child)
{
	for (; child; child = child->next)
		if (child->height >= node->height)
			node->height = child->height + 1;
	if (node->height > HEIGHT_MAX)
		dt_node_error(c, D_SYNTAX, node, "expression is too deep: more than %d operators inside each other",
			      HEIGHT_MAX);
}

struct dt_node *dt_node_int(struct dt_comp *c, const struct dt_pos *pos, uint64_t value, struct dt_type *type)
{
	struct dt_node *node = dt_node_new(c, DT_NODE_INT, pos);

	node->value = value;
	node->type = type;
	return node;
}

struct dt_node *dt_node_op1(struct dt_comp *c, enum dt_tok op, const struct dt_pos *pos, struct dt_node *left)
{
	struct dt_node *node = dt_node_new(c, DT_NODE_OP1, pos);

	node->op = op;
	node->left = left;
	dt_node_height(c, node, left);
	return node;
}

struct dt_node *dt_node_op2(struct dt_comp *c, enum dt_tok op, struct dt_node *left, struct dt_node *right)
{
	struct dt_node *node = dt_node_new(c, DT_NODE_OP2, &left->pos);

	node->op = op;
	node->left = left;
	node->right = right;
	dt_node_height(c, node, left);
	if (right)
		dt_node_height(c, node, right);
	return node;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

void dt_syntax_error(struct dt_comp *c, const char *expected)
{
	const struct dt_token *token = dt_peek(c);
	const char *quote = token->kind > DT_TOK_PSPEC ? "'" : "";

	if (token->kind == DT_TOK_IDENT)
		dt_error(c, D_SYNTAX, &token->pos, "syntax error near '%s': expected %s", token->text, expected);
	dt_error(c, D_SYNTAX, &token->pos, "syntax error near %s%s%s: expected %s", quote, dt_tok_text(token->kind),
		 quote, expected);
}

bool dt_next_is(struct dt_comp *c, enum dt_tok kind)
{
	return dt_peek(c)->kind == kind;
}

bool dt_accept(struct dt_comp *c, enum dt_tok kind)
{
	if (!dt_next_is(c, kind))
		return false;
	dt_take(c);
	return true;
}

struct dt_token dt_expect(struct dt_comp *c, enum dt_tok kind, const char *where)
{
	if (!dt_next_is(c, kind)) {
		bool name = kind <= DT_TOK_PSPEC;

		dt_syntax_error(c, dt_arena_printf(&c->own_arena, "%s%s%s %s", name ? "" : "'", dt_tok_text(kind),
						   name ? "" : "'", where));
	}
	return dt_take(c);
}

static void enter(struct dt_comp *c)
{
	if (++c->depth > DEPTH_MAX)
		dt_error(c, D_SYNTAX, &dt_peek(c)->pos, "expression is nested too deeply: more than %d levels",
			 DEPTH_MAX);
}

/* ---- primary expressions --------------------------------------------------------------------- */

/* The type of an integer constant, by the rules of C. */
static struct dt_type *int_type(struct dt_comp *c, const struct dt_token *token)
{
	struct dt_types *types = c->types;
	struct dt_type *const is_signed[] = { types->int_, types->long_, types->llong };
	struct dt_type *const is_unsigned[] = { types->uint, types->ulong, types->ullong };
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

static struct dt_node *parse_string(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_STRING, &token.pos);

	node->text = token.text;
	node->length = token.length;
	while (dt_next_is(c, DT_TOK_STRING)) { /* adjacent strings are one, as in C */
		struct dt_token more = dt_take(c);
		char *text = dt_alloc(c, node->length + more.length + 1);

		memcpy(text, node->text, node->length);
		memcpy(text + node->length, more.text, more.length);
		node->text = text;
		node->length += more.length;
	}
	return node;
}

static struct dt_node *parse_list(struct dt_comp *c, enum dt_tok end, const char *where)
{
	struct dt_node *first = NULL, **tail = &first;

	if (dt_accept(c, end))
		return NULL;
	do {
		*tail = dt_parse_assignment(c);
		tail = &(*tail)->next;
	} while (dt_accept(c, DT_TOK_COMMA));
	dt_expect(c, end, where);
	return first;
}

static struct dt_node *parse_aggregation(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_AGG, &token.pos);

	node->text = token.text;
	if (dt_accept(c, DT_TOK_LBRAC)) {
		node->args = parse_list(c, DT_TOK_RBRAC, "after the keys of an aggregation");
		if (!node->args)
			dt_node_error(c, D_SYNTAX, node, "expected a key between [ and ]");
		node->flags |= DT_NF_PAREN;
		dt_node_height(c, node, node->args);
		if (dt_next_is(c, DT_TOK_LBRAC))
			dt_error(c, D_AGG_MDIM, &dt_peek(c)->pos,
				 "aggregations have one list of keys: use @%s[a, b], not @%s[a][b]", node->text,
				 node->text);
	}
	return node;
}

static struct dt_node *parse_ident(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_IDENT, &token.pos);

	node->text = token.text ? token.text : dt_tok_text(token.kind);
	dt_map_put(&c->seen, node->text, node);
	return node;
}

/* Names of members may be keywords of D that are not words of C. */
static struct dt_token member_name(struct dt_comp *c, const char *op)
{
	enum dt_tok kind = dt_peek(c)->kind;
	struct dt_token token;

	if (kind != DT_TOK_IDENT && !(kind >= DT_TOK_KW_AUTO && kind <= DT_TOK_KW_XLATE))
		dt_syntax_error(c, dt_arena_printf(&c->own_arena, "a name after %s", op));
	token = dt_take(c);
	return token;
}

static struct dt_node *parse_offsetof(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_OFFSETOF, &token.pos), **tail = &node->args;

	dt_expect(c, DT_TOK_LPAR, "after offsetof");
	node->type = dt_parse_type_name(c);
	dt_expect(c, DT_TOK_COMMA, "between type and member");
	do {
		token = member_name(c, "offsetof");
		*tail = dt_node_new(c, DT_NODE_IDENT, &token.pos);
		(*tail)->text = token.text ? token.text : dt_tok_text(token.kind);
		tail = &(*tail)->next;
	} while (dt_accept(c, DT_TOK_DOT));
	dt_expect(c, DT_TOK_RPAR, "after the member");
	return node;
}

static struct dt_node *parse_xlate(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_XLATE, &token.pos);

	dt_expect(c, DT_TOK_LT, "after xlate");
	node->type = dt_parse_type_name(c);
	dt_expect(c, DT_TOK_GT, "after the type");
	dt_expect(c, DT_TOK_LPAR, "before the value that xlate takes");
	node->left = dt_parse_expression(c);
	dt_expect(c, DT_TOK_RPAR, "after the value that xlate takes");
	dt_node_height(c, node, node->left);
	return node;
}

static struct dt_node *parse_primary(struct dt_comp *c)
{
	struct dt_token token;
	struct dt_node *node;

	switch (dt_peek(c)->kind) {
	case DT_TOK_IDENT:
	case DT_TOK_KW_SELF:
	case DT_TOK_KW_THIS:
		return parse_ident(c);
	case DT_TOK_INT:
		token = dt_take(c);
		return dt_node_int(c, &token.pos, token.value, int_type(c, &token));
	case DT_TOK_STRING:
		return parse_string(c);
	case DT_TOK_AGG:
		return parse_aggregation(c);
	case DT_TOK_KW_OFFSETOF:
		return parse_offsetof(c);
	case DT_TOK_KW_XLATE:
		return parse_xlate(c);
	case DT_TOK_LPAR:
		dt_take(c);
		node = dt_parse_expression(c);
		dt_expect(c, DT_TOK_RPAR, "to close the parenthesis");
		node->flags |= DT_NF_PAREN;
		return node;
	default:
		dt_syntax_error(c, "an expression");
	}
}

/* ---- postfix and unary ----------------------------------------------------------------------- */

static struct dt_node *parse_call(struct dt_comp *c, struct dt_node *left)
{
	struct dt_node *node = dt_node_new(c, DT_NODE_CALL, &left->pos);

	dt_take(c);
	node->left = left;
	node->args = parse_list(c, DT_TOK_RPAR, "after the arguments");
	dt_node_height(c, node, left);
	dt_node_height(c, node, node->args);
	return node;
}

static struct dt_node *parse_postfix(struct dt_comp *c)
{
	struct dt_node *node = parse_primary(c);

	for (;;) {
		enum dt_tok op = dt_peek(c)->kind;
		struct dt_token token;

		switch (op) {
		case DT_TOK_LBRAC:
			dt_take(c);
			node = dt_node_op2(c, DT_TOK_LBRAC, node, NULL);
			node->args = parse_list(c, DT_TOK_RBRAC, "after the index");
			if (!node->args)
				dt_node_error(c, D_SYNTAX, node, "expected an index between [ and ]");
			dt_node_height(c, node, node->args);
			break;
		case DT_TOK_LPAR:
			node = parse_call(c, node);
			break;
		case DT_TOK_PTR:
		case DT_TOK_DOT:
			dt_take(c);
			token = member_name(c, dt_tok_text(op));
			node = dt_node_op2(c, op, node, NULL);
			node->text = token.text ? token.text : dt_tok_text(token.kind);
			break;
		case DT_TOK_INC:
		case DT_TOK_DEC:
			token = dt_take(c);
			node = dt_node_op1(c, op == DT_TOK_INC ? DT_TOK_POSTINC : DT_TOK_POSTDEC, &token.pos, node);
			break;
		default:
			return node;
		}
	}
}

static struct dt_node *parse_unary(struct dt_comp *c);

static struct dt_node *parse_sizeof(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_SIZEOF, &token.pos);

	if (dt_next_is(c, DT_TOK_LPAR) && dt_starts_cast(c, true)) {
		dt_take(c);
		node->type = dt_parse_type_name(c);
		dt_expect(c, DT_TOK_RPAR, "after the type");
	} else {
		node->left = parse_unary(c);
		dt_node_height(c, node, node->left);
	}
	return node;
}

static struct dt_node *parse_cast(struct dt_comp *c)
{
	struct dt_token token = dt_take(c);
	struct dt_node *node = dt_node_new(c, DT_NODE_CAST, &token.pos);

	node->type = dt_parse_type_name(c);
	dt_expect(c, DT_TOK_RPAR, "after the type");
	node->left = parse_unary(c);
	dt_node_height(c, node, node->left);
	return node;
}

static enum dt_tok prefix_op(enum dt_tok kind)
{
	switch (kind) {
	case DT_TOK_INC:
		return DT_TOK_PREINC;
	case DT_TOK_DEC:
		return DT_TOK_PREDEC;
	case DT_TOK_BAND:
		return DT_TOK_ADDROF;
	case DT_TOK_MUL:
		return DT_TOK_DEREF;
	case DT_TOK_ADD:
		return DT_TOK_IPOS;
	case DT_TOK_SUB:
		return DT_TOK_INEG;
	case DT_TOK_BNEG:
	case DT_TOK_LNEG:
		return kind;
	default:
		return DT_TOK_EOF;
	}
}

static struct dt_node *parse_unary_inside(struct dt_comp *c)
{
	enum dt_tok kind = dt_peek(c)->kind;
	struct dt_token token;
	struct dt_node *node;

	if (prefix_op(kind) != DT_TOK_EOF) {
		token = dt_take(c);
		return dt_node_op1(c, prefix_op(kind), &token.pos, parse_unary(c));
	}
	switch (kind) {
	case DT_TOK_KW_SIZEOF:
		return parse_sizeof(c);
	case DT_TOK_KW_STRINGOF:
		token = dt_take(c);
		node = dt_node_new(c, DT_NODE_STRINGOF, &token.pos);
		node->left = parse_unary(c);
		dt_node_height(c, node, node->left);
		return node;
	case DT_TOK_LPAR:
		if (dt_starts_cast(c, false))
			return parse_cast(c);
		return parse_postfix(c);
	default:
		return parse_postfix(c);
	}
}

static struct dt_node *parse_unary(struct dt_comp *c)
{
	struct dt_node *node;

	enter(c);
	node = parse_unary_inside(c);
	c->depth--;
	return node;
}

/* ---- binary ---------------------------------------------------------------------------------- */

static int precedence(enum dt_tok kind)
{
	switch (kind) {
	case DT_TOK_LOR:
		return 1;
	case DT_TOK_LXOR:
		return 2;
	case DT_TOK_LAND:
		return 3;
	case DT_TOK_BOR:
		return 4;
	case DT_TOK_XOR:
		return 5;
	case DT_TOK_BAND:
		return 6;
	case DT_TOK_EQU:
	case DT_TOK_NEQ:
		return 7;
	case DT_TOK_LT:
	case DT_TOK_LE:
	case DT_TOK_GT:
	case DT_TOK_GE:
		return 8;
	case DT_TOK_LSH:
	case DT_TOK_RSH:
		return 9;
	case DT_TOK_ADD:
	case DT_TOK_SUB:
		return 10;
	case DT_TOK_MUL:
	case DT_TOK_DIV:
	case DT_TOK_MOD:
		return 11;
	default:
		return 0;
	}
}

static struct dt_node *parse_binary(struct dt_comp *c, int least)
{
	struct dt_node *left = parse_unary(c);

	for (;;) {
		enum dt_tok op = dt_peek(c)->kind;
		int level = precedence(op);

		if (!level || level < least)
			return left;
		if (op == DT_TOK_DIV && c->in_predicate && dt_lex_ends_predicate(c))
			return left;
		dt_take(c);
		left = dt_node_op2(c, op, left, parse_binary(c, level + 1));
	}
}

struct dt_node *dt_parse_conditional(struct dt_comp *c)
{
	struct dt_node *cond = parse_binary(c, 1), *node;

	if (!dt_accept(c, DT_TOK_QUESTION))
		return cond;
	enter(c);
	node = dt_node_new(c, DT_NODE_OP3, &cond->pos);
	node->cond = cond;
	node->left = dt_parse_expression(c);
	dt_expect(c, DT_TOK_COLON, "in a conditional expression");
	c->depth--;
	node->right = dt_parse_conditional(c);
	dt_node_height(c, node, cond);
	dt_node_height(c, node, node->left);
	dt_node_height(c, node, node->right);
	return node;
}

static bool is_assignment(enum dt_tok kind)
{
	return kind >= DT_TOK_ASGN && kind <= DT_TOK_RSH_EQ;
}

struct dt_node *dt_parse_assignment(struct dt_comp *c)
{
	struct dt_node *left = dt_parse_conditional(c), *right;
	enum dt_tok op = dt_peek(c)->kind;

	if (!is_assignment(op))
		return left;
	dt_take(c);
	enter(c);
	right = dt_parse_assignment(c);
	c->depth--;
	return dt_node_op2(c, op, left, right);
}

struct dt_node *dt_parse_expression(struct dt_comp *c)
{
	struct dt_node *left = dt_parse_assignment(c);

	while (dt_accept(c, DT_TOK_COMMA))
		left = dt_node_op2(c, DT_TOK_COMMA, left, dt_parse_assignment(c));
	return left;
}
