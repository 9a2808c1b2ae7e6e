/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/probe_args.h - types of the arguments of probes. */
#ifndef LDT_COMPILER_PROBE_ARGS_H
#define LDT_COMPILER_PROBE_ARGS_H

#include "compiler/compilation.h"
#include "compiler/tree.h"

struct ldt_arg {
	struct ldt_type *type;       /* NULL: there is no such argument */
	struct ldt_type *translated; /* what programs see by a translator; NULL: the type itself */
	uint32_t mapping;            /* the word that it is */
	uint32_t flags;              /* DTRACE_ARGF_*, also when there is no type */
	const char *why;             /* it cannot be used; may be NULL */
};

/* ldt_arg_of - argument @index of a probe whose id and names are in @desc; false: none that can be used, ret->why. */
bool ldt_arg_of(struct ldt_comp *c, const struct dtrace_probedesc *desc, uint32_t index, struct ldt_arg *ret);
/* ldt_arg_find - that of all probes of the clause; errors are raised for @node. */
void ldt_arg_find(struct ldt_comp *c, const struct ldt_node *node, int64_t index, struct ldt_arg *ret);

#endif
