/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/check.h - trees to typed trees. */
#ifndef LDT_COMPILER_CHECK_H
#define LDT_COMPILER_CHECK_H

#include "compiler/compilation.h"
#include "compiler/ident.h"

/* An inline whose body is being expanded, and those around it. */
struct ldt_expansion {
	const struct ldt_ident *ident;
	const struct ldt_expansion *outer;
};

/* The surroundings that a check depends on. */
struct ldt_checking {
	/* the clause */
	struct dtrace_probedesc *pdescs;
	struct ldt_token *pdesc_tokens; /* as they are written */
	size_t pdesc_count;
	uint32_t first_probe; /* a probe that the clause matches, 0: none known */
	const struct ldt_expansion *expansion;
	bool attr_given;              /* in the body of an inline whose attributes #pragma D attributes gave */
	struct dtrace_attribute attr; /* least of what the clause refers to */
	struct ldt_xlator *xlator;    /* whose member is checked */
	struct ldt_node *xlator_input;
	unsigned int conditions; /* variables that were made up */
};

struct ldt_node *ldt_check_node(struct ldt_comp *c, struct ldt_node *node); /* the same, for the floors above */
struct ldt_node *ldt_check_chosen(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_value(struct ldt_comp *c,
				 struct ldt_node *node); /* ... whose value is used: no void, dynamic, type, action */
struct ldt_node *ldt_check_op1(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_op2(struct ldt_comp *c, struct ldt_node *node);
/* ldt_comparison_type - of two integers that are compared: as in C, where small types are ints. */
struct ldt_type *ldt_comparison_type(struct ldt_comp *c, const struct ldt_node *node);
struct ldt_type *ldt_bitfield_type(struct ldt_comp *c, const struct ldt_node *node);
struct ldt_node *ldt_promote_bitfield(struct ldt_comp *c,
				      struct ldt_node *node); /* as C: to int when that holds its values */
struct ldt_node *ldt_check_assign(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_step(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_call(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_name(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_index(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_member(struct ldt_comp *c, struct ldt_node *node);
/* left side of an assignment */
struct ldt_node *ldt_check_lvalue(struct ldt_comp *c, struct ldt_node *node, bool create);
void ldt_check_args(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_ident *function, struct ldt_node *args);
void ldt_check_keys(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_ident *ident, struct ldt_node **list);
struct ldt_node *ldt_convert(struct ldt_comp *c, struct ldt_node *node,
			     struct ldt_type *type); /* integer or pointer to type @type */
bool ldt_assignable(struct ldt_comp *c, struct ldt_type *to, struct ldt_node *from);
#define LDT_VARIABLE_MAX 16384 /* bytes */
void ldt_check_variable_type(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *type);
void ldt_check_inline(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_ident *ident,
		      struct ldt_node *value);
/*
 * ldt_convert_operand - an operand of an operator that looks at all 64 bits (comparison, / and %, ?:),
 * converted as in C; but a result of another operator that may have left its type stays as it is.
 */
struct ldt_node *ldt_convert_operand(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type);
void ldt_note_attr(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, struct dtrace_attribute attr);
/* ldt_value_fits - whether the register that @node's code leaves has a value of @type, without more code. */
bool ldt_value_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type);
/* ldt_result_fits - whether @op on these operands (@right: NULL for one) gives a value of @type, the operator's. */
bool ldt_result_fits(struct ldt_comp *c, enum ldt_tok op, struct ldt_type *type, const struct ldt_node *left,
		     const struct ldt_node *right);

#endif
