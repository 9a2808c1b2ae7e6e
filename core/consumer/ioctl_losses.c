/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ioctl_losses.c - LOSSES: what was lost in the processes that a consumer has named. The process knows all of its
 * losses, and the consumer's entry those that the consumer was told: what is between is new.
 */
#include "core/consumer/consumer.h"
#include "core/consumer/ioctl.h"
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "base/errno.h"

#define PLACES_AT_ONCE 20000u /* that are looked at in one call, but for ALL: some milliseconds */

/* Return: whether there is something new, in *@ret. */
static bool news_of(struct dt_state_process *entry, const struct dt_process_losses *now, struct dtrace_loss *ret)
{
	ret->pid = entry->named;
	ret->overwritten = now->overwritten - entry->told.overwritten;
	ret->again = now->again - entry->told.again;
	ret->locks = now->locks - entry->told.locks;
	entry->told = *now;
	return ret->overwritten || ret->again || ret->locks;
}

/* The breaks of some processes are looked for, each call going on where the last one ended. */
static void check_some(struct dt_state *state, bool all)
{
	struct dt_process_losses unused;
	struct dt_state_process *entry;
	size_t places = 0, looked;
	uint32_t i;

	for (i = 0; i < state->processes.count && (all || places < PLACES_AT_ONCE); i++) {
		entry = dt_table_get(&state->processes, 1 + state->check_next++ % state->processes.count);
		if (dt_process_ops()->losses(entry->process, true, &unused, &looked))
			places += looked;
	}
}

static void take_registered(struct dt_state *state, struct dtrace_losses *ret)
{
	dt_framework_lock();
	ret->registered = state->registered;
	ret->registered_pid = state->registered_pid;
	state->registered = state->registered_pid = 0;
	dt_framework_unlock();
}

/* Whoever was not in one answer is in the next: its entry is not changed before. */
int dt_ioctl_losses(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_losses *losses = &arg->losses;
	bool all = losses->flags & DTRACE_LOSSESF_ALL;
	struct dt_process_losses now;
	struct dt_state_process *entry;
	size_t unused;
	uint32_t i;

	if (losses->flags & ~DTRACE_LOSSESF_ALL)
		return -OS_EINVAL;
	losses->count = 0;
	take_registered(state, losses);
	check_some(state, all);
	for (i = 1; i <= state->processes.count && losses->count < DTRACE_LOSSES_MAX; i++) {
		entry = dt_table_get(&state->processes, i);
		if (dt_process_ops()->losses(entry->process, false, &now, &unused) &&
		    news_of(entry, &now, &losses->process[losses->count]))
			losses->count++;
	}
	return 0;
}
