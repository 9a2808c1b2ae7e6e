/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action_order.c - the order of speculation, commit and recording in a clause. */
#include "compiler/ident.h"
#include "compiler/action.h"
#include "compiler/compilation.h"
#include "compiler/lexer.h"
#include "compiler/tree.h"

void ldt_note_speculate(struct ldt_comp *c, const struct ldt_pos *pos)
{
	if (c->making->clause.speculated)
		ldt_error(c, D_SPEC_SPEC, pos, "speculate() may not follow speculate() in a clause");
	if (c->making->clause.committed)
		ldt_error(c, D_SPEC_COMM, pos, "speculate() may not follow commit() in a clause");
	if (c->making->clause.drec)
		ldt_error(c, D_SPEC_DREC, pos, "speculate() may not follow an action that records data in a clause");
	c->making->clause.speculated = true;
}

void ldt_note_commit(struct ldt_comp *c, const struct ldt_pos *pos)
{
	if (c->making->clause.committed && !c->dtp->copts.oracle_compat)
		ldt_error(c, D_COMM_COMM, pos, "commit() may not follow commit() in a clause");
	if (c->making->clause.drec)
		ldt_error(c, D_COMM_DREC, pos, "commit() may not follow an action that records data in a clause");
	if (c->making->clause.speculated)
		ldt_error(c, D_SPEC_COMM, pos, "commit() may not follow speculate() in a clause");
	c->making->clause.committed = true;
}

void ldt_note_record(struct ldt_comp *c, const struct ldt_node *call)
{
	if (c->making->clause.committed)
		ldt_node_error(c, D_DREC_COMM, call,
			       "%s() is an action that records data: such may not follow commit() in a clause",
			       call->ident->name);
	if (!c->making->clause.speculated)
		c->making->clause.drec = c->making->clause.line = true;
}

void ldt_note_aggregation(struct ldt_comp *c, const struct ldt_pos *pos)
{
	if (c->making->clause.committed)
		ldt_error(c, D_AGG_COMM, pos, "an aggregation may not follow commit() in a clause");
	if (c->making->clause.speculated)
		ldt_error(c, D_AGG_SPEC, pos, "an aggregation may not follow speculate() in a clause");
	c->making->clause.drec = true;
}

void ldt_note_destructive(struct ldt_comp *c, const struct ldt_node *call)
{
	if (c->making->clause.speculated)
		ldt_node_error(c, D_ACT_SPEC, call, "destructive action %s() may not follow speculate() in a clause",
			       call->ident->name);
}
