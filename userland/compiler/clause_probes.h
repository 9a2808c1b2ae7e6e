/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/clause_probes.h - the probe descriptions of a clause. */
#ifndef LDT_COMPILER_CLAUSE_PROBES_H
#define LDT_COMPILER_CLAUSE_PROBES_H

#include "compiler/lexer.h"

void ldt_pdesc_parse(struct ldt_comp *c, const struct ldt_token *token, enum dtrace_probespec spec,
		     struct dtrace_probedesc *ret);
/* A tracepoint in the spelling of other tracers becomes one of ours. */
void ldt_pdesc_check(struct ldt_comp *c, const struct ldt_token *token, struct dtrace_probedesc *desc);

#endif
