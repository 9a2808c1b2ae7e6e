/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/action.c - statements to actions: expressions, trace, packets,
 * speculation, destructive actions, and what the consumer carries out (clear, trunc, normalize,
 * setopt). printf and its like are in action_format.c, aggregations in action_aggregate.c,
 * stacks and symbols in action_symbol.c.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/generate.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* ---- trace, tracemem ------------------------------------------------------------------------- */

static void becomes_TRACE(struct ldt_comp *c, struct ldt_node *call)
{
	struct ldt_node *arg = call->args;
	enum ldt_kind kind = ldt_type_resolve(arg->type)->kind;

	if (arg->kind == LDT_NODE_AGG)
		ldt_node_error(c, c->dtp->copts.oracle_compat ? D_TRACE_DYN : D_TRACE_AGG, arg,
			       "trace() cannot be used with an aggregation: expected printa(@%s)", arg->text);
	ldt_note_record(c, call);
	if (ldt_action_is_symbolic(arg)) {
		ldt_action_symbolic(c, arg);
		return;
	}
	if (kind == LDT_KIND_VOID)
		ldt_node_error(c, D_TRACE_VOID, arg, "trace() cannot be used with an expression of type void");
	if (kind == LDT_KIND_DYN)
		ldt_node_error(c, D_TRACE_DYN, arg, "trace() cannot be used with an expression of dynamic type");
	ldt_action_key(c, arg);
}

static void becomes_TRACEMEM(struct ldt_comp *c, struct ldt_node *call)
{
	unsigned int count = ldt_count(call->args);
	struct ldt_node *addr = call->args, *size, *dynamic;
	int64_t bytes;

	if (count < 2 || count > 3)
		ldt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_LEN : D_TRACEMEM_ARGS, call,
			       "tracemem() takes 2 or 3 arguments: %u given", count);
	size = addr->next;
	dynamic = size->next;
	if (!ldt_is_pointer(addr->type) && !ldt_type_is_integer(addr->type) && !ldt_is_string(addr->type) &&
	    ldt_type_resolve(addr->type)->kind != LDT_KIND_ARRAY)
		ldt_node_error(c, D_TRACEMEM_ADDR, addr,
			       "the first argument of tracemem() must be an address: %s is none",
			       ldt_type_text(c, addr->type));
	if (!ldt_node_const(size, &bytes) || bytes <= 0 || bytes > 65536)
		ldt_node_error(c, D_TRACEMEM_SIZE, size,
			       "the second argument of tracemem() must be an integer constant from 1 to 65536");
	if (dynamic && !ldt_type_is_integer(dynamic->type))
		ldt_node_error(c, D_TRACEMEM_DYNSIZE, dynamic,
			       "the third argument of tracemem() must be an integer: %s is none",
			       ldt_type_text(c, dynamic->type));
	ldt_note_record(c, call);
	ldt_action_add(c, DTRACEACT_TRACEMEM, ldt_cg_address(c, ldt_check_value(c, addr), (uint32_t)bytes),
		       (uint64_t)bytes);
	if (dynamic)
		ldt_action_add(c, DTRACEACT_TRACEMEM_DYNSIZE, ldt_cg(c, dynamic), 0);
}

/* ---- pcap ------------------------------------------------------------------------------------ */

static bool may_be_packet(const struct ldt_node *node)
{
	const struct ldt_type *type = ldt_type_resolve(node->type), *target;

	if (ldt_type_is_integer(node->type))
		return true;
	if (type->kind != LDT_KIND_POINTER)
		return false;
	target = ldt_type_resolve(type->target);
	return target->kind == LDT_KIND_VOID ||
	       (target->kind == LDT_KIND_STRUCT && target->name && strcmp(target->name, "sk_buff") == 0);
}

/* The packet, then its link type. */
static void becomes_PCAP(struct ldt_comp *c, struct ldt_node *call)
{
	struct ldt_node *packet = call->args, *link = packet->next;
	int64_t size = ldt_option(c->dtp, LDT_OPT_PCAPSIZE), type;

	if (!may_be_packet(packet))
		ldt_node_error(
			c, D_PCAP_ADDR, packet,
			"the first argument of pcap() must be the address of a packet, a struct sk_buff * or a void *: "
			"%s is none",
			ldt_type_text(c, packet->type));
	if (ldt_node_const(link, &type) && (type < 0 || type > UINT16_MAX))
		ldt_node_error(c, D_PCAP_PROTO, link,
			       "the second argument of pcap() must be a link type (PCAP_IP, PCAP_ETHER...) from 0 to "
			       "65535: %lld is none",
			       (long long)type);
	if (size < 1 || size > DTRACE_PCAP_MAX)
		ldt_node_error(c, D_PCAP_SIZE, call, "pcap() captures 1 to %d bytes of a packet: pcapsize is %lld",
			       DTRACE_PCAP_MAX, (long long)size);
	ldt_note_record(c, call);
	ldt_action_add(c, DTRACEACT_PCAP, ldt_cg(c, ldt_check_value(c, packet)), (uint64_t)size);
	ldt_action_add(c, DTRACEACT_DIFEXPR, ldt_cg(c, ldt_convert(c, ldt_check_value(c, link), c->types->int_)),
		       DTRACE_EXPR_SIGNED);
}

/* ---- actions with one number, or nothing ----------------------------------------------------- */

static void number_action(struct ldt_comp *c, struct ldt_node *call, enum dtrace_action kind)
{
	struct ldt_node *arg = ldt_check_value(c, call->args);

	arg = ldt_convert(c, arg, kind == DTRACEACT_CHILL ? c->types->int64 : c->types->int_);
	ldt_action_add(c, kind, ldt_cg(c, arg), 0);
}

static void becomes_EXIT(struct ldt_comp *c, struct ldt_node *call)
{
	if (c->making->clause.speculated)
		ldt_node_error(c, D_EXIT_SPEC, call, "exit() may not follow speculate() in a clause");
	ldt_note_record(c, call);
	number_action(c, call, DTRACEACT_EXIT);
}

static void destructive_action(struct ldt_comp *c, struct ldt_node *call, enum dtrace_action kind)
{
	ldt_note_destructive(c, call);
	if (call->args)
		number_action(c, call, kind);
	else
		ldt_action_add(c, kind, NULL, 0);
}

static void becomes_BREAKPOINT(struct ldt_comp *c, struct ldt_node *call)
{
	destructive_action(c, call, DTRACEACT_BREAKPOINT);
}

static void becomes_PANIC(struct ldt_comp *c, struct ldt_node *call)
{
	destructive_action(c, call, DTRACEACT_PANIC);
}

static void becomes_STOP(struct ldt_comp *c, struct ldt_node *call)
{
	destructive_action(c, call, DTRACEACT_STOP);
}

static void becomes_CHILL(struct ldt_comp *c, struct ldt_node *call)
{
	destructive_action(c, call, DTRACEACT_CHILL);
}

static void becomes_RAISE(struct ldt_comp *c, struct ldt_node *call)
{
	destructive_action(c, call, DTRACEACT_RAISE);
}

static void becomes_SPECULATE(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_note_speculate(c, &call->pos);
	number_action(c, call, DTRACEACT_SPECULATE);
}

static void becomes_COMMIT(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_note_commit(c, &call->pos);
	number_action(c, call, DTRACEACT_COMMIT);
}

static void becomes_DISCARD(struct ldt_comp *c, struct ldt_node *call)
{
	number_action(c, call, DTRACEACT_DISCARD);
}

/* ---- what the consumer does ------------------------------------------------------------------ */

static enum ldt_errtag proto_tag(struct ldt_comp *c, enum ldt_errtag tag)
{
	return c->dtp->copts.oracle_compat ? D_PROTO_LEN : tag;
}

void ldt_warn_of_keys(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_node *agg)
{
	if (agg->args)
		ldt_warn(c, &agg->pos,
			 ldt_arena_printf(&c->own_arena,
					  "keys mean nothing here: %s() is of the whole aggregation, @%s",
					  call->ident->name, agg->text));
}

/* The aggregation that an action is given, as the first value of the library action. */
static void aggregation_value(struct ldt_comp *c, struct ldt_node *call, enum dtrace_libact act,
			      enum ldt_errtag not_agg, enum ldt_errtag bad)
{
	struct ldt_node *arg = call->args, *id;

	if (arg->kind != LDT_NODE_AGG)
		ldt_node_error(c, not_agg, arg, "the first argument of %s() must be an aggregation", call->ident->name);
	if (!arg->ident)
		ldt_node_error(c, bad, arg, "undefined aggregation: @%s", arg->text);
	ldt_warn_of_keys(c, call, arg);
	ldt_note_record(c, call);
	id = ldt_check(c, ldt_node_int(c, &arg->pos, arg->ident->id, c->types->uint));
	ldt_action_add(c, DTRACEACT_LIBACT, ldt_cg(c, id), act);
}

static void becomes_CLEAR(struct ldt_comp *c, struct ldt_node *call)
{
	if (ldt_count(call->args) != 1)
		ldt_node_error(c, proto_tag(c, D_CLEAR_PROTO), call,
			       "clear() takes one argument, an aggregation: %u given", ldt_count(call->args));
	aggregation_value(c, call, DTRACE_LIBACT_CLEAR, D_CLEAR_AGGARG, D_CLEAR_AGGBAD);
}

static void normalize_action(struct ldt_comp *c, struct ldt_node *call, bool undo)
{
	unsigned int want = undo ? 1 : 2;
	struct ldt_node *factor;

	if (ldt_count(call->args) != want)
		ldt_node_error(c, proto_tag(c, D_NORMALIZE_PROTO), call, "%s() takes %u argument%s: %u given",
			       call->ident->name, want, want == 1 ? "" : "s", ldt_count(call->args));
	factor = call->args->next;
	if (factor && call->args->kind == LDT_NODE_AGG && !ldt_type_is_scalar(factor->type))
		ldt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_ARG : D_NORMALIZE_SCALAR, factor,
			       "the second argument of normalize() must be a number: %s is none",
			       ldt_type_text(c, factor->type));
	aggregation_value(c, call, undo ? DTRACE_LIBACT_DENORMALIZE : DTRACE_LIBACT_NORMALIZE, D_NORMALIZE_AGGARG,
			  D_NORMALIZE_AGGBAD);
	if (factor)
		ldt_action_add(c, DTRACEACT_LIBACT,
			       ldt_cg(c, ldt_convert(c, ldt_check_value(c, factor), c->types->uint64)),
			       DTRACE_LIBACT_NORMALIZE);
}

static void becomes_NORMALIZE(struct ldt_comp *c, struct ldt_node *call)
{
	normalize_action(c, call, false);
}

static void becomes_DENORMALIZE(struct ldt_comp *c, struct ldt_node *call)
{
	normalize_action(c, call, true);
}

static void becomes_TRUNC(struct ldt_comp *c, struct ldt_node *call)
{
	unsigned int count = ldt_count(call->args);
	struct ldt_node *number;

	if (count < 1 || count > 2)
		ldt_node_error(c, proto_tag(c, D_TRUNC_PROTO), call, "trunc() takes 1 or 2 arguments: %u given", count);
	number = call->args->next;
	if (number && call->args->kind == LDT_NODE_AGG && !ldt_type_is_scalar(number->type))
		ldt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_ARG : D_TRUNC_SCALAR, number,
			       "the second argument of trunc() must be a number: %s is none",
			       ldt_type_text(c, number->type));
	aggregation_value(c, call, DTRACE_LIBACT_TRUNC, D_TRUNC_AGGARG, D_TRUNC_AGGBAD);
	if (number)
		ldt_action_add(c, DTRACEACT_LIBACT,
			       ldt_cg(c, ldt_convert(c, ldt_check_value(c, number), c->types->int64)),
			       DTRACE_LIBACT_TRUNC);
}

/* Strings travel by reference even when the program gives a char pointer. */
static struct ldt_difo_user *string_value(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *text;

	if (ldt_is_string(node->type))
		return ldt_cg(c, node);
	text = ldt_node_new(c, LDT_NODE_STRINGOF, &node->pos);
	text->left = node;
	return ldt_cg(c, ldt_check(c, text));
}

static void becomes_SETOPT(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_note_record(c, call);
	ldt_action_add(c, DTRACEACT_LIBACT, string_value(c, call->args), DTRACE_LIBACT_SETOPT);
	if (call->args->next)
		ldt_action_add(c, DTRACEACT_LIBACT, string_value(c, call->args->next), DTRACE_LIBACT_SETOPT);
}

static void becomes_FTRUNCATE(struct ldt_comp *c, struct ldt_node *call)
{
	struct ldt_node *zero = ldt_check(c, ldt_node_int(c, &call->pos, 0, c->types->int_));

	ldt_note_record(c, call);
	ldt_action_add(c, DTRACEACT_LIBACT, ldt_cg(c, zero), DTRACE_LIBACT_FTRUNCATE);
}

/* ---- which ----------------------------------------------------------------------------------- */

static void becomes_FORMATTED(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_action_printf(c, call);
}

static void becomes_PRINTA(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_action_printa(c, call);
}

static void becomes_PRINT(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_action_print(c, call);
}

static void becomes_SYMBOLIC(struct ldt_comp *c, struct ldt_node *call)
{
	ldt_note_record(c, call);
	ldt_action_symbolic(c, call);
}

void ldt_action_call(struct ldt_comp *c, struct ldt_node *call)
{
	switch (call->ident->id) {
#define DT_ACTION(NAME, name, prototype, since, becomes) \
	case LDT_ACT_##NAME:                             \
		becomes_##becomes(c, call);              \
		return;
#include "../../spec/action.def"
	}
	abort(); /* a name of the same list */
}

void ldt_action_statement(struct ldt_comp *c, struct ldt_node *statement)
{
	struct ldt_node *node = statement->left, *chosen;

	c->making->statement++;
	c->copied = 0;
	while (node->kind == LDT_NODE_OP3 && (chosen = ldt_check_chosen(c, node)))
		node = chosen;
	if (node->kind == LDT_NODE_AGG)
		ldt_node_error(c, D_AGG_NULL, node,
			       "an aggregation alone does nothing: expected @%s[keys] = function(value)", node->text);
	if (node->kind == LDT_NODE_OP2 && node->left->kind == LDT_NODE_AGG && node->op >= LDT_TOK_ASGN &&
	    node->op <= LDT_TOK_RSH_EQ) {
		ldt_agg_statement(c, node);
		return;
	}
	node = ldt_check(c, node);
	if (node->kind == LDT_NODE_CALL && node->ident->kind == LDT_IDENT_AGGFUNC)
		ldt_node_error(c, D_AGG_NULL, node, "%s() alone does nothing: expected @name[keys] = %s(...)",
			       node->ident->name, node->ident->name);
	if (node->kind == LDT_NODE_CALL && node->ident->kind == LDT_IDENT_ACTION) {
		ldt_action_call(c, node);
		return;
	}
	if (ldt_type_resolve(node->type)->kind == LDT_KIND_DYN)
		ldt_node_error(c, D_CG_DYN, node,
			       "this expression has a dynamic type: it has no value that could be used");
	node->flags |= LDT_NF_RESULT_UNUSED;
	ldt_action_add(c, DTRACEACT_DIFEXPR, ldt_cg(c, node), 0);
}
