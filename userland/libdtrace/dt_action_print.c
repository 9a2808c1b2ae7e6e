/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_action_print.c - print(): the value is recorded, and with it the number of its type, by which
 * the consumer finds the type again. print(e) of illumos records the value of e; print(p) of
 * Oracle's records the address and what is there.
 */
#include <stdlib.h>

#include "dt_action.h"

/* ---- types by number: 1 + index in the compiler's list --------------------------------------- */

static uint64_t type_number(struct dt_comp *c, struct dt_type *type)
{
	struct dt_compiler *cc = c->cc;
	size_t i;

	for (i = 0; i < cc->printed_count; i++)
		if (cc->printed[i] == type)
			return i + 1;
	if (cc->printed_count == cc->printed_room) {
		size_t room = cc->printed_room ? cc->printed_room * 2 : 16;

		cc->printed = dt_must(c, realloc(cc->printed, room * sizeof(struct dt_type *)));
		cc->printed_room = room;
	}
	cc->printed[cc->printed_count++] = type;
	return cc->printed_count;
}

struct dt_type *dt_print_type(struct dtrace_hdl *dtp, uint32_t number)
{
	struct dt_compiler *cc = dtp->compiler;

	return cc && number >= 1 && number <= cc->printed_count ? cc->printed[number - 1] : NULL;
}

struct dt_types *dt_print_types(struct dtrace_hdl *dtp)
{
	return dtp->compiler ? dtp->compiler->types : NULL;
}

/* ---- the action ------------------------------------------------------------------------------ */

static void print_value(struct dt_comp *c, struct dt_node *arg)
{
	enum dt_kind kind = dt_type_resolve(arg->type)->kind;

	if (kind == DT_KIND_VOID)
		dt_node_error(c, D_PRINT_VOID, arg, "print() cannot be used with an expression of type void");
	if (kind == DT_KIND_DYN || dt_action_is_symbolic(arg))
		dt_node_error(c, D_PRINT_DYN, arg, "print() cannot be used with an expression of dynamic type");
	arg = dt_check_value(c, arg);
	dt_action_add(c, DTRACEACT_PRINT, dt_cg(c, arg), type_number(c, arg->type));
}

/* The address, then as much of what is there as the option printsize allows. */
static void print_target(struct dt_comp *c, struct dt_node *arg)
{
	uint64_t size, limit = (uint64_t)dt_option(c->dtp, DT_OPT_PRINTSIZE), number;
	struct dt_type *target;

	if (!dt_is_pointer(arg->type))
		dt_node_error(c, D_PROTO_ARG, arg, "the argument of print() must be a pointer: %s is none",
			      dt_type_text(c, arg->type));
	target = dt_pointee(arg->type);
	dt_type_ensure(c->types, dt_type_resolve(target));
	size = dt_type_size(c->types, target);
	if (size == 0)
		dt_node_error(c, D_PRINT_SIZE, arg, "print() needs a pointer to something with a size: %s has none",
			      dt_type_text(c, target));
	arg = dt_check_value(c, arg);
	number = type_number(c, target);
	dt_action_add(c, DTRACEACT_PRINT, dt_cg_address(c, arg, (uint32_t)DT_MIN(size, limit)),
		      number | DTRACE_PRINT_ADDRESS);
}

void dt_action_print(struct dt_comp *c, struct dt_node *call)
{
	struct dt_node *arg = call->args;

	if (arg->kind == DT_NODE_AGG)
		dt_node_error(c, D_PRINT_AGG, arg, "print() cannot be used with an aggregation: expected printa(@%s)",
			      arg->text);
	dt_note_record(c, &call->pos);
	if (c->dtp->copts.oracle_compat)
		print_target(c, arg);
	else
		print_value(c, arg);
}
