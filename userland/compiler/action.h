/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action.h - what the files that make actions share. */
#ifndef LDT_COMPILER_ACTION_H
#define LDT_COMPILER_ACTION_H

#include "compiler/compilation.h"

void ldt_action_symbolic(struct ldt_comp *c, struct ldt_node *call); /* stack(), sym() and their like */
void ldt_action_printf(struct ldt_comp *c, struct ldt_node *call);   /* printf, system, freopen */
void ldt_action_print(struct ldt_comp *c, struct ldt_node *call);
void ldt_action_printa(struct ldt_comp *c, struct ldt_node *call);
/* The order in a clause (action_order.c): each is called before such an action is added. */
void ldt_note_speculate(struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_note_commit(struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_note_aggregation(struct ldt_comp *c, const struct ldt_pos *pos);
void ldt_note_destructive(struct ldt_comp *c, const struct ldt_node *call);

#endif
