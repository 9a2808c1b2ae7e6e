/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/clause.h - clauses: predicate and statements. */
#ifndef LDT_COMPILER_CLAUSE_H
#define LDT_COMPILER_CLAUSE_H

#include "compiler/tree.h"

void ldt_compile_plain(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body);
void ldt_compile_clause(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body);
void ldt_compile_ifs(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body);
bool ldt_has_if(const struct ldt_node *body);

#endif
