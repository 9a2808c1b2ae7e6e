/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* state.c - a consumer's tables, and the changes of its activity that a firing may make. */
#include "core/state/state.h"

#include "base/memory.h"

#define DEADMAN_STALL 10000000000ull /* ns without a tick of the deadman */

/* ---- tables by id ---------------------------------------------------------------------------- */

bool dt_table_reserve(struct dt_table *table, uint32_t more)
{
	uint32_t room;
	void **entries;

	if (more <= table->room - table->count)
		return true;
	room = DT_MAX(table->count + more, DT_MAX(16u, table->room * 2));
	entries = os_alloc(room * sizeof(*entries));
	if (entries == NULL)
		return false;
	if (table->count > 0)
		dt_memcpy(entries, table->entry, table->count * sizeof(*entries));
	os_free(table->entry);
	table->entry = entries;
	table->room = room;
	return true;
}

uint32_t dt_table_add(struct dt_table *table, void *entry)
{
	if (!dt_table_reserve(table, 1))
		return 0;
	table->entry[table->count++] = entry;
	return table->count;
}

void dt_table_free(struct dt_table *table)
{
	os_free(table->entry);
	table->entry = NULL;
	table->count = table->room = 0;
}

bool dt_state_has(const struct dt_state *state, const void *process)
{
	const struct dt_state_process *named;
	uint32_t i;

	for (i = 1; i <= state->processes.count; i++) {
		named = dt_table_get(&state->processes, i);
		if (named->process == process)
			return true;
	}
	return false;
}

/* ---- activity -------------------------------------------------------------------------------- */

DT_PROBE_CTX bool dt_state_change(struct dt_state *state, uint32_t from, uint32_t to)
{
	uint32_t choosy = state->is_choosy ? DT_ACTIVITY_CHOOSY : 0;

	from |= choosy;
	to |= choosy;
	return __atomic_compare_exchange_n(&state->activity, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

DT_PROBE_CTX void dt_state_drain(struct dt_state *state)
{
	DT_WRITE_ONCE(state->exiting, true);
	if (!dt_state_change(state, DT_ACTIVITY_ACTIVE, DT_ACTIVITY_DRAINING))
		dt_state_change(state, DT_ACTIVITY_WARMUP, DT_ACTIVITY_DRAINING);
}

DT_PROBE_CTX void dt_state_give_up(struct dt_state *state)
{
	if (dt_state_change(state, DT_ACTIVITY_ACTIVE, DT_ACTIVITY_KILLED) ||
	    dt_state_change(state, DT_ACTIVITY_WARMUP, DT_ACTIVITY_KILLED) ||
	    dt_state_change(state, DT_ACTIVITY_DRAINING, DT_ACTIVITY_KILLED))
		os_trace("the deadman stops a consumer", 0, 0);
}

DT_PROBE_CTX void dt_state_stalled(struct dt_state *state, uint64_t now)
{
	if (dt_moment_reached(dt_moment(now), DT_READ_ONCE(state->alive), DEADMAN_STALL) &&
	    (!state->destructive || state->own_only))
		dt_state_give_up(state);
}

void dt_state_kill(struct dt_state *state)
{
	DT_STORE_RELEASE(&state->activity, DT_ACTIVITY_KILLED);
}
