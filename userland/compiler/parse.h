/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/parse.h - tokens to trees: expressions and statements. */
#ifndef LDT_COMPILER_PARSE_H
#define LDT_COMPILER_PARSE_H

#include "compiler/compilation.h"
#include "compiler/tree.h"

struct ldt_parsing {
	bool in_predicate;
	struct ldt_map seen;                        /* names that were used in expressions: no types of the kernel */
	struct ldt_clause *clauses, **clauses_tail; /* that were read */
};

struct ldt_node *ldt_parse_expression(struct ldt_comp *c);
struct ldt_node *ldt_parse_assignment(struct ldt_comp *c);
struct ldt_node *ldt_parse_conditional(struct ldt_comp *c);
struct ldt_token ldt_expect(struct ldt_comp *c, enum ldt_tok kind, const char *where);
bool ldt_accept(struct ldt_comp *c, enum ldt_tok kind);
bool ldt_next_is(struct ldt_comp *c, enum ldt_tok kind);
void ldt_syntax_error(struct ldt_comp *c, const char *expected) __attribute__((noreturn));
struct ldt_node *ldt_parse_statements(struct ldt_comp *c); /* up to the closing brace, which is taken */

/* ldt_warn_assignment - a warning when an assignment decides @condition, which @what names. */
void ldt_warn_assignment(struct ldt_comp *c, const struct ldt_node *condition, const char *what);

#endif
