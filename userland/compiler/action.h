/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action.h - what the files that make actions share. */
#ifndef LDT_COMPILER_ACTION_H
#define LDT_COMPILER_ACTION_H

#include "compiler/compilation.h"
#include "compiler/tree.h"
#include "program/program.h"

/* Kinds of actions that a clause has so far: order matters for speculations. */
struct ldt_clause_state {
	bool drec; /* records data */
	bool line; /* of the firing itself: not an aggregation */
	bool committed, speculated;
};

struct ldt_action_list {
	struct ldt_action_user *item; /* malloc'ed */
	size_t count, room;
};

/* The clause that is compiled. */
struct ldt_making {
	struct ldt_clause_state clause;
	struct ldt_action_list list, *actions;
	struct ldt_difo_user *predicate;
	uint64_t statement; /* its number in the clause: uarg of its actions */
	bool flow_begun;    /* flowall, flowtime: a part of the clause of the program records the thread */
};

struct ldt_action_user *ldt_action_add(struct ldt_comp *c, enum dtrace_action kind, struct ldt_difo_user *difo,
				       uint64_t arg);
void ldt_action_statement(struct ldt_comp *c, struct ldt_node *node);
void ldt_action_call(struct ldt_comp *c, struct ldt_node *node);
void ldt_agg_statement(struct ldt_comp *c, struct ldt_node *node);
void ldt_action_key(struct ldt_comp *c, struct ldt_node *key);
bool ldt_action_is_symbolic(const struct ldt_node *node);
uint64_t ldt_expr_flags(struct ldt_comp *c, struct ldt_node *node);
void ldt_note_record(struct ldt_comp *c, const struct ldt_node *call); /* a data-recording action comes */
void ldt_action_list_free(struct ldt_action_list *list);

void ldt_action_symbolic(struct ldt_comp *c, struct ldt_node *call); /* stack(), sym() and their like */
void ldt_action_printf(struct ldt_comp *c, struct ldt_node *call);   /* printf, system, freopen */
void ldt_action_print(struct ldt_comp *c, struct ldt_node *call);
void ldt_action_printa(struct ldt_comp *c, struct ldt_node *call);
/* ldt_warn_of_keys - @call is given an aggregation with keys, which it does not look at. */
void ldt_warn_of_keys(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_node *agg);
/* The order in a clause (action_order.c): each is called before such an action is added. */
void ldt_note_speculate(struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_note_commit(struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_note_aggregation(struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_note_destructive(struct ldt_comp *c, const struct ldt_node *call);

#endif
