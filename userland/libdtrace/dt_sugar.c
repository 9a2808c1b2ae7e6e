/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_sugar.c - clauses: predicate and statements to one entry of the program; a clause with if/else is rewritten into
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

#include "dt_comp.h"

/* ---- one clause ------------------------------------------------------------------------------ */

static struct dt_difo_user *compile_predicate(struct dt_comp *c, struct dt_node *predicate)
{
	struct dt_node *node;

	node = dt_check(c, predicate);
	if (dt_type_resolve(node->type)->kind == DT_KIND_VOID || node->kind == DT_NODE_AGG)
		dt_node_error(c, D_PRED_SCALAR, node, "a predicate must be of scalar type: %s",
			      node->kind == DT_NODE_AGG ? "an aggregation has no value" : "void is none");
	if (node->kind != DT_NODE_XLATE)
		node = dt_check_value(c, node);
	if (!dt_type_is_scalar(node->type) || dt_type_resolve(node->type)->kind == DT_KIND_FLOAT)
		dt_node_error(c, D_PRED_SCALAR, node, "a predicate must be of scalar type: %s is none",
			      dt_type_text(c, node->type));
	return dt_cg(c, node);
}

static void reset_attr(struct dt_comp *c)
{
	c->attr = c->program_attr;
}

void dt_compile_plain(struct dt_comp *c, struct dt_node *predicate, struct dt_node *body)
{
	struct dt_node *node;

	memset(&c->clause, 0, sizeof(c->clause));
	memset(&c->list, 0, sizeof(c->list));
	reset_attr(c);
	c->actions = &c->list;
	c->statement = 0;
	if (predicate)
		c->predicate = compile_predicate(c, predicate);
	for (node = body; node; node = node->next)
		dt_action_statement(c, node);
	dt_program_add(c);
	c->actions = NULL;
}

/* ---- if -------------------------------------------------------------------------------------- */

bool dt_has_if(const struct dt_node *body)
{
	for (; body; body = body->next)
		if (body->kind == DT_NODE_IF)
			return true;
	return false;
}

static struct dt_node *condition_ref(struct dt_comp *c, const struct dt_pos *pos, const char *name)
{
	struct dt_node *scope = dt_node_new(c, DT_NODE_IDENT, pos), *node;

	scope->text = "this";
	node = dt_node_op2(c, DT_TOK_PTR, scope, NULL);
	node->text = name;
	return node;
}

static const char *new_condition(struct dt_comp *c)
{
	return dt_arena_printf(c->arena, "%%if%u", ++c->conditions);
}

static struct dt_node *statement_of(struct dt_comp *c, struct dt_node *expression)
{
	struct dt_node *node = dt_node_new(c, DT_NODE_EXPR, &expression->pos);

	node->left = expression;
	return node;
}

/* this->name = value */
static struct dt_node *set_condition(struct dt_comp *c, const struct dt_pos *pos, const char *name,
				     struct dt_node *value)
{
	return statement_of(c, dt_node_op2(c, DT_TOK_ASGN, condition_ref(c, pos, name), value));
}

static struct dt_node *zero(struct dt_comp *c, const struct dt_pos *pos)
{
	return dt_node_int(c, pos, 0, c->types->int_);
}

/* outer && value, or !!value */
static struct dt_node *truth(struct dt_comp *c, const struct dt_pos *pos, const char *outer, struct dt_node *value)
{
	if (outer)
		return dt_node_op2(c, DT_TOK_LAND, condition_ref(c, pos, outer), value);
	return dt_node_op1(c, DT_TOK_LNEG, pos, dt_node_op1(c, DT_TOK_LNEG, pos, value));
}

static void compile_list(struct dt_comp *c, const char *outer, struct dt_node *body);

static void compile_if(struct dt_comp *c, const char *outer, struct dt_node *node)
{
	const char *yes = new_condition(c), *no = node->orelse ? new_condition(c) : NULL;
	struct dt_node *first, **tail = &first;

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
			      dt_node_op1(c, DT_TOK_LNEG, &node->pos, condition_ref(c, &node->pos, yes))));
	dt_compile_plain(c, NULL, first);
	compile_list(c, yes, node->body);
	if (no)
		compile_list(c, no, node->orelse);
}

/* Statements that belong to one condition: runs without if are one clause each. */
static void compile_list(struct dt_comp *c, const char *outer, struct dt_node *body)
{
	while (body) {
		struct dt_node *first = body, *last = NULL;

		while (body && body->kind != DT_NODE_IF) {
			last = body;
			body = body->next;
		}
		if (last) {
			last->next = NULL;
			dt_compile_plain(c, outer ? condition_ref(c, &first->pos, outer) : NULL, first);
		}
		if (body) {
			struct dt_node *next = body->next;

			compile_if(c, outer, body);
			body = next;
		}
	}
}

void dt_compile_ifs(struct dt_comp *c, struct dt_node *predicate, struct dt_node *body)
{
	const char *outer = NULL;
	struct dt_node *first;

	if (predicate) {
		outer = new_condition(c);
		first = set_condition(c, &predicate->pos, outer, zero(c, &predicate->pos));
		first->next = set_condition(c, &predicate->pos, outer, truth(c, &predicate->pos, NULL, predicate));
		dt_compile_plain(c, NULL, first);
	}
	compile_list(c, outer, body);
}

void dt_compile_clause(struct dt_comp *c, struct dt_node *predicate, struct dt_node *body)
{
	if (dt_has_if(body))
		dt_compile_ifs(c, predicate, body);
	else
		dt_compile_plain(c, predicate, body);
}
