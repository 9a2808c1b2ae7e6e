/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action_symbol.c - stacks and symbols, as actions and as keys; the flags that values are recorded with. */
#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/generate.h"
#include "compiler/ident.h"
#include "compiler/session.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* The number of an enumeration, by which the consumer finds its names. */
static uint64_t enum_flags(struct ldt_comp *c, struct ldt_type *type)
{
	uint32_t number = ldt_printed_number(c->dtp, c->types, ldt_type_resolve(type));

	if (number == 0)
		ldt_no_memory(c->cc);
	return DTRACE_EXPR_ENUM(number) | (ldt_type_is_signed(type) ? DTRACE_EXPR_SIGNED : 0);
}

uint64_t ldt_expr_flags(struct ldt_comp *c, struct ldt_node *node)
{
	enum ldt_kind kind = ldt_type_resolve(node->type)->kind;

	if (ldt_is_string(node->type))
		return DTRACE_EXPR_STRING;
	if (ldt_type_is_char_array(node->type))
		return DTRACE_EXPR_STRING | DTRACE_EXPR_BYREF;
	if (node->flags & LDT_NF_REF)
		return DTRACE_EXPR_BYREF;
	if (kind == LDT_KIND_POINTER)
		return DTRACE_EXPR_POINTER;
	if (kind == LDT_KIND_ENUM)
		return enum_flags(c, node->type);
	return ldt_type_is_signed(node->type) ? DTRACE_EXPR_SIGNED : 0;
}

/* The kind of a call whose value is a stack or a symbol; NONE of anything else. */
static enum dtrace_action symbol_kind(const struct ldt_node *node)
{
	if (node->kind != LDT_NODE_CALL || !node->ident || node->ident->kind != LDT_IDENT_ACTION)
		return DTRACEACT_NONE;
	switch (node->ident->id) {
#define DT_ACTION_SYMBOL(NAME, name, prototype, since, KIND) \
	case LDT_ACT_##NAME:                                 \
		return DTRACEACT_##KIND;
#include "../../spec/action.def"
	}
	return DTRACEACT_NONE;
}

bool ldt_action_is_symbolic(const struct ldt_node *node)
{
	return symbol_kind(node) != DTRACEACT_NONE;
}

static uint32_t positive_constant(struct ldt_comp *c, struct ldt_node *node, enum ldt_errtag tag, const char *what,
				  bool zero_ok)
{
	int64_t value;

	if (!ldt_node_const(node, &value) || value < 0 || (value == 0 && !zero_ok) || value > INT32_MAX)
		ldt_node_error(c, tag, node, "%s must be a positive integer constant", what);
	return (uint32_t)value;
}

static uint32_t frames_constant(struct ldt_comp *c, struct ldt_node *node, enum ldt_errtag tag)
{
	uint32_t frames = positive_constant(c, node, tag, "the number of frames", false);

	if (frames > DOF_FRAMES_MAX)
		ldt_node_error(c, tag, node, "a stack has at most %d frames: %u asked for", DOF_FRAMES_MAX, frames);
	return frames;
}

/* -x maxframes limits every stack; @standard is the size of a stack for which no size is given. */
static uint32_t limit_frames(struct ldt_comp *c, uint32_t frames, enum ldt_opt standard)
{
	int64_t most = c->dtp->options[LDT_OPT_MAXFRAMES];

	if (most == LDT_OPT_UNSET || most == 0)
		return frames;
	if (frames == 0)
		frames = (uint32_t)ldt_option(c->dtp, standard);
	return (uint32_t)DT_MIN((int64_t)frames, most);
}

static void stack_action(struct ldt_comp *c, struct ldt_node *call)
{
	unsigned int count = ldt_count(call->args);
	uint32_t frames = 0;

	if (count > 1)
		ldt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_LEN : D_STACK_PROTO, call,
			       "stack() takes at most one argument: %u given", count);
	if (call->args)
		frames = frames_constant(c, call->args, D_STACK_SIZE);
	ldt_action_add(c, DTRACEACT_STACK, NULL, limit_frames(c, frames, LDT_OPT_STACKFRAMES));
}

static void ustack_action(struct ldt_comp *c, struct ldt_node *call)
{
	unsigned int count = ldt_count(call->args);
	bool java = symbol_kind(call) == DTRACEACT_JSTACK;
	uint32_t frames = 0, strsize = 0;

	if (count > 2)
		ldt_node_error(c, c->dtp->copts.oracle_compat ? D_PROTO_LEN : D_USTACK_PROTO, call,
			       "%s() takes at most two arguments: %u given", call->ident->name, count);
	if (java) {
		frames = (uint32_t)ldt_option(c->dtp, LDT_OPT_JSTACKFRAMES);
		strsize = (uint32_t)ldt_option(c->dtp, LDT_OPT_JSTACKSTRSIZE);
	}
	if (count > 0)
		frames = frames_constant(c, call->args, D_USTACK_FRAMES);
	if (count > 1)
		strsize = positive_constant(c, call->args->next, D_USTACK_STRSIZE, "the string size", true);
	frames = limit_frames(c, frames, LDT_OPT_USTACKFRAMES);
	ldt_action_add(c, java ? DTRACEACT_JSTACK : DTRACEACT_USTACK, NULL, DTRACE_USTACK_ARG(frames, strsize));
}

void ldt_action_symbolic(struct ldt_comp *c, struct ldt_node *call)
{
	enum dtrace_action kind = symbol_kind(call);

	if (kind == DTRACEACT_STACK)
		stack_action(c, call);
	else if (kind == DTRACEACT_USTACK || kind == DTRACEACT_JSTACK)
		ustack_action(c, call);
	else
		ldt_action_add(c, kind, ldt_cg(c, ldt_check_value(c, call->args)), 0);
}

void ldt_action_key(struct ldt_comp *c, struct ldt_node *key)
{
	if (ldt_action_is_symbolic(key))
		ldt_action_symbolic(c, key);
	else
		ldt_action_add(c, DTRACEACT_DIFEXPR, ldt_cg(c, key), ldt_expr_flags(c, key));
}
