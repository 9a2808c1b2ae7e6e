/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_action.c - statements to actions: expressions, trace, packets, stacks and symbols,
 * speculation, destructive actions, and what the consumer carries out (clear, trunc, normalize,
 * setopt). printf and its like are in dt_action_format.c, aggregations in dt_agg.c.
 */
#include <stdlib.h>
#include <string.h>

#include "dt_action.h"

/* ---- the list -------------------------------------------------------------------------------- */

struct dt_action_user *dt_action_add(struct dt_comp *c, enum dtrace_action kind, struct dt_difo_user *difo,
				     uint64_t arg)
{
	struct dt_action_list *list = c->actions;
	struct dt_action_user *action;

	if (list->count == list->room) {
		size_t room = list->room ? list->room * 2 : 8;

		c->building = difo;
		list->item = dt_must(c, realloc(list->item, room * sizeof(*list->item)));
		c->building = NULL;
		list->room = room;
	}
	action = &list->item[list->count++];
	memset(action, 0, sizeof(*action));
	action->kind = kind;
	action->difo = difo;
	action->arg = arg;
	action->uarg = c->statement;
	return action;
}

void dt_action_list_free(struct dt_action_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		dt_difo_put(list->item[i].difo);
	free(list->item);
	memset(list, 0, sizeof(*list));
}

/* ---- the order of speculation, commit and recording ------------------------------------------ */

static void note_speculate(struct dt_comp *c, const struct dt_pos *pos)
{
	if (c->clause.speculated)
		dt_error(c, D_SPEC_SPEC, pos, "speculate() may not follow speculate() in a clause");
	if (c->clause.committed)
		dt_error(c, D_SPEC_COMM, pos, "speculate() may not follow commit() in a clause");
	if (c->clause.drec)
		dt_error(c, D_SPEC_DREC, pos, "speculate() may not follow an action that records data in a clause");
	c->clause.speculated = true;
}

static void note_commit(struct dt_comp *c, const struct dt_pos *pos)
{
	if (c->clause.committed && !c->dtp->copts.oracle_compat)
		dt_error(c, D_COMM_COMM, pos, "commit() may not follow commit() in a clause");
	if (c->clause.drec)
		dt_error(c, D_COMM_DREC, pos, "commit() may not follow an action that records data in a clause");
	if (c->clause.speculated)
		dt_error(c, D_SPEC_COMM, pos, "commit() may not follow speculate() in a clause");
	c->clause.committed = true;
}

void dt_note_record(struct dt_comp *c, const struct dt_pos *pos)
{
	if (c->clause.committed)
		dt_error(c, D_DREC_COMM, pos, "an action that records data may not follow commit() in a clause");
	if (!c->clause.speculated)
		c->clause.drec = true;
}

void dt_note_aggregation(struct dt_comp *c, const struct dt_pos *pos)
{
	if (c->clause.committed)
		dt_error(c, D_AGG_COMM, pos, "an aggregation may not follow commit() in a clause");
	if (c->clause.speculated)
		dt_error(c, D_AGG_SPEC, pos, "an aggregation may not follow speculate() in a clause");
	c->clause.drec = true;
}

void dt_note_destructive(struct dt_comp *c, const struct dt_node *call)
{
	if (c->clause.speculated)
		dt_node_error(c, D_ACT_SPEC, call, "destructive action %s() may not follow speculate() in a clause",
			      call->ident->name);
}

/* ---- values ---------------------------------------------------------------------------------- */

uint64_t dt_expr_flags(struct dt_node *node)
{
	enum dt_kind kind = dt_type_resolve(node->type)->kind;

	if (dt_is_string(node->type))
		return DTRACE_EXPR_STRING;
	if (dt_type_is_char_array(node->type))
		return DTRACE_EXPR_STRING | DTRACE_EXPR_BYREF;
	if (node->flags & DT_NF_REF)
		return DTRACE_EXPR_BYREF;
	if (kind == DT_KIND_POINTER)
		return DTRACE_EXPR_POINTER;
	return dt_type_is_signed(node->type) ? DTRACE_EXPR_SIGNED : 0;
}

static bool is_act(const struct dt_node *node, enum dt_act act)
{
	return node->kind == DT_NODE_CALL && node->ident && node->ident->kind == DT_IDENT_ACTION &&
	       node->ident->id == act;
}

/* ---- stacks and symbols ---------------------------------------------------------------------- */

static const struct {
	enum dt_act act;
	enum dtrace_action kind;
} symbol_kinds[] = {
	{ DT_ACT_SYM, DTRACEACT_SYM },     { DT_ACT_FUNC, DTRACEACT_SYM },   { DT_ACT_MOD, DTRACEACT_MOD },
	{ DT_ACT_USYM, DTRACEACT_USYM },   { DT_ACT_UFUNC, DTRACEACT_USYM }, { DT_ACT_UMOD, DTRACEACT_UMOD },
	{ DT_ACT_UADDR, DTRACEACT_UADDR },
};

static enum dtrace_action symbol_kind(const struct dt_node *node)
{
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(symbol_kinds); i++)
		if (is_act(node, symbol_kinds[i].act))
			return symbol_kinds[i].kind;
	return DTRACEACT_NONE;
}

bool dt_action_is_symbolic(const struct dt_node *node)
{
	return symbol_kind(node) != DTRACEACT_NONE || is_act(node, DT_ACT_STACK) || is_act(node, DT_ACT_USTACK) ||
	       is_act(node, DT_ACT_JSTACK);
}

static uint32_t positive_constant(struct dt_comp *c, struct dt_node *node, enum dt_errtag tag, const char *what,
				  bool zero_ok)
{
	int64_t value;

	if (!dt_node_const(node, &value) || value < 0 || (value == 0 && !zero_ok) || value > INT32_MAX)
		dt_node_error(c, tag, node, "%s must be a positive integer constant", what);
	return (uint32_t)value;
}

/* -x maxframes is the most that any stack has; @standard is what one has that asks for no number. */
static uint32_t limit_frames(struct dt_comp *c, uint32_t frames, enum dt_opt standard)
{
	int64_t most = c->dtp->options[DT_OPT_MAXFRAMES];

	if (most == DT_OPT_UNSET || most == 0)
		return frames;
	if (frames == 0)
		frames = (uint32_t)dt_option(c->dtp, standard);
	return (uint32_t)DT_MIN((int64_t)frames, most);
}

static void stack_action(struct dt_comp *c, struct dt_node *call)
{
	unsigned int count = dt_count(call->args);
	uint32_t frames = 0;

	if (count > 1)
		dt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_LEN : D_STACK_PROTO, call,
			      "stack() takes at most one argument: %u given", count);
	if (call->args)
		frames = positive_constant(c, call->args, D_STACK_SIZE, "the number of frames", false);
	dt_action_add(c, DTRACEACT_STACK, NULL, limit_frames(c, frames, DT_OPT_STACKFRAMES));
}

static void ustack_action(struct dt_comp *c, struct dt_node *call)
{
	unsigned int count = dt_count(call->args);
	bool java = is_act(call, DT_ACT_JSTACK);
	uint32_t frames = 0, strsize = 0;

	if (count > 2)
		dt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_LEN : D_USTACK_PROTO, call,
			      "%s() takes at most two arguments: %u given", call->ident->name, count);
	if (java) {
		frames = (uint32_t)dt_option(c->dtp, DT_OPT_JSTACKFRAMES);
		strsize = (uint32_t)dt_option(c->dtp, DT_OPT_JSTACKSTRSIZE);
	}
	if (count > 0)
		frames = positive_constant(c, call->args, D_USTACK_FRAMES, "the number of frames", false);
	if (count > 1)
		strsize = positive_constant(c, call->args->next, D_USTACK_STRSIZE, "the string size", true);
	frames = limit_frames(c, frames, DT_OPT_USTACKFRAMES);
	dt_action_add(c, java ? DTRACEACT_JSTACK : DTRACEACT_USTACK, NULL, DTRACE_USTACK_ARG(frames, strsize));
}

void dt_action_symbolic(struct dt_comp *c, struct dt_node *call)
{
	if (is_act(call, DT_ACT_STACK))
		stack_action(c, call);
	else if (is_act(call, DT_ACT_USTACK) || is_act(call, DT_ACT_JSTACK))
		ustack_action(c, call);
	else
		dt_action_add(c, symbol_kind(call), dt_cg(c, dt_check_value(c, call->args)), 0);
}

void dt_action_key(struct dt_comp *c, struct dt_node *key)
{
	if (dt_action_is_symbolic(key))
		dt_action_symbolic(c, key);
	else
		dt_action_add(c, DTRACEACT_DIFEXPR, dt_cg(c, key), dt_expr_flags(key));
}

/* ---- trace, tracemem ------------------------------------------------------------------------- */

static void trace_action(struct dt_comp *c, struct dt_node *call)
{
	struct dt_node *arg = call->args;
	enum dt_kind kind = dt_type_resolve(arg->type)->kind;

	if (arg->kind == DT_NODE_AGG)
		dt_node_error(c, c->dtp->copts.oracle_compat ? D_TRACE_DYN : D_TRACE_AGG, arg,
			      "trace() cannot be used with an aggregation: expected printa(@%s)", arg->text);
	dt_note_record(c, &call->pos);
	if (dt_action_is_symbolic(arg)) {
		dt_action_symbolic(c, arg);
		return;
	}
	if (kind == DT_KIND_VOID)
		dt_node_error(c, D_TRACE_VOID, arg, "trace() cannot be used with an expression of type void");
	if (kind == DT_KIND_DYN)
		dt_node_error(c, D_TRACE_DYN, arg, "trace() cannot be used with an expression of dynamic type");
	dt_action_key(c, arg);
}

static void tracemem_action(struct dt_comp *c, struct dt_node *call)
{
	unsigned int count = dt_count(call->args);
	struct dt_node *addr = call->args, *size, *dynamic;
	int64_t bytes;

	if (count < 2 || count > 3)
		dt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_LEN : D_TRACEMEM_ARGS, call,
			      "tracemem() takes 2 or 3 arguments: %u given", count);
	size = addr->next;
	dynamic = size->next;
	if (!dt_is_pointer(addr->type) && !dt_type_is_integer(addr->type) && !dt_is_string(addr->type) &&
	    dt_type_resolve(addr->type)->kind != DT_KIND_ARRAY)
		dt_node_error(c, D_TRACEMEM_ADDR, addr,
			      "the first argument of tracemem() must be an address: %s is none",
			      dt_type_text(c, addr->type));
	if (!dt_node_const(size, &bytes) || bytes <= 0 || bytes > 65536)
		dt_node_error(c, D_TRACEMEM_SIZE, size,
			      "the second argument of tracemem() must be an integer constant from 1 to 65536");
	if (dynamic && !dt_type_is_integer(dynamic->type))
		dt_node_error(c, D_TRACEMEM_DYNSIZE, dynamic,
			      "the third argument of tracemem() must be an integer: %s is none",
			      dt_type_text(c, dynamic->type));
	dt_note_record(c, &call->pos);
	dt_action_add(c, DTRACEACT_TRACEMEM, dt_cg_address(c, dt_check_value(c, addr), (uint32_t)bytes),
		      (uint64_t)bytes);
	if (dynamic)
		dt_action_add(c, DTRACEACT_TRACEMEM_DYNSIZE, dt_cg(c, dynamic), 0);
}

/* ---- pcap ------------------------------------------------------------------------------------ */

static bool may_be_packet(const struct dt_node *node)
{
	const struct dt_type *type = dt_type_resolve(node->type), *target;

	if (dt_type_is_integer(node->type))
		return true;
	if (type->kind != DT_KIND_POINTER)
		return false;
	target = dt_type_resolve(type->target);
	return target->kind == DT_KIND_VOID ||
	       (target->kind == DT_KIND_STRUCT && target->name && strcmp(target->name, "sk_buff") == 0);
}

/* The packet, then its link type. */
static void pcap_action(struct dt_comp *c, struct dt_node *call)
{
	struct dt_node *packet = call->args, *link = packet->next;
	int64_t size = dt_option(c->dtp, DT_OPT_PCAPSIZE), type;

	if (!may_be_packet(packet))
		dt_node_error(
			c, D_PCAP_ADDR, packet,
			"the first argument of pcap() must be the address of a packet, a struct sk_buff * or a void *: "
			"%s is none",
			dt_type_text(c, packet->type));
	if (dt_node_const(link, &type) && (type < 0 || type > UINT16_MAX))
		dt_node_error(c, D_PCAP_PROTO, link,
			      "the second argument of pcap() must be a link type (PCAP_IP, PCAP_ETHER...) from 0 to "
			      "65535: %lld is none",
			      (long long)type);
	if (size < 1 || size > DTRACE_PCAP_MAX)
		dt_node_error(c, D_PCAP_SIZE, call, "pcap() captures 1 to %d bytes of a packet: pcapsize is %lld",
			      DTRACE_PCAP_MAX, (long long)size);
	dt_note_record(c, &call->pos);
	dt_action_add(c, DTRACEACT_PCAP, dt_cg(c, dt_check_value(c, packet)), (uint64_t)size);
	dt_action_add(c, DTRACEACT_DIFEXPR, dt_cg(c, dt_convert(c, dt_check_value(c, link), c->types->int_)),
		      DTRACE_EXPR_SIGNED);
}

/* ---- actions with one number, or nothing ----------------------------------------------------- */

static void number_action(struct dt_comp *c, struct dt_node *call, enum dtrace_action kind)
{
	struct dt_node *arg = dt_check_value(c, call->args);

	arg = dt_convert(c, arg, kind == DTRACEACT_CHILL ? c->types->int64 : c->types->int_);
	dt_action_add(c, kind, dt_cg(c, arg), 0);
}

static void exit_action(struct dt_comp *c, struct dt_node *call)
{
	if (c->clause.speculated)
		dt_node_error(c, D_EXIT_SPEC, call, "exit() may not follow speculate() in a clause");
	dt_note_record(c, &call->pos);
	number_action(c, call, DTRACEACT_EXIT);
}

static void destructive_action(struct dt_comp *c, struct dt_node *call, enum dtrace_action kind)
{
	dt_note_destructive(c, call);
	if (call->args)
		number_action(c, call, kind);
	else
		dt_action_add(c, kind, NULL, 0);
}

/* ---- what the consumer does ------------------------------------------------------------------ */

static enum dt_errtag proto_tag(struct dt_comp *c, enum dt_errtag tag)
{
	return c->dtp->copts.oracle_compat ? D_PROTO_LEN : tag;
}

/* The aggregation that an action is given, as the first value of the library action. */
static void aggregation_value(struct dt_comp *c, struct dt_node *call, enum dtrace_libact act, enum dt_errtag not_agg,
			      enum dt_errtag bad)
{
	struct dt_node *arg = call->args, *id;

	if (arg->kind != DT_NODE_AGG)
		dt_node_error(c, not_agg, arg, "the first argument of %s() must be an aggregation", call->ident->name);
	if (!arg->ident)
		dt_node_error(c, bad, arg, "undefined aggregation: @%s", arg->text);
	dt_note_record(c, &call->pos);
	id = dt_check(c, dt_node_int(c, &arg->pos, arg->ident->id, c->types->uint));
	dt_action_add(c, DTRACEACT_LIBACT, dt_cg(c, id), act);
}

static void clear_action(struct dt_comp *c, struct dt_node *call)
{
	if (dt_count(call->args) != 1)
		dt_node_error(c, proto_tag(c, D_CLEAR_PROTO), call,
			      "clear() takes one argument, an aggregation: %u given", dt_count(call->args));
	aggregation_value(c, call, DTRACE_LIBACT_CLEAR, D_CLEAR_AGGARG, D_CLEAR_AGGBAD);
}

static void normalize_action(struct dt_comp *c, struct dt_node *call, bool undo)
{
	unsigned int want = undo ? 1 : 2;
	struct dt_node *factor;

	if (dt_count(call->args) != want)
		dt_node_error(c, proto_tag(c, D_NORMALIZE_PROTO), call, "%s() takes %u argument%s: %u given",
			      call->ident->name, want, want == 1 ? "" : "s", dt_count(call->args));
	factor = call->args->next;
	if (factor && call->args->kind == DT_NODE_AGG && !dt_type_is_scalar(factor->type))
		dt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_ARG : D_NORMALIZE_SCALAR, factor,
			      "the second argument of normalize() must be a number: %s is none",
			      dt_type_text(c, factor->type));
	aggregation_value(c, call, undo ? DTRACE_LIBACT_DENORMALIZE : DTRACE_LIBACT_NORMALIZE, D_NORMALIZE_AGGARG,
			  D_NORMALIZE_AGGBAD);
	if (factor)
		dt_action_add(c, DTRACEACT_LIBACT, dt_cg(c, dt_convert(c, dt_check_value(c, factor), c->types->uint64)),
			      DTRACE_LIBACT_NORMALIZE);
}

static void trunc_action(struct dt_comp *c, struct dt_node *call)
{
	unsigned int count = dt_count(call->args);
	struct dt_node *number;

	if (count < 1 || count > 2)
		dt_node_error(c, proto_tag(c, D_TRUNC_PROTO), call, "trunc() takes 1 or 2 arguments: %u given", count);
	number = call->args->next;
	if (number && call->args->kind == DT_NODE_AGG && !dt_type_is_scalar(number->type))
		dt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_ARG : D_TRUNC_SCALAR, number,
			      "the second argument of trunc() must be a number: %s is none",
			      dt_type_text(c, number->type));
	aggregation_value(c, call, DTRACE_LIBACT_TRUNC, D_TRUNC_AGGARG, D_TRUNC_AGGBAD);
	if (number)
		dt_action_add(c, DTRACEACT_LIBACT, dt_cg(c, dt_convert(c, dt_check_value(c, number), c->types->int64)),
			      DTRACE_LIBACT_TRUNC);
}

/* Strings travel by reference even when the program gives a char pointer. */
static struct dt_difo_user *string_value(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *text;

	if (dt_is_string(node->type))
		return dt_cg(c, node);
	text = dt_node_new(c, DT_NODE_STRINGOF, &node->pos);
	text->left = node;
	return dt_cg(c, dt_check(c, text));
}

static void setopt_action(struct dt_comp *c, struct dt_node *call)
{
	dt_note_record(c, &call->pos);
	dt_action_add(c, DTRACEACT_LIBACT, string_value(c, call->args), DTRACE_LIBACT_SETOPT);
	if (call->args->next)
		dt_action_add(c, DTRACEACT_LIBACT, string_value(c, call->args->next), DTRACE_LIBACT_SETOPT);
}

static void ftruncate_action(struct dt_comp *c, struct dt_node *call)
{
	struct dt_node *zero = dt_check(c, dt_node_int(c, &call->pos, 0, c->types->int_));

	dt_note_record(c, &call->pos);
	dt_action_add(c, DTRACEACT_LIBACT, dt_cg(c, zero), DTRACE_LIBACT_FTRUNCATE);
}

/* ---- which ----------------------------------------------------------------------------------- */

static bool simple_call(struct dt_comp *c, struct dt_node *call)
{
	switch ((enum dt_act)call->ident->id) {
	case DT_ACT_BREAKPOINT:
		destructive_action(c, call, DTRACEACT_BREAKPOINT);
		return true;
	case DT_ACT_PANIC:
		destructive_action(c, call, DTRACEACT_PANIC);
		return true;
	case DT_ACT_STOP:
		destructive_action(c, call, DTRACEACT_STOP);
		return true;
	case DT_ACT_CHILL:
		destructive_action(c, call, DTRACEACT_CHILL);
		return true;
	case DT_ACT_RAISE:
		destructive_action(c, call, DTRACEACT_RAISE);
		return true;
	case DT_ACT_SPECULATE:
		note_speculate(c, &call->pos);
		number_action(c, call, DTRACEACT_SPECULATE);
		return true;
	case DT_ACT_COMMIT:
		note_commit(c, &call->pos);
		number_action(c, call, DTRACEACT_COMMIT);
		return true;
	case DT_ACT_DISCARD:
		number_action(c, call, DTRACEACT_DISCARD);
		return true;
	case DT_ACT_EXIT:
		exit_action(c, call);
		return true;
	default:
		return false;
	}
}

static bool library_call(struct dt_comp *c, struct dt_node *call)
{
	switch ((enum dt_act)call->ident->id) {
	case DT_ACT_CLEAR:
		clear_action(c, call);
		return true;
	case DT_ACT_NORMALIZE:
		normalize_action(c, call, false);
		return true;
	case DT_ACT_DENORMALIZE:
		normalize_action(c, call, true);
		return true;
	case DT_ACT_TRUNC:
		trunc_action(c, call);
		return true;
	case DT_ACT_SETOPT:
		setopt_action(c, call);
		return true;
	case DT_ACT_FTRUNCATE:
		ftruncate_action(c, call);
		return true;
	default:
		return false;
	}
}

void dt_action_call(struct dt_comp *c, struct dt_node *call)
{
	if (simple_call(c, call) || library_call(c, call))
		return;
	switch ((enum dt_act)call->ident->id) {
	case DT_ACT_TRACE:
		trace_action(c, call);
		break;
	case DT_ACT_TRACEMEM:
		tracemem_action(c, call);
		break;
	case DT_ACT_PRINTF:
	case DT_ACT_SYSTEM:
	case DT_ACT_FREOPEN:
		dt_action_printf(c, call);
		break;
	case DT_ACT_PRINTA:
		dt_action_printa(c, call);
		break;
	case DT_ACT_PRINT:
		dt_action_print(c, call);
		break;
	case DT_ACT_PCAP:
		pcap_action(c, call);
		break;
	default:
		dt_note_record(c, &call->pos);
		dt_action_symbolic(c, call);
	}
}

void dt_action_statement(struct dt_comp *c, struct dt_node *statement)
{
	struct dt_node *node = statement->left, *chosen;

	c->statement++;
	while (node->kind == DT_NODE_OP3 && (chosen = dt_check_chosen(c, node)))
		node = chosen;
	if (node->kind == DT_NODE_AGG)
		dt_node_error(c, D_AGG_NULL, node,
			      "an aggregation alone does nothing: expected @%s[keys] = function(value)", node->text);
	if (node->kind == DT_NODE_OP2 && node->left->kind == DT_NODE_AGG && node->op >= DT_TOK_ASGN &&
	    node->op <= DT_TOK_RSH_EQ) {
		dt_agg_statement(c, node);
		return;
	}
	node = dt_check(c, node);
	if (node->kind == DT_NODE_CALL && node->ident->kind == DT_IDENT_AGGFUNC)
		dt_node_error(c, D_AGG_NULL, node, "%s() alone does nothing: expected @name[keys] = %s(...)",
			      node->ident->name, node->ident->name);
	if (node->kind == DT_NODE_CALL && node->ident->kind == DT_IDENT_ACTION) {
		dt_action_call(c, node);
		return;
	}
	if (dt_type_resolve(node->type)->kind == DT_KIND_DYN)
		dt_node_error(c, D_CG_DYN, node,
			      "this expression has a dynamic type: it has no value that could be used");
	node->flags |= DT_NF_RESULT_UNUSED;
	dt_action_add(c, DTRACEACT_DIFEXPR, dt_cg(c, node), 0);
}
