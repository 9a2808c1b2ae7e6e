/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * needs.c - how much of a trace buffer a consumer's clauses can fill.
 *
 * Theory. Most one-liners aggregate, and record nothing but what BEGIN, END, a clause of a clock or one with exit()
 * says. What such clauses write between two times that a buffer is read has a limit, which their records tell. So has
 * what aggregations without keys take: each is one record. A buffer for that is a few hundred kilobytes for each CPU,
 * where the default is megabytes.
 *
 *      clause                                          records between two readings
 *      with exit()                                     one: tracing ends with it
 *      of BEGIN and END                                one
 *      of probes that are seldom (dt_probe_seldom)     one for each of them and second; for a minute at least
 *      of ERROR                                        ERRORS; with more, records are dropped, and that is told
 *      any other                                       nobody knows
 */
#include "core/consumer/consumer.h"

#include "core/enabling/enabling.h"
#include "core/probe/probe.h"
#include "core/state/state.h"

#define ERRORS 1024
#define SECOND 1000000000ull
#define MINUTE 60ull /* s */

/* Bytes of one more record in an aggregation buffer, besides its own: its node and its bucket, with room to spare. */
#define NODE   64

static size_t add(size_t sum, uint64_t more)
{
	return more > SIZE_MAX - sum ? SIZE_MAX : sum + (size_t)more;
}

/* How many records a clause makes on a probe between two readings; 0: nobody knows. */
static uint64_t records_on(const struct dt_probe *probe, uint64_t seconds)
{
	switch (probe->role) {
	case DT_ROLE_BEGIN:
	case DT_ROLE_END:
		return 1;
	case DT_ROLE_ERROR:
		return ERRORS;
	default:
		return probe->seldom ? seconds : 0;
	}
}

/* How many records a clause makes between two readings; UINT64_MAX: nobody knows. */
static uint64_t records_of(const struct dt_plan *plan, uint64_t seconds)
{
	const struct dt_ecb_block *block;
	uint64_t sum = 0, more;
	uint32_t i;

	if (plan->exits)
		return 1;
	for (block = plan->ecbs; block != NULL; block = block->next) {
		for (i = 0; i < block->count; i++) {
			if (block->ecbs[i].probe == NULL)
				continue;
			more = records_on(block->ecbs[i].probe, seconds);
			if (more == 0)
				return UINT64_MAX;
			sum += more;
		}
	}
	return plan->matched && sum > 0 ? sum : UINT64_MAX;
}

/* What the clause adds to what a CPU may record. */
static size_t add_records(size_t sum, const struct dt_plan *plan, uint64_t seconds)
{
	uint64_t records = records_of(plan, seconds);

	if (records > UINT64_MAX / DT_RECORD_MAX)
		return SIZE_MAX;
	return add(sum, records * plan->record_size);
}

static size_t add_cells(size_t sum, const struct dt_plan *plan)
{
	uint32_t i;

	for (i = 0; i < plan->step_count; i++)
		sum = plan->steps[i].key_count > 0 ? SIZE_MAX : add(sum, (uint64_t)plan->steps[i].agg.size + NODE);
	return sum;
}

void dt_needs_find(const struct dt_state *state, struct dt_needs *ret)
{
	uint64_t seconds = DT_MAX(dt_option_get(&state->options, DTRACEOPT_SWITCHRATE, SECOND) / SECOND + 1, MINUTE);
	const struct dt_plan *plan;
	uint32_t i;

	*ret = (struct dt_needs){ .records = false };
	for (i = 0; i < state->plans.count; i++) {
		plan = state->plans.entry[i];
		ret->records |= plan->record_size > 0;
		ret->aggregates |= plan->step_count > 0;
		if (plan->record_size > 0)
			ret->record_bytes = add_records(ret->record_bytes, plan, seconds);
		ret->agg_bytes = add_cells(ret->agg_bytes, plan);
	}
}
