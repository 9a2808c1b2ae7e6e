/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/recursion.c - calls from a lower floor to a higher one: the functions that lower floors know. */
#include "compiler/compilation.h"
#include "compiler/dif_build.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"

void ldt_directive(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length)
{
	c->recursion->directive(c, pos, text, length);
}

struct ldt_type *ldt_parse_type_name(struct ldt_comp *c)
{
	return c->recursion->type_name(c);
}

struct ldt_type *ldt_parse_sou(struct ldt_comp *c)
{
	return c->recursion->sou(c);
}

struct ldt_type *ldt_parse_enum(struct ldt_comp *c)
{
	return c->recursion->enumeration(c);
}

struct ldt_node *ldt_check(struct ldt_comp *c, struct ldt_node *node)
{
	return c->recursion->check(c, node);
}

int ldt_cg_node(struct ldt_as *as, struct ldt_node *node)
{
	return as->c->recursion->generate(as, node);
}
