/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* limits.c - consumers with less than all rights (core/rights/rights.h): their beginning, and how much they may take. */
#include "core/consumer/consumer.h"

#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "base/text.h"

/* Consumers of the user without the right to the kernel, and what they take; @but is left out. Context: [F] held. */
static uint32_t others_of(const struct dt_state *but, uint64_t *charged)
{
	const struct dt_state *state;
	uint32_t count = 0;

	*charged = 0;
	for (state = dt_framework.states; state != NULL; state = state->next) {
		if (state == but || !state->own_only || !os_subject_is_same_user(state->subject, but->subject))
			continue;
		*charged += state->charged;
		count++;
	}
	return count;
}

int dt_state_limit(struct dt_state *state, uint32_t rights)
{
	struct os_subject *subject;
	uint64_t charged;
	int error = os_subject_self(rights, &subject);

	if (error)
		return error;
	dt_framework_lock();
	state->subject = subject;
	state->own_only = !(rights & OS_RIGHT_KERNEL);
	state->numbered = os_subject_is_nested(subject);
	state->limited = state->own_only || state->numbered;
	if (state->own_only && others_of(state, &charged) >= DT_RIGHTS_OPENED)
		error = -OS_EUSERS;
	dt_framework_unlock();
	return error;
}

int dt_limits_charge(struct dt_state *state, uint64_t bytes)
{
	uint64_t charged;
	int error = 0;

	if (!state->own_only)
		return 0;
	dt_framework_lock();
	others_of(state, &charged);
	if (bytes > DT_RIGHTS_MEMORY || charged > DT_RIGHTS_MEMORY - bytes)
		error = -OS_ENOMEM;
	else
		state->charged = bytes;
	dt_framework_unlock();
	return error;
}

const char *dt_limits_desc(struct dt_state *state, const struct dtrace_probedesc *desc)
{
	bool is_denied;

	if (!state->own_only || desc->id != DTRACE_IDNONE)
		return NULL;
	dt_framework_lock();
	is_denied = dt_providers_denied(desc);
	dt_framework_unlock();
	if (!is_denied)
		return NULL;
	dt_strlcpy(state->reason, desc->provider, sizeof(state->reason));
	return state->reason;
}
