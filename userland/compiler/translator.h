/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/translator.h - translators: how to make one type out of another. */
#ifndef LDT_COMPILER_TRANSLATOR_H
#define LDT_COMPILER_TRANSLATOR_H

#include "compiler/compilation.h"
#include "compiler/tree.h"

struct ldt_xlator_member {
	const char *name;
	struct ldt_node *expr; /* as parsed */
	struct ldt_xlator_member *next;
};
struct ldt_xlator {
	struct ldt_type *output, *input;
	const char *param;
	struct ldt_xlator_member *members;
	struct ldt_map by_name;
	struct ldt_xlator *next;
	uint32_t generation;
	bool library; /* its members are checked when they are used: they may name types that this kernel does not have
		       */
};

void ldt_parse_translator(struct ldt_comp *c);
struct ldt_node *ldt_check_xlate(struct ldt_comp *c, struct ldt_node *node);
const char *ldt_xlate_text(struct ldt_comp *c, const struct ldt_node *xlate); /* the type that it makes */
/* ldt_xlate_fits - whether a translation is what @type says: the structure itself, or a pointer to it. */
bool ldt_xlate_fits(struct ldt_type *type, const struct ldt_node *xlate);
void ldt_xlate_check_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type,
			  const struct ldt_node *xlate);
/* ldt_xlate_refuse_kept - a translation to a pointer is assigned; @typed: to something that has a type. */
void ldt_xlate_refuse_kept(struct ldt_comp *c, const struct ldt_node *node, bool typed, const struct ldt_node *xlate)
	__attribute__((noreturn));
/* ldt_xlate_possible - whether a value of type @from can be seen as @to: it fits, or there is a translator. */
bool ldt_xlate_possible(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *to, struct ldt_type *from);
/* ldt_xlate_deref - the structure that a translation to a pointer points to. */
struct ldt_node *ldt_xlate_deref(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *xlate);
struct ldt_node *ldt_xlate_member(struct ldt_comp *c, struct ldt_node *node);
/* ldt_xlate_whole - where a translation to a structure is assigned, it has that type. */
void ldt_xlate_whole(struct ldt_comp *c, struct ldt_node *node);
/* ldt_xlate_fields - for a translation that is used as a whole: args becomes the members, right of each its value. */
void ldt_xlate_fields(struct ldt_comp *c, struct ldt_node *node);

#endif
