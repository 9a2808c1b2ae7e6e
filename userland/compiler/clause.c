/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/clause.c - clauses: predicate and statements to one entry of the program; a clause with if/else is rewritten into
 * several.
 *
 *      P /p/ { a; if (x) { b } else { c } d }        P { this->%1 = 0; this->%1 = p != 0 }
 *                                                    P /this->%1/ { a }
 *                                              =>    P { this->%2 = this->%3 = 0; this->%2 =
 *                                              this->%1 && x; this->%3 =
 * this->%1 && !this->%2 } P /this->%2/ { b }      P /this->%3/ { c }      P /this->%1/ { d }
 *
 * A condition is cleared first: when its computation faults, nothing that depends on it runs.
 */
#include <string.h>

#include "compiler/compilation.h"

/* ---- one clause ------------------------------------------------------------------------------ */

static struct ldt_difo_user *compile_predicate(struct ldt_comp *c, struct ldt_node *predicate)
{
	struct ldt_node *node;

	node = ldt_check(c, predicate);
	if (ldt_type_resolve(node->type)->kind == LDT_KIND_VOID || node->kind == LDT_NODE_AGG)
		ldt_node_error(c, D_PRED_SCALAR, node, "a predicate must be of scalar type: %s",
			       node->kind == LDT_NODE_AGG ? "an aggregation has no value" : "void is none");
	if (node->kind != LDT_NODE_XLATE)
		node = ldt_check_value(c, node);
	if (!ldt_type_is_scalar(node->type) || ldt_type_resolve(node->type)->kind == LDT_KIND_FLOAT)
		ldt_node_error(c, D_PRED_SCALAR, node, "a predicate must be of scalar type: %s is none",
			       ldt_type_text(c, node->type));
	return ldt_cg(c, node);
}

static void reset_attr(struct ldt_comp *c)
{
	c->attr = c->program_attr;
}

void ldt_compile_plain(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	struct ldt_node *node;

	memset(&c->clause, 0, sizeof(c->clause));
	memset(&c->list, 0, sizeof(c->list));
	reset_attr(c);
	c->actions = &c->list;
	c->statement = 0;
	if (predicate)
		c->predicate = compile_predicate(c, predicate);
	for (node = body; node; node = node->next)
		ldt_action_statement(c, node);
	ldt_program_add(c);
	c->actions = NULL;
}

/* ---- if -------------------------------------------------------------------------------------- */

bool ldt_has_if(const struct ldt_node *body)
{
	for (; body; body = body->next)
		if (body->kind == LDT_NODE_IF)
			return true;
	return false;
}

static struct ldt_node *condition_ref(struct ldt_comp *c, const struct ldt_pos *pos, const char *name)
{
	struct ldt_node *scope = ldt_node_new(c, LDT_NODE_IDENT, pos), *node;

	scope->text = "this";
	node = ldt_node_op2(c, LDT_TOK_PTR, scope, NULL);
	node->text = name;
	return node;
}

static const char *new_condition(struct ldt_comp *c)
{
	return ldt_arena_printf(c->arena, "%%if%u", ++c->conditions);
}

static struct ldt_node *statement_of(struct ldt_comp *c, struct ldt_node *expression)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_EXPR, &expression->pos);

	node->left = expression;
	return node;
}

/* this->name = value */
static struct ldt_node *set_condition(struct ldt_comp *c, const struct ldt_pos *pos, const char *name,
				      struct ldt_node *value)
{
	return statement_of(c, ldt_node_op2(c, LDT_TOK_ASGN, condition_ref(c, pos, name), value));
}

static struct ldt_node *zero(struct ldt_comp *c, const struct ldt_pos *pos)
{
	return ldt_node_int(c, pos, 0, c->types->int_);
}

/* outer && value, or !!value */
static struct ldt_node *truth(struct ldt_comp *c, const struct ldt_pos *pos, const char *outer, struct ldt_node *value)
{
	if (outer)
		return ldt_node_op2(c, LDT_TOK_LAND, condition_ref(c, pos, outer), value);
	return ldt_node_op1(c, LDT_TOK_LNEG, pos, ldt_node_op1(c, LDT_TOK_LNEG, pos, value));
}

static void compile_list(struct ldt_comp *c, const char *outer, struct ldt_node *body);

static void compile_if(struct ldt_comp *c, const char *outer, struct ldt_node *node)
{
	const char *yes = new_condition(c), *no = node->orelse ? new_condition(c) : NULL;
	struct ldt_node *first, **tail = &first;

	*tail = set_condition(c, &node->pos, yes, zero(c, &node->pos));
	tail = &(*tail)->next;
	if (no) {
		*tail = set_condition(c, &node->pos, no, zero(c, &node->pos));
		tail = &(*tail)->next;
	}
	*tail = set_condition(c, &node->pos, yes, truth(c, &node->pos, outer, node->cond));
	tail = &(*tail)->next;
	if (no)
		*tail = set_condition(
			c, &node->pos, no,
			truth(c, &node->pos, outer,
			      ldt_node_op1(c, LDT_TOK_LNEG, &node->pos, condition_ref(c, &node->pos, yes))));
	ldt_compile_plain(c, NULL, first);
	compile_list(c, yes, node->body);
	if (no)
		compile_list(c, no, node->orelse);
}

/* Statements that belong to one condition: runs without if are one clause each. */
static void compile_list(struct ldt_comp *c, const char *outer, struct ldt_node *body)
{
	while (body) {
		struct ldt_node *first = body, *last = NULL;

		while (body && body->kind != LDT_NODE_IF) {
			last = body;
			body = body->next;
		}
		if (last) {
			last->next = NULL;
			ldt_compile_plain(c, outer ? condition_ref(c, &first->pos, outer) : NULL, first);
		}
		if (body) {
			struct ldt_node *next = body->next;

			compile_if(c, outer, body);
			body = next;
		}
	}
}

void ldt_compile_ifs(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	const char *outer = NULL;
	struct ldt_node *first;

	if (predicate) {
		outer = new_condition(c);
		first = set_condition(c, &predicate->pos, outer, zero(c, &predicate->pos));
		first->next = set_condition(c, &predicate->pos, outer, truth(c, &predicate->pos, NULL, predicate));
		ldt_compile_plain(c, NULL, first);
	}
	compile_list(c, outer, body);
}

void ldt_compile_clause(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	if (ldt_has_if(body))
		ldt_compile_ifs(c, predicate, body);
	else
		ldt_compile_plain(c, predicate, body);
}
