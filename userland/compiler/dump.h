/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/dump.h - trees as text. */
#ifndef LDT_COMPILER_DUMP_H
#define LDT_COMPILER_DUMP_H

#include "compiler/tree.h"

void ldt_dump_clause(struct ldt_comp *c, const struct ldt_node *predicate, const struct ldt_node *body);

#endif
