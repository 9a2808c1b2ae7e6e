/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* activity.c - GO, STOP, exit(), and the timers of a consumer that traces: the deadman and the cleaner. */
#include "core/consumer/consumer.h"

#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/fire/fire.h"
#include "core/state/state.h"
#include "core/dif/dif.h"
#include "core/watch/watch.h"

#define SECOND         1000000000ull
#define DEADMAN_PERIOD SECOND
#define DEADMAN_LIMIT  (30 * SECOND) /* without a STATUS */

/* ---- timers ---------------------------------------------------------------------------------- */

/* A consumer that has not asked for its status for so long hangs, or gets no processor time: stop
 * tracing. */
static void deadman_tick(void *arg, const struct os_tick *tick)
{
	struct dt_state *state = arg;
	uint32_t now = dt_moment(os_time_mono());

	DT_WRITE_ONCE(state->alive, now);
	if (DT_READ_ONCE(dt_framework.broken))
		os_task_queue(&dt_framework.break_task);
	if (dt_moment_reached(now, DT_READ_ONCE(state->last_status), DEADMAN_LIMIT) &&
	    (!state->destructive || state->own_only))
		dt_state_give_up(state);
	if (dt_state_activity(state) == DT_ACTIVITY_KILLED)
		os_task_queue(&state->disarm_task);
}

/*
 * A killed consumer fires no more, but its breaks still cost traps, so they are removed. Each tick
 * asks for it; after the first time nothing is left to do.
 */
static void disarm(void *arg)
{
	struct dt_state *state = arg;

	dt_framework_lock();
	dt_enabling_unmatch((struct dt_plan **)state->plans.entry, state->plans.count);
	dt_framework_unlock();
}

static void clean_tick(void *arg, const struct os_tick *tick)
{
	struct dt_state *state = arg;

	os_task_queue(&state->clean_task);
}

static void clean_specs_of(struct dt_state *state, unsigned int cpu)
{
	struct dt_state_cpu *sc = state->cpus[cpu];

	if (sc != NULL)
		dt_specs_clean_cpu(&state->specs, &sc->specs, &sc->principal);
}

static void clean_specs_here(void *arg)
{
	clean_specs_of(arg, os_cpu_self());
}

/* Finish the speculations that several CPUs take part in. */
static void clean_specs(struct dt_state *state)
{
	unsigned int cpu;

	if (!dt_specs_clean_begin(&state->specs))
		return;
	dt_xcall(OS_CPU_ALL, clean_specs_here, state);
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		if (!os_cpu_online(cpu))
			clean_specs_of(state, cpu);
	}
	dt_specs_clean_end(&state->specs);
}

static void clean(void *arg)
{
	struct dt_state *state = arg;

	dt_vars_clean(state->vars);
	clean_specs(state);
}

static int timers_start(struct dt_state *state)
{
	uint64_t rate = dt_option_get(&state->options, DTRACEOPT_CLEANRATE, SECOND / 101);
	int error;

	os_task_init(&state->clean_task, clean, state);
	os_task_init(&state->disarm_task, disarm, state);
	state->alive = state->last_status = dt_moment(os_time_mono());
	error = os_timer_start(DEADMAN_PERIOD, OS_CPU_ANY, deadman_tick, state, &state->deadman);
	if (error == 0)
		error = os_timer_start(rate, OS_CPU_ANY, clean_tick, state, &state->cleaner);
	if (error != 0) {
		os_timer_stop(state->deadman);
		state->deadman = NULL;
	}
	return error;
}

static void timers_stop(struct dt_state *state)
{
	if (state->cleaner == NULL)
		return;
	os_timer_stop(state->cleaner);
	os_timer_stop(state->deadman);
	state->cleaner = state->deadman = NULL;
	os_task_drain(&state->clean_task);
	os_task_drain(&state->disarm_task);
}

/* ---- GO -------------------------------------------------------------------------------------- */

/* A special probe on the CPU that the option cpu names, else on this one. */
struct special_call {
	struct dt_state *state;
	struct dt_probe *probe;
	uint32_t cpu;
};

static void special_here(void *arg)
{
	struct special_call *call = arg;

	call->cpu = dt_fire_special(call->state, call->probe);
}

static uint32_t fire_special(struct dt_state *state, enum dt_special_probe which)
{
	struct special_call call = { state, dt_framework.special[which], 0 };

	if (state->cpu_only < 0 || os_xcall(state->cpu_only, special_here, &call) != 0)
		special_here(&call);
	return call.cpu;
}

/*
 * Whether GO is allowed. Destructive plans are checked here, because only now are all options
 * known.
 */
static int go_allowed(const struct dt_state *state)
{
	const struct dt_plan *plan;
	uint32_t i;

	if (DT_READ_ONCE(dt_framework.broken))
		return -OS_EIO;
	if (dt_state_activity(state) != DT_ACTIVITY_INACTIVE)
		return -OS_EBUSY;
	for (i = 0; i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		if (plan->destructive && !dt_option_flag(&state->options, DTRACEOPT_DESTRUCTIVE))
			return -OS_EACCES;
	}
	return 0;
}

int dt_state_go(struct dt_state *state, uint32_t *cpu_ret)
{
	int error = go_allowed(state);

	if (error != 0)
		return error;
	error = dt_state_allocate(state);
	if (error != 0)
		return error;
	error = timers_start(state);
	if (error != 0)
		goto undo_allocate;
	dt_framework_lock();
	error = dt_enabling_go((struct dt_plan *const *)state->plans.entry, state->plans.count);
	dt_framework_unlock();
	if (error != 0)
		goto undo_timers;
	DT_STORE_RELEASE(&state->activity, DT_ACTIVITY_WARMUP | (state->is_choosy ? DT_ACTIVITY_CHOOSY : 0));
	*cpu_ret = fire_special(state, DT_SPECIAL_BEGIN);
	dt_state_change(state, DT_ACTIVITY_WARMUP, DT_ACTIVITY_ACTIVE);
	return 0;

undo_timers:
	timers_stop(state);
undo_allocate:
	dt_state_deallocate(state);
	return error;
}

/* ---- STOP ------------------------------------------------------------------------------------ */

static void release_reserves(void *arg)
{
	struct dt_state *state = arg;
	struct dt_state_cpu *sc = state->cpus[os_cpu_self()];

	if (sc != NULL)
		dt_buf_release_reserve(&sc->principal);
}

int dt_state_stop(struct dt_state *state, uint32_t *cpu_ret)
{
	if (state->watch)
		dt_watch_end(state->watch);
	dt_state_change(state, DT_ACTIVITY_ACTIVE, DT_ACTIVITY_DRAINING);
	os_sync(); /* no firing that saw ACTIVE runs any more */
	if (!dt_state_change(state, DT_ACTIVITY_DRAINING, DT_ACTIVITY_COOLDOWN))
		return -OS_EBUSY;
	dt_xcall(OS_CPU_ALL, release_reserves, state);
	*cpu_ret = fire_special(state, DT_SPECIAL_END);
	dt_state_change(state, DT_ACTIVITY_COOLDOWN, DT_ACTIVITY_STOPPED);
	timers_stop(state);
	clean_specs(state);
	return 0;
}

void dt_state_quiet(struct dt_state *state)
{
	DT_STORE_RELEASE(&state->activity, DT_ACTIVITY_STOPPED);
	timers_stop(state);
}
