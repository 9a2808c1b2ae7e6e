/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action_aggregate.c - aggregation statements: @name[keys] = function(value, parameters). */
#include <stdlib.h>
#include <string.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/generate.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* ---- parameters that must be constants ------------------------------------------------------- */

/* One constant parameter: integer constant or @type, in the range or @range. */
static int64_t parameter(struct ldt_comp *c, struct ldt_node *node, const char *what, enum ldt_errtag type,
			 enum ldt_errtag range, int64_t low, int64_t high)
{
	int64_t value;

	if (!ldt_node_const(node, &value))
		ldt_node_error(c, type, node, "the %s must be an integer constant", what);
	if (value < low || value > high)
		ldt_node_error(c, range, node, "the %s is out of range: expected %lld to %lld", what, (long long)low,
			       (long long)high);
	return value;
}

/* Later uses of an aggregation must repeat the parameters of the first. */
static void match(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_ident *agg, unsigned int index,
		  int64_t value, const char *what, enum ldt_errtag tag)
{
	const struct ldt_agg_info *info = agg->agg;

	if (info->param_count > index && info->param[index] != (uint64_t)value)
		ldt_node_error(c, tag, call, "the %s differs from the one that @%s had before: %lld", what,
			       strcmp(agg->name, "_") ? agg->name : "", (long long)info->param[index]);
}

static void remember(struct ldt_ident *agg, const int64_t *values, unsigned int count)
{
	unsigned int i;

	if (agg->agg->param_count)
		return;
	for (i = 0; i < count; i++)
		agg->agg->param[i] = (uint64_t)values[i];
	agg->agg->param_count = count;
}

/* ---- lquantize ------------------------------------------------------------------------------- */

static uint64_t takes_LINEAR(struct ldt_comp *c, struct ldt_node *call, struct ldt_ident *agg, struct ldt_node **incr)
{
	struct ldt_node *base = call->args->next, *limit = base->next, *step = limit->next;
	int64_t values[3] = { 0, 0, 1 }, levels;

	values[0] =
		parameter(c, base, "base of lquantize()", D_LQUANT_BASETYPE, D_LQUANT_BASEVAL, INT32_MIN, INT32_MAX);
	values[1] =
		parameter(c, limit, "limit of lquantize()", D_LQUANT_LIMTYPE, D_LQUANT_LIMVAL, INT32_MIN, INT32_MAX);
	if (values[1] <= values[0])
		ldt_node_error(c, D_LQUANT_MISMATCH, limit, "the limit of lquantize() must be greater than its base");
	if (step) {
		if (!ldt_node_const(step, &values[2]) || values[2] <= 0)
			ldt_node_error(c, D_LQUANT_STEPTYPE, step,
				       "the step of lquantize() must be a positive integer constant");
		if (values[2] > UINT16_MAX)
			ldt_node_error(c, D_LQUANT_STEPVAL, step,
				       "the step of lquantize() is out of range: expected 1 to %d", UINT16_MAX);
		*incr = step->next;
	}
	levels = (values[1] - values[0]) / values[2];
	if (levels == 0)
		ldt_node_error(c, D_LQUANT_STEPLARGE, step ? step : call,
			       "the step of lquantize() is too large: no level fits between base and limit");
	if (levels > UINT16_MAX)
		ldt_node_error(c, D_LQUANT_STEPSMALL, step ? step : call,
			       "the step of lquantize() is too small: %lld levels, at most %d are possible",
			       (long long)levels, UINT16_MAX);
	match(c, call, agg, 0, values[0], "base of lquantize()", D_LQUANT_MATCHBASE);
	match(c, call, agg, 1, values[1], "limit of lquantize()", D_LQUANT_MATCHLIM);
	match(c, call, agg, 2, values[2], "step of lquantize()", D_LQUANT_MATCHSTEP);
	remember(agg, values, 3);
	return DTRACE_LQUANTIZE_ARG(values[0], levels, values[2]);
}

/* ---- llquantize ------------------------------------------------------------------------------ */

/* factor to the power of @exponent, 0 when it does not fit 64 bits. */
static uint64_t power(uint64_t factor, int64_t exponent)
{
	uint64_t value = 1;

	while (exponent-- > 0) {
		if (value > UINT64_MAX / factor)
			return 0;
		value *= factor;
	}
	return value;
}

static void check_illumos(struct ldt_comp *c, struct ldt_node *const *node, const int64_t *values)
{
	uint64_t factor = (uint64_t)values[0], steps = (uint64_t)values[3], reach;

	if (factor < 2)
		ldt_node_error(c, D_LLQUANT_FACTORSMALL, node[0], "the factor of llquantize() must be at least 2");
	if (values[1] >= values[2])
		ldt_node_error(c, D_LLQUANT_MAGRANGE, node[1],
			       "the low magnitude of llquantize() must be less than the high one");
	if (steps < factor)
		ldt_node_error(c, D_LLQUANT_FACTORNSTEPS, node[3],
			       "the number of steps of llquantize() must be at least the factor");
	if (!power(factor, values[2] + 1))
		ldt_node_error(
			c, D_LLQUANT_MAGTOOBIG, node[2],
			"the high magnitude of llquantize() is too big: %llu to the power of %lld exceeds 64 bits",
			(unsigned long long)factor, (long long)values[2] + 1);
	for (reach = factor; reach < steps; reach *= factor) /* steps have 16 bits */
		;
	if (steps % factor || reach % steps)
		ldt_node_error(
			c, D_LLQUANT_FACTOREVEN, node[3],
			"the number of steps of llquantize() must be a multiple of the factor and divide a power "
			"of it evenly");
}

static void check_oracle_magnitudes(struct ldt_comp *c, struct ldt_node *const *node, const int64_t *values)
{
	uint64_t factor = (uint64_t)values[0];

	if (values[2] < values[1])
		ldt_node_error(c, D_LLQUANT_HMAGVAL, node[2],
			       "the high magnitude of llquantize() must not be less than the low one");
	if (!power(factor, values[2] + 1))
		ldt_node_error(
			c, D_LLQUANT_HMAGVAL, node[2],
			"the high magnitude of llquantize() is too big: %llu to the power of %lld exceeds 64 bits",
			(unsigned long long)factor, (long long)values[2] + 1);
}

static void check_oracle_steps(struct ldt_comp *c, struct ldt_node *const *node, const int64_t *values)
{
	uint64_t factor = (uint64_t)values[0], steps = (uint64_t)values[3], reach;

	if (steps == 0 || (steps < factor && factor % steps))
		ldt_node_error(c, D_LLQUANT_STEPVAL, node[3],
			       "the number of steps of llquantize() must divide the factor");
	reach = power(factor, values[1] == 0 ? 2 : values[1] + 1);
	if (steps > factor && (steps % factor || !reach || reach % steps))
		ldt_node_error(
			c, D_LLQUANT_STEPVAL, node[3],
			"the number of steps of llquantize() must be a multiple of the factor and divide a power "
			"of it evenly");
}

static uint64_t takes_LOG_LINEAR(struct ldt_comp *c, struct ldt_node *call, struct ldt_ident *agg,
				 struct ldt_node **incr)
{
	static const char *const names[] = { "factor of llquantize()", "low magnitude of llquantize()",
					     "high magnitude of llquantize()", "number of steps of llquantize()" };
	static const enum ldt_errtag tags[2][4][3] = {
		{ { D_LLQUANT_FACTORTYPE, D_LLQUANT_FACTORVAL, D_LLQUANT_FACTORMATCH },
		  { D_LLQUANT_LOWTYPE, D_LLQUANT_LOWVAL, D_LLQUANT_LOWMATCH },
		  { D_LLQUANT_HIGHTYPE, D_LLQUANT_HIGHVAL, D_LLQUANT_HIGHMATCH },
		  { D_LLQUANT_NSTEPTYPE, D_LLQUANT_NSTEPVAL, D_LLQUANT_NSTEPMATCH } },
		{ { D_LLQUANT_FACTORTYPE, D_LLQUANT_FACTORVAL, D_LLQUANT_MATCHFACTOR },
		  { D_LLQUANT_LMAGTYPE, D_LLQUANT_LMAGVAL, D_LLQUANT_MATCHLMAG },
		  { D_LLQUANT_HMAGTYPE, D_LLQUANT_HMAGVAL, D_LLQUANT_MATCHHMAG },
		  { D_LLQUANT_STEPTYPE, D_LLQUANT_STEPVAL, D_LLQUANT_MATCHSTEPS } },
	};
	bool oracle = c->dtp->copts.oracle_compat;
	struct ldt_node *node[4], *arg = call->args->next;
	int64_t values[4];
	unsigned int i;

	for (i = 0; i < 4; i++, arg = arg->next) {
		node[i] = arg;
		values[i] = parameter(c, arg, names[i], tags[oracle][i][0], tags[oracle][i][1],
				      oracle && i == 0 ? 2 : 0, UINT16_MAX);
		if (oracle && i == 2) /* there the magnitudes are judged before the steps are looked at */
			check_oracle_magnitudes(c, node, values);
	}
	*incr = arg;
	if (oracle)
		check_oracle_steps(c, node, values);
	else
		check_illumos(c, node, values);
	for (i = 0; i < 4; i++)
		match(c, call, agg, i, values[i], names[i], tags[oracle][i][2]);
	remember(agg, values, 4);
	if (oracle)
		return DTRACE_LLQBOTH_ARG(values[0], values[1], values[2], values[3]);
	return DTRACE_LLQUANTIZE_ARG(values[0], values[1], values[2], values[3]);
}

/* ---- the statement --------------------------------------------------------------------------- */

static struct ldt_ident *aggregation(struct ldt_comp *c, struct ldt_node *left, struct ldt_ident *function)
{
	struct ldt_ident *agg = ldt_agg_find(c, left->text);

	if (!agg) {
		agg = ldt_agg_create(c, left->text, &left->pos);
		agg->agg = ldt_arena_alloc(&c->cc->arena, sizeof(*agg->agg));
		agg->agg->function = function;
	}
	if (agg->agg->function != function)
		ldt_node_error(c, D_AGG_REDEF, left, "aggregation @%s is used with %s(): before it was %s()",
			       left->text, function->name, agg->agg->function->name);
	return agg;
}

static void check_key(struct ldt_comp *c, const struct ldt_node *key)
{
	struct ldt_type *type = ldt_type_resolve(key->type);

	if (ldt_action_is_symbolic(key))
		return;
	if (type->kind == LDT_KIND_VOID || type->kind == LDT_KIND_DYN || type->kind == LDT_KIND_FUNCTION ||
	    type->kind == LDT_KIND_FLOAT || (type->kind == LDT_KIND_ARRAY && !type->complete))
		ldt_node_error(c, D_KEY_TYPE, key, "an expression of type %s cannot be a key of an aggregation",
			       ldt_type_text(c, key->type));
}

static void check_keys(struct ldt_comp *c, struct ldt_node *left)
{
	struct ldt_node **list;

	for (list = &left->args; *list; list = &(*list)->next) {
		struct ldt_node *next = (*list)->next;

		*list = ldt_check(c, *list);
		check_key(c, *list);
		if (!ldt_action_is_symbolic(*list) && (*list)->kind != LDT_NODE_AGG)
			*list = ldt_check_value(c, *list);
		(*list)->next = next;
		check_key(c, *list);
	}
}

/*
 * Arguments of the functions: they return the parameter word, and set *incr where one may be given.
 */

static uint64_t takes_NOTHING(struct ldt_comp *c, struct ldt_node *call, struct ldt_ident *agg, struct ldt_node **incr)
{
	return 0;
}

static uint64_t takes_VALUE(struct ldt_comp *c, struct ldt_node *call, struct ldt_ident *agg, struct ldt_node **incr)
{
	return 0;
}

static uint64_t takes_WEIGHTED(struct ldt_comp *c, struct ldt_node *call, struct ldt_ident *agg, struct ldt_node **incr)
{
	*incr = call->args->next;
	return 0;
}

static uint64_t parameter_word(struct ldt_comp *c, struct ldt_node *call, struct ldt_ident *agg, struct ldt_node **incr)
{
	*incr = NULL;
	switch (call->ident->id) {
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) \
	case DTRACEAGG_##NAME:                                                      \
		return takes_##takes(c, call, agg, incr);
#include "../../spec/agg.def"
	}
	abort(); /* a name of the same list */
}

static void check_value(struct ldt_comp *c, struct ldt_node *call)
{
	struct ldt_node *value = call->args;

	if (!value)
		return;
	if (value->kind == LDT_NODE_AGG || !ldt_type_is_scalar(value->type) ||
	    ldt_type_resolve(value->type)->kind == LDT_KIND_FLOAT)
		ldt_node_error(c, D_AGG_SCALAR, value, "%s() needs a value of scalar type: %s is none",
			       call->ident->name, ldt_type_text(c, value->type));
}

static void check_increment(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_node *incr)
{
	if (!incr)
		return;
	if (!ldt_type_is_integer(incr->type))
		ldt_node_error(c, D_PROTO_ARG, incr, "the increment of %s() must be an integer: %s is none",
			       call->ident->name, ldt_type_text(c, incr->type));
	if (incr->next)
		ldt_node_error(c, D_PROTO_LEN, incr->next, "%s() has too many arguments", call->ident->name);
}

static void add_actions(struct ldt_comp *c, struct ldt_node *left, struct ldt_node *call, struct ldt_ident *agg,
			uint64_t word, struct ldt_node *incr)
{
	enum dtrace_action kind = (enum dtrace_action)call->ident->id;
	struct ldt_action_user *action;
	struct ldt_difo_user *value = NULL;
	struct ldt_node *key;
	uint32_t count = 0;

	for (key = left->args; key; key = key->next, count++)
		ldt_action_key(c, key);
	if (incr) {
		ldt_action_add(c, DTRACEACT_DIFEXPR,
			       ldt_cg(c, ldt_convert(c, ldt_check_value(c, incr), c->types->int64)),
			       DTRACE_EXPR_SIGNED);
		count++;
	}
	if (call->args)
		value = ldt_cg(c, ldt_check_value(c, call->args));
	if (kind == DTRACEAGG_LLQUANTIZE && c->dtp->copts.oracle_compat)
		kind = DTRACEAGG_LLQUANTIZE_BOTH;
	action = ldt_action_add(c, kind, value, word);
	action->ntuple = count;
	action->uarg = DTRACE_AGG_UARG(agg->id, incr ? DTRACE_AGG_INCR : 0);
}

void ldt_agg_statement(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left, *call = node->right, *incr;
	struct ldt_ident *agg;
	uint64_t word;

	if (node->op != LDT_TOK_ASGN || call->kind != LDT_NODE_CALL)
		ldt_node_error(c, D_AGG_FUNC, node,
			       "an aggregation is assigned the call of an aggregating function: expected @%s[keys] = "
			       "function(value)",
			       left->text);
	call = ldt_check(c, call);
	if (call->kind != LDT_NODE_CALL || call->ident->kind != LDT_IDENT_AGGFUNC)
		ldt_node_error(c, D_AGG_FUNC, call,
			       "expected the call of an aggregating function on the right side of @%s =", left->text);
	check_keys(c, left);
	check_value(c, call);
	agg = aggregation(c, left, call->ident);
	ldt_check_keys(c, &left->pos, agg, &left->args);
	word = parameter_word(c, call, agg, &incr);
	check_increment(c, call, incr);
	ldt_note_aggregation(c, &node->pos);
	ldt_note_attr(c, &left->pos, left->text, agg->attr);
	add_actions(c, left, call, agg, word, incr);
}
