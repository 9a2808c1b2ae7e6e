/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* permit.c - what a consumer with less than all rights may enable (core/rights/rights.h). */
#include "core/enabling/enabling.h"

#include "base/line.h"
#include "core/rights/rights.h"

bool dt_state_sees(const struct dt_state *state, const struct dt_probe *probe)
{
	enum dt_scope scope;

	if (!state->limited)
		return true;
	scope = dt_probe_scope(probe);
	if (scope == DT_SCOPE_TARGET)
		return dt_state_has(state, probe->provider->arg);
	return !state->own_only || scope != DT_SCOPE_KERNEL;
}

/* ---- what a program has ---------------------------------------------------------------------- */

static const char *say(struct dt_state *state, const char *name, const char *after)
{
	struct dt_line line;

	dt_line_init(&line, state->reason, sizeof(state->reason));
	for (; *name; name++)
		dt_line_char(&line, *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name);
	dt_line_add(&line, "%s", after);
	return state->reason;
}

static const char *instr_denied(struct dt_state *state, dif_instr_t instr)
{
	uint32_t index = DIF_INSTR_INDEX(instr);

	switch (DIF_INSTR_OP(instr)) {
	case DIF_OP_LDGS:
		if (dt_need_of_variable(index) == DT_NEED_KERNEL)
			return say(state, dt_rights_variable_name(index), "");
		break;
	case DIF_OP_CALL:
		if (dt_need_of_subr(DIF_CALL_SUBR(index)) == DT_NEED_KERNEL)
			return say(state, dt_rights_subr_name(DIF_CALL_SUBR(index)), "()");
		break;
	}
	return NULL;
}

static const char *difo_denied(struct dt_state *state, const struct dt_difo *difo)
{
	const char *denied = NULL;
	uint32_t i;

	for (i = 0; difo != NULL && i < difo->code_count && denied == NULL; i++)
		denied = instr_denied(state, difo->code[i]);
	return denied;
}

const char *dt_plan_denied(const struct dt_plan *plan)
{
	const char *denied;
	uint32_t i;

	if (!plan->state->own_only)
		return NULL;
	denied = difo_denied(plan->state, plan->predicate);
	for (i = 0; i < plan->all_count && denied == NULL; i++) {
		if (dt_need_of_action(plan->all[i].kind) == DT_NEED_KERNEL)
			denied = say(plan->state, dt_rights_action_name(plan->all[i].kind), "()");
		else
			denied = difo_denied(plan->state, plan->all[i].difo);
	}
	return denied;
}
