/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action_list.c - the actions of the clause that is compiled. */
#include <stdlib.h>
#include <string.h>

#include "compiler/action.h"
#include "compiler/compilation.h"
#include "program/program.h"

struct ldt_action_user *ldt_action_add(struct ldt_comp *c, enum dtrace_action kind, struct ldt_difo_user *difo,
				       uint64_t arg)
{
	struct ldt_action_list *list = c->making->actions;
	struct ldt_action_user *action;

	c->building = difo;
	if (list->count == DOF_ACTIONS_MAX)
		ldt_error(c, D_SYNTAX, NULL, "a clause of the program has more than %d actions", DOF_ACTIONS_MAX);
	if (list->count == list->room) {
		size_t room = list->room ? list->room * 2 : 8;

		list->item = ldt_must(c, realloc(list->item, room * sizeof(*list->item)));
		list->room = room;
	}
	c->building = NULL;
	action = &list->item[list->count++];
	memset(action, 0, sizeof(*action));
	action->kind = kind;
	action->difo = difo;
	action->arg = arg;
	action->uarg = c->making->statement;
	return action;
}

void ldt_action_list_free(struct ldt_action_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		ldt_difo_put(list->item[i].difo);
	free(list->item);
	memset(list, 0, sizeof(*list));
}
