/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_args.h - types of the arguments of probes. */
#ifndef LIBDTRACE_DT_ARGS_H
#define LIBDTRACE_DT_ARGS_H

#include "dt_comp.h"

struct dt_arg {
	struct dt_type *type;       /* NULL: there is no such argument */
	struct dt_type *translated; /* what programs see by a translator; NULL: the type itself */
	uint32_t mapping;           /* the word that it is */
	const char *why;            /* it cannot be used; may be NULL */
};

/* dt_arg_of - argument @index of a probe whose id and names are in @desc; false: none that can be used, ret->why. */
bool dt_arg_of(struct dt_comp *c, const struct dtrace_probedesc *desc, uint32_t index, struct dt_arg *ret);
/* dt_arg_find - that of all probes of the clause; errors are raised for @node. */
void dt_arg_find(struct dt_comp *c, const struct dt_node *node, int64_t index, struct dt_arg *ret);

#endif
