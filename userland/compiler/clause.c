/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/clause.c - clauses: predicate and statements to one entry of the program; a clause with
 * if/else is rewritten into several.
 *
 *      P /p/ { a; if (x) { b } else { c } d }
 *
 *  =>  P { this->%1 = 0; this->%1 = p != 0 }
 *      P /this->%1/ { a }
 *      P { this->%2 = this->%3 = 0;
 *          this->%2 = this->%1 && x; this->%3 = this->%1 && !this->%2 }
 *      P /this->%2/ { b }
 *      P /this->%3/ { c }
 *      P /this->%1/ { d }
 *
 * A condition is cleared first: when its computation faults, nothing that depends on it runs.
 */
#include <string.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/clause.h"
#include "compiler/compilation.h"
#include "compiler/generate.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/program_build.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* ---- a part that may be compiled anew -------------------------------------------------------- */

static bool is_unknown_name(const struct ldt_comp *c)
{
	return c->dtp->error == EDT_COMPILER && (c->dtp->errtag == D_VAR_UNDEF || c->dtp->errtag == D_IDENT_UNDEF);
}

/* The state of the compilation before a part of a clause, to go back to. */
struct before {
	jmp_buf recover;
	struct ldt_ident *made;
	struct ldt_stmt **stmt_tail;
	size_t stmt_count;
	struct ldt_xlator *xlator;
	struct ldt_node *xlator_input;
	const struct ldt_expansion *expansion;
	bool attr_given;
};

static void undo(struct ldt_comp *c, const struct before *before)
{
	if (c->making->actions)
		ldt_action_list_free(c->making->actions);
	c->making->actions = NULL;
	ldt_difo_put(c->building);
	ldt_difo_put(c->making->predicate);
	c->building = c->making->predicate = NULL;
	ldt_stmts_destroy(*before->stmt_tail);
	*before->stmt_tail = NULL;
	c->output->stmt_tail = before->stmt_tail;
	c->output->prog->stmt_count = before->stmt_count;
	c->checking->xlator = before->xlator;
	c->checking->xlator_input = before->xlator_input;
	c->checking->expansion = before->expansion;
	c->checking->attr_given = before->attr_given;
	ldt_ident_forget(c, before->made);
}

/*
 * Run @fn, which compiles a part. False: a name in it is not known, and everything that it made is
 * undone; another order may work. Other errors are raised.
 */
static bool compile_try(struct ldt_comp *c, void (*fn)(struct ldt_comp *c, void *arg), void *arg)
{
	struct before before = { .made = c->cc->made,
				 .stmt_tail = c->output->stmt_tail,
				 .stmt_count = c->output->prog->stmt_count,
				 .xlator = c->checking->xlator,
				 .xlator_input = c->checking->xlator_input,
				 .expansion = c->checking->expansion,
				 .attr_given = c->checking->attr_given };
	bool done = true;

	memcpy(&before.recover, &c->recover, sizeof(before.recover));
	if (!setjmp(c->recover))
		fn(c, arg);
	else
		done = false;
	memcpy(&c->recover, &before.recover, sizeof(before.recover));
	if (done)
		return true;
	if (!is_unknown_name(c))
		longjmp(c->recover, 1);
	undo(c, &before);
	return false;
}

/* ---- one clause ------------------------------------------------------------------------------ */

static struct ldt_difo_user *compile_predicate(struct ldt_comp *c, struct ldt_node *predicate)
{
	struct ldt_node *node;

	c->copied = 0;
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
	c->checking->attr = c->output->program_attr;
}

/* A clause without if: its predicate and its statements. */
struct plain {
	struct ldt_node *predicate, *body;
};

static void begin(struct ldt_comp *c)
{
	memset(&c->making->clause, 0, sizeof(c->making->clause));
	memset(&c->making->list, 0, sizeof(c->making->list));
	reset_attr(c);
	c->making->actions = &c->making->list;
	c->making->statement = 0;
}

static struct ldt_node *builtin_name(struct ldt_comp *c, const struct ldt_pos *pos, const char *name)
{
	struct ldt_node *node = ldt_node_new(c, LDT_NODE_IDENT, pos);

	node->text = name;
	return node;
}

/*
 * Whether the clause has a line in the output of -F. With flowall and flowtime: the first part of a clause with if, which
 * records nothing of its own, and those that record something. Without: one that records something, or has no
 * statements. Not after commit(): nothing is recorded there.
 */
static bool has_flow_line(const struct ldt_comp *c)
{
	const struct ldt_making *making = c->making;

	if (making->clause.committed)
		return false;
	if (c->dtp->copts.flowall || c->dtp->copts.flowtime)
		return !making->flow_begun || making->clause.drec;
	return ldt_option(c->dtp, LDT_OPT_FLOWINDENT) && !c->dtp->copts.compat_set &&
	       (making->clause.line || making->actions->count == 0);
}

/* Whether a description of the clause may be a return whose arg2 says that the function was left by a jump to another. */
static bool may_jump(const struct ldt_comp *c)
{
	for (size_t i = 0; i < c->checking->pdesc_count; i++) {
		const struct dtrace_probedesc *desc = &c->checking->pdescs[i];

		if (ldt_field_matches(desc->name, "return") &&
		    (ldt_field_matches(desc->provider, "fbt") || strncmp(desc->provider, "pid", 3) == 0))
			return true;
	}
	return false;
}

static void add_flow_value(struct ldt_comp *c, const char *name, uint64_t uarg)
{
	struct ldt_node *value = ldt_check(c, builtin_name(c, &c->checking->pdesc_tokens[0].pos, name));

	ldt_action_add(c, DTRACEACT_DIFEXPR, ldt_cg(c, value), ldt_expr_flags(c, value))->uarg = uarg;
}

/* What -F wants to know of a firing: the program's stability is not concerned. */
static void add_flow_record(struct ldt_comp *c)
{
	struct dtrace_attribute attr = c->checking->attr;

	if (!has_flow_line(c))
		return;
	add_flow_value(c, "tid", LDT_UARG_FLOW);
	if (may_jump(c))
		add_flow_value(c, "arg2", LDT_UARG_TAIL);
	c->checking->attr = attr;
	c->making->flow_begun = true;
}

static void compile_actions(struct ldt_comp *c, void *arg)
{
	const struct plain *plain = arg;
	struct ldt_node *node;

	for (node = plain->body; node; node = node->next)
		ldt_action_statement(c, node);
	add_flow_record(c);
}

/*
 * Actions come before the predicate: it may ask for a variable that they assign for the first time.
 * Where the actions need a name that the predicate assigns, the predicate comes first.
 */
void ldt_compile_plain(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	struct plain plain = { predicate, body };

	begin(c);
	if (!predicate) {
		compile_actions(c, &plain);
	} else {
		plain.body = ldt_clone_statements(c, body);
		if (compile_try(c, compile_actions, &plain)) {
			c->making->predicate = compile_predicate(c, predicate);
		} else {
			begin(c);
			c->making->predicate = compile_predicate(c, predicate);
			plain.body = body;
			compile_actions(c, &plain);
		}
	}
	ldt_program_add(c);
	c->making->actions = NULL;
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
	return ldt_arena_printf(c->arena, "%%if%u", ++c->checking->conditions);
}

/* Declared here, because code that reads it may be compiled before the code that sets it. */
static void declare_condition(struct ldt_comp *c, const char *name, const struct ldt_pos *pos)
{
	ldt_ident_create(c, LDT_SCOPE_THIS, LDT_IDENT_SCALAR, name, pos)->type = c->types->int_;
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

/* A clause whose predicate is kept in a condition; the body asks for that. */
struct conditional {
	const char *outer;
	struct ldt_node *predicate, *body;
};

static void compile_kept_predicate(struct ldt_comp *c, const struct conditional *clause)
{
	const struct ldt_pos *pos = &clause->predicate->pos;
	struct ldt_node *first = set_condition(c, pos, clause->outer, zero(c, pos));

	first->next = set_condition(c, pos, clause->outer, truth(c, pos, NULL, clause->predicate));
	ldt_compile_plain(c, NULL, first);
}

/*
 * As in ldt_compile_plain(): the body is compiled first, but the predicate's clause goes before it. Both are
 * of the program all the time: an error in the predicate leaves nothing that nobody owns.
 */
static void compile_body_first(struct ldt_comp *c, void *arg)
{
	const struct conditional *clause = arg;
	struct ldt_stmt **start = c->output->stmt_tail, **end, **tail, *body;

	compile_list(c, clause->outer, clause->body);
	end = c->output->stmt_tail;
	compile_kept_predicate(c, clause);
	tail = c->output->stmt_tail;
	if (end == start)
		return;
	body = *start;
	*start = *end;
	*end = NULL;
	*tail = body;
	c->output->stmt_tail = end;
}

void ldt_compile_ifs(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	struct conditional clause = { NULL, predicate, body };
	struct conditional copy;

	if (predicate) {
		clause.outer = new_condition(c);
		declare_condition(c, clause.outer, &predicate->pos);
		copy = clause;
		copy.predicate = ldt_clone(c, c->arena, predicate, NULL);
		copy.body = ldt_clone_statements(c, body);
		if (compile_try(c, compile_body_first, &copy))
			return;
		compile_kept_predicate(c, &clause);
	}
	compile_list(c, clause.outer, body);
}

/* Whether all descriptions of the clause mean places in the kernel's text. */
static bool is_kernel_text(const struct ldt_comp *c)
{
	size_t i;

	for (i = 0; i < c->checking->pdesc_count; i++)
		if (strcmp(c->checking->pdescs[i].provider, "fbt") != 0 &&
		    strcmp(c->checking->pdescs[i].provider, "instr") != 0)
			return false;
	return true;
}

/*
 * The functions in which the kernel begins an interrupt, and ends it (kernel/softirq.c): where they are entered, or return,
 * ipl is 0.
 */
static const struct {
	const char *function, *name;
} interrupt_edges[] = {
	{ "irq_enter_rcu", "entry" },
	{ "irq_enter", "entry" },
	{ "irq_exit_rcu", "return" },
	{ "irq_exit", "return" },
};

static bool may_mean(const struct ldt_comp *c, const char *function, const char *name)
{
	for (size_t i = 0; i < c->checking->pdesc_count; i++)
		if (ldt_field_matches(c->checking->pdescs[i].function, function) &&
		    ldt_field_matches(c->checking->pdescs[i].name, name))
			return true;
	return false;
}

/* probefunc != @function */
static struct ldt_node *in_another(struct ldt_comp *c, const struct ldt_pos *pos, const char *function)
{
	struct ldt_node *text = ldt_node_new(c, LDT_NODE_STRING, pos);

	text->text = function;
	text->length = strlen(function);
	return ldt_node_op2(c, LDT_TOK_NEQ, builtin_name(c, pos, "probefunc"), text);
}

/* nointr: not in an interrupt, and as the program says. */
static struct ldt_node *outside_interrupts(struct ldt_comp *c, struct ldt_node *predicate)
{
	const struct ldt_pos *pos = &c->checking->pdesc_tokens[0].pos;
	struct ldt_node *outside = ldt_node_op1(c, LDT_TOK_LNEG, pos, builtin_name(c, pos, "ipl"));

	for (size_t i = 0; i < sizeof(interrupt_edges) / sizeof(interrupt_edges[0]); i++)
		if (may_mean(c, interrupt_edges[i].function, interrupt_edges[i].name))
			outside =
				ldt_node_op2(c, LDT_TOK_LAND, outside, in_another(c, pos, interrupt_edges[i].function));
	return predicate ? ldt_node_op2(c, LDT_TOK_LAND, outside, predicate) : outside;
}

void ldt_compile_clause(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	c->making->flow_begun = false;
	if (c->dtp->copts.nointr && is_kernel_text(c))
		predicate = outside_interrupts(c, predicate);
	if (ldt_has_if(body))
		ldt_compile_ifs(c, predicate, body);
	else
		ldt_compile_plain(c, predicate, body);
}
