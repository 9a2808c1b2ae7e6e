/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * resources.c - the resources a consumer needs to trace, made at GO: sizes from the plans and
 * options, then memory for every online CPU.
 *
 * With bufresize=auto a shortage halves the largest of bufsize, aggsize, specsize and dynvarsize,
 * and those as large as it, and tries again, down to a floor.
 */
#include "core/consumer/consumer.h"

#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "core/dif/dif.h"

#define SCRATCH_MIN     (64 * 1024)
#define SCRATCH_STRINGS 32   /* strings of strsize that fit in the scratch area at least */
#define CACHE_SPARE     4096 /* cache entries for probes of modules that come later */

/* ---- sizes ----------------------------------------------------------------------------------- */

static bool state_speculates(const struct dt_state *state)
{
	uint32_t i, j;
	const struct dt_plan *plan;

	for (i = 0; i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		for (j = 0; j < plan->action_count; j++) {
			if (plan->actions[j].kind == DTRACEACT_SPECULATE)
				return true;
		}
	}
	return false;
}

/* Every buffer keeps room for the records of END. */
static size_t end_reserve(const struct dt_state *state)
{
	const struct dt_probe *end = dt_framework.special[DT_SPECIAL_END];
	const struct dt_ecb *ecb;
	size_t reserve = 0;

	for (ecb = end == NULL ? NULL : end->ecbs; ecb != NULL; ecb = ecb->next) {
		if (ecb->plan->state == state)
			reserve += ecb->plan->record_size;
	}
	return reserve;
}

/* Lay out all plans by the final options, and see what they need of a CPU. */
static int state_layout(struct dt_state *state, struct dt_needs *needs)
{
	struct dt_plan *plan;
	uint32_t i, j;

	state->key_size = sizeof(struct dtrace_rechdr);
	for (i = 0; i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		if (dt_plan_layout(plan, &state->options) != NULL)
			return -OS_EINVAL;
		for (j = 0; j < plan->step_count; j++)
			state->key_size = DT_MAX(state->key_size, plan->steps[j].agg.key_size);
	}
	state->reserve = end_reserve(state);
	dt_needs_find(state, needs);
	return 0;
}

/*
 * Bytes that are enough for a buffer; SIZE_MAX: the option alone says its size, as it was given, or it is not known how
 * much is written. Four times what is needed, as a buffer that is more than half full is read early.
 */
static size_t enough(const struct dt_state *state, uint32_t option, size_t needed)
{
	if (dt_option_given(&state->options, option) || needed > SIZE_MAX / 8)
		return SIZE_MAX;
	return DT_ROUNDUP(4 * DT_MAX(needed, (size_t)1), (size_t)DT_BUF_MIN);
}

/* Only the policy switch reads a buffer while tracing goes on. */
static size_t enough_records(const struct dt_state *state, const struct dt_needs *needs)
{
	if (dt_option_get(&state->options, DTRACEOPT_BUFPOLICY, DTRACE_BUFPOLICY_SWITCH) != DTRACE_BUFPOLICY_SWITCH)
		return SIZE_MAX;
	return enough(state, DTRACEOPT_BUFSIZE, needs->record_bytes);
}

static size_t scratch_size(const struct dt_state *state)
{
	size_t size = (size_t)dt_option_get(&state->options, DTRACEOPT_STRSIZE, 256) * SCRATCH_STRINGS;

	size += (size_t)DT_MIN(dt_option_get(&state->options, DTRACEOPT_SCRATCHSIZE, 0), (uint64_t)DT_STRSIZE_MAX);
	return DT_ROUNDUP(DT_MAX(size, (size_t)SCRATCH_MIN), 16);
}

/* ---- one CPU --------------------------------------------------------------------------------- */

static void cpu_destroy(struct dt_state *state, struct dt_state_cpu *sc)
{
	if (sc == NULL)
		return;
	dt_specs_cpu_destroy(&state->specs, &sc->specs);
	dt_aggbufs_destroy(&sc->agg);
	dt_buf_destroy(&sc->principal);
	os_free(sc->scratch);
	os_free(sc->key);
	os_free(sc);
}

static void cpu_fill_mstate(struct dt_state *state, struct dt_state_cpu *sc, unsigned int cpu)
{
	struct dt_mstate *mstate = &sc->mstate;

	mstate->specs = &state->specs;
	mstate->specs_cpu = &sc->specs;
	mstate->vars = state->vars;
	mstate->scratch = sc->scratch;
	mstate->scratch_ptr = sc->scratch;
	mstate->scratch_end = sc->scratch + sc->scratch_size;
	mstate->strsize = (uint32_t)dt_option_get(&state->options, DTRACEOPT_STRSIZE, 256);
	mstate->cpu = cpu;
	mstate->destructive = state->destructive;
	mstate->limited = state->limited;
	mstate->own_only = state->own_only;
	mstate->numbers = state->numbered ? state->subject : NULL;
}

static int cpu_fill(struct dt_state *state, struct dt_state_cpu *sc, unsigned int cpu)
{
	uint64_t policy = dt_option_get(&state->options, DTRACEOPT_BUFPOLICY, DTRACE_BUFPOLICY_SWITCH);
	size_t reserve = policy == DTRACE_BUFPOLICY_RING ? 0 : state->reserve;
	int error = 0;

	/* no other CPU's in its line: a whole one at least */
	sc->key = os_alloc(DT_MAX(state->key_size, OS_LINE));
	sc->scratch_size = scratch_size(state);
	sc->scratch = os_alloc(sc->scratch_size);
	if (sc->key == NULL || sc->scratch == NULL)
		return -OS_ENOMEM;
	if (state->bufsize > 0)
		error = dt_buf_create(&sc->principal, state->bufsize, (enum dtrace_bufpolicy)policy, reserve);
	if (error == 0 && state->aggsize > 0)
		error = dt_aggbufs_create(&sc->agg, state->aggsize, state->cache_count);
	if (error == 0)
		error = dt_specs_cpu_create(&state->specs, &sc->specs, state->specsize);
	if (error == 0)
		cpu_fill_mstate(state, sc, cpu);
	return error;
}

static int cpu_create(struct dt_state *state, unsigned int cpu)
{
	struct dt_state_cpu *sc = os_alloc(sizeof(*sc));
	int error;

	if (sc == NULL)
		return -OS_ENOMEM;
	error = cpu_fill(state, sc, cpu);
	if (error != 0) {
		cpu_destroy(state, sc);
		return error;
	}
	DT_STORE_RELEASE(&state->cpus[cpu], sc);
	return 0;
}

static bool cpu_wanted(const struct dt_state *state, unsigned int cpu)
{
	return state->cpus[cpu] == NULL && os_cpu_online(cpu);
}

static int cpus_create(struct dt_state *state)
{
	unsigned int cpu;
	int error;

	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		error = cpu_wanted(state, cpu) ? cpu_create(state, cpu) : 0;
		if (error != 0)
			return error;
	}
	return 0;
}

static void cpus_destroy(struct dt_state *state)
{
	unsigned int cpu;

	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		cpu_destroy(state, state->cpus[cpu]);
		state->cpus[cpu] = NULL;
	}
}

void dt_state_new_cpus(struct dt_state *state)
{
	uint32_t activity = dt_state_activity(state);
	unsigned int cpu;

	if (activity < DT_ACTIVITY_WARMUP || activity > DT_ACTIVITY_DRAINING)
		return;
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		if (cpu_wanted(state, cpu) && cpu_create(state, cpu) != 0)
			os_log("no memory to trace CPU %u", cpu);
	}
}

/* ---- all ------------------------------------------------------------------------------------- */

/* What all of it takes: two halves of each buffer, for each CPU. */
static uint64_t bytes_needed(const struct dt_state *state, size_t dynvarsize)
{
	uint64_t each = 2 * ((uint64_t)state->bufsize + state->aggsize) + scratch_size(state) + state->key_size;
	uint64_t bytes = dynvarsize;
	unsigned int cpu;

	each += (uint64_t)state->specsize * dt_option_get(&state->options, DTRACEOPT_NSPEC, 0);
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++)
		bytes += os_cpu_online(cpu) ? each : 0;
	return bytes;
}

static int allocate_once(struct dt_state *state, size_t dynvarsize)
{
	int error = dt_limits_charge(state, bytes_needed(state, dynvarsize));

	if (error == 0)
		error = dt_specs_create(&state->specs, (uint32_t)dt_option_get(&state->options, DTRACEOPT_NSPEC, 0));

	if (error == 0)
		error = cpus_create(state);
	if (error == 0 && !state->vars_started)
		error = dt_vars_start(state->vars, (uint32_t)dt_option_get(&state->options, DTRACEOPT_STRSIZE, 256),
				      dynvarsize);
	if (error == 0)
		state->vars_started = true;
	else
		dt_state_deallocate(state);
	return error;
}

static size_t size_option(const struct dt_state *state, uint32_t option)
{
	uint64_t value = dt_option_get(&state->options, option, 0);

	return value > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)value;
}

static bool shrink(struct dt_state *state)
{
	const struct {
		uint32_t option;
		bool used;
	} sizes[] = {
		{ DTRACEOPT_BUFSIZE, state->bufsize > 0 },
		{ DTRACEOPT_AGGSIZE, state->aggsize > 0 },
		{ DTRACEOPT_SPECSIZE, state->specsize > 0 },
		{ DTRACEOPT_DYNVARSIZE, true },
	};
	uint64_t largest = 0, value;
	uint32_t i;

	for (i = 0; i < DT_ARRAY_SIZE(sizes); i++) {
		if (sizes[i].used)
			largest = DT_MAX(largest, dt_option_get(&state->options, sizes[i].option, 0));
	}
	if (largest / 2 < DT_BUF_MIN)
		return false;
	for (i = 0; i < DT_ARRAY_SIZE(sizes); i++) {
		value = dt_option_get(&state->options, sizes[i].option, 0);
		if (sizes[i].used && value > largest / 2)
			dt_option_set(&state->options, sizes[i].option, DT_MIN(value, largest) / 2);
	}
	return true;
}

static void fix_state(struct dt_state *state)
{
	int64_t only = state->options.value[DTRACEOPT_CPU];

	state->cpu_only = only >= 0 ? (int32_t)only : -1;
	state->is_choosy = state->cpu_only >= 0 || state->own_only;
	state->temporal = dt_option_flag(&state->options, DTRACEOPT_TEMPORAL);
	state->destructive = dt_option_flag(&state->options, DTRACEOPT_DESTRUCTIVE);
}

/* The options say how large buffers may be; what a program cannot fill is not made. */
static void choose_sizes(struct dt_state *state, const struct dt_needs *needs)
{
	size_t most = DT_MAX(size_option(state, DTRACEOPT_BUFSIZE), (size_t)DT_RECORD_ALIGN);

	state->bufsize = state->aggsize = 0;
	if (needs->records) {
		dt_option_set(&state->options, DTRACEOPT_BUFSIZE, most);
		state->bufsize = DT_MIN(most, enough_records(state, needs));
	}
	most = DT_MAX(size_option(state, DTRACEOPT_AGGSIZE), (size_t)1024);
	if (needs->aggregates) {
		dt_option_set(&state->options, DTRACEOPT_AGGSIZE, most);
		state->aggsize = DT_MIN(most, enough(state, DTRACEOPT_AGGSIZE, needs->agg_bytes));
	}
	state->specsize = state_speculates(state) ? size_option(state, DTRACEOPT_SPECSIZE) : 0;
}

static int allocate(struct dt_state *state, const struct dt_needs *needs)
{
	struct dt_options wished = state->options;
	int error;

	for (;;) {
		choose_sizes(state, needs);
		error = allocate_once(state, size_option(state, DTRACEOPT_DYNVARSIZE));
		if (error != -OS_ENOMEM || dt_option_get(&wished, DTRACEOPT_BUFRESIZE, 0) == DTRACE_BUFRESIZE_MANUAL)
			break;
		if (!shrink(state))
			break;
	}
	if (error != 0) {
		state->options = wished;
		state->cache_count = UINT32_MAX; /* unlimited again */
		return error;
	}
	return 0;
}

int dt_state_allocate(struct dt_state *state)
{
	struct dt_needs needs;
	int error;

	dt_framework_lock();
	error = state_layout(state, &needs);
	state->cache_count = state->cache_next == 0 ? 0 : state->cache_next + CACHE_SPARE;
	dt_framework_unlock();
	if (error != 0)
		return error;
	fix_state(state);
	if (state->cpu_only >= 0 && !os_cpu_online((unsigned int)state->cpu_only))
		return -OS_ENOENT;
	return allocate(state, &needs);
}

void dt_state_deallocate(struct dt_state *state)
{
	cpus_destroy(state);
	dt_specs_destroy(&state->specs);
	dt_limits_charge(state, 0);
}
