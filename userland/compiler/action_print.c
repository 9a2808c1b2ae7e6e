/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/action_print.c - print(): the value is recorded, and with it the number of its type, by which
 * the consumer finds the type again. print(e) of illumos records the value of e; print(p) of
 * Oracle's records the address and what is there.
 */
#include <stdlib.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/generate.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

static uint32_t type_number(struct ldt_comp *c, struct ldt_type *type)
{
	uint32_t number = ldt_printed_number(c->dtp, c->types, type);

	if (!number)
		ldt_must(c, NULL);
	return number;
}

static void print_value(struct ldt_comp *c, struct ldt_node *arg)
{
	enum ldt_kind kind = ldt_type_resolve(arg->type)->kind;

	if (kind == LDT_KIND_VOID)
		ldt_node_error(c, D_PRINT_VOID, arg, "print() cannot be used with an expression of type void");
	if (kind == LDT_KIND_DYN || ldt_action_is_symbolic(arg))
		ldt_node_error(c, D_PRINT_DYN, arg, "print() cannot be used with an expression of dynamic type");
	arg = ldt_check_value(c, arg);
	ldt_action_add(c, DTRACEACT_PRINT, ldt_cg(c, arg), type_number(c, arg->type));
}

/* The address, then as much of what is there as the option printsize allows. */
static void print_target(struct ldt_comp *c, struct ldt_node *arg)
{
	uint64_t size, limit = (uint64_t)ldt_option(c->dtp, LDT_OPT_PRINTSIZE), number;
	struct ldt_type *target;

	if (!ldt_is_pointer(arg->type))
		ldt_node_error(c, D_PROTO_ARG, arg, "the argument of print() must be a pointer: %s is none",
			       ldt_type_text(c, arg->type));
	target = ldt_pointee(arg->type);
	ldt_type_ensure(c->types, ldt_type_resolve(target));
	size = ldt_type_size(c->types, target);
	if (size == 0)
		ldt_node_error(c, D_PRINT_SIZE, arg, "print() needs a pointer to something with a size: %s has none",
			       ldt_type_text(c, target));
	arg = ldt_check_value(c, arg);
	number = type_number(c, target);
	ldt_action_add(c, DTRACEACT_PRINT, ldt_cg_address(c, arg, (uint32_t)DT_MIN(size, limit)),
		       number | DTRACE_PRINT_ADDRESS);
}

void ldt_action_print(struct ldt_comp *c, struct ldt_node *call)
{
	struct ldt_node *arg = call->args;

	if (arg->kind == LDT_NODE_AGG)
		ldt_node_error(c, D_PRINT_AGG, arg, "print() cannot be used with an aggregation: expected printa(@%s)",
			       arg->text);
	ldt_note_record(c, call);
	if (c->dtp->copts.oracle_compat)
		print_target(c, arg);
	else
		print_value(c, arg);
}
