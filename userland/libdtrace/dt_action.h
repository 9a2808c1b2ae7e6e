/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_action.h - what the files that make actions share. */
#ifndef LIBDTRACE_DT_ACTION_H
#define LIBDTRACE_DT_ACTION_H

#include "dt_comp.h"

void dt_action_symbolic(struct dt_comp *c, struct dt_node *call); /* stack(), sym() and their like */
void dt_action_printf(struct dt_comp *c, struct dt_node *call);   /* printf, system, freopen */
void dt_action_print(struct dt_comp *c, struct dt_node *call);
void dt_action_printa(struct dt_comp *c, struct dt_node *call);
void dt_note_aggregation(struct dt_comp *c, const struct dt_pos *pos);
void dt_note_destructive(struct dt_comp *c, const struct dt_node *call);

#endif
