/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/recursion.h - where the language is recursive, a lower floor of the compiler needs a higher one:
 *
 *      a line that begins with # is found by the lexer, and changes what the compiler knows   (pragma.c)
 *      an expression has casts, and those the names of types                                  (declarator.c)
 *      the type in a declaration is a structure, whose members are declarations               (structure.c)
 *      the size of an array, the width of a bit-field and an operand are checked expressions  (check.c)
 *      the code of an operator has that of its operands in it                                 (generate.c)
 *
 * Only those calls go up, through one table. Everything else in the compiler calls what is below
 * it: docs/architecture.md has the floors.
 */
#ifndef LDT_COMPILER_RECURSION_H
#define LDT_COMPILER_RECURSION_H

#include "compiler/compilation.h"
#include "compiler/tree.h"

struct ldt_as;

/* Each is described where the function of the table that it calls is declared. */
struct ldt_type *ldt_parse_sou(struct ldt_comp *c);
struct ldt_type *ldt_parse_enum(struct ldt_comp *c);
struct ldt_type *ldt_parse_type_name(struct ldt_comp *c);
struct ldt_node *ldt_check(struct ldt_comp *c, struct ldt_node *node);
int ldt_cg_node(struct ldt_as *as, struct ldt_node *node);

struct ldt_recursion {
	void (*directive)(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length);
	struct ldt_type *(*type_name)(struct ldt_comp *c);
	struct ldt_type *(*sou)(struct ldt_comp *c);
	struct ldt_type *(*enumeration)(struct ldt_comp *c);
	struct ldt_node *(*check)(struct ldt_comp *c, struct ldt_node *node);
	int (*generate)(struct ldt_as *as, struct ldt_node *node);
};

#endif
