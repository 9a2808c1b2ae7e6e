/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* records.c - what was counted, joined and sorted for the report. */
#include <stdlib.h>
#include <string.h>

#include "lockstat.h"

static bool same_keys(const struct record *record, unsigned int event, uint64_t lock, uint64_t caller,
		      const uint64_t *stack)
{
	return record->event == event && record->lock == lock && record->caller == caller &&
	       memcmp(record->stack, stack, sizeof(record->stack)) == 0;
}

static struct record *records_add(struct records *records)
{
	if (records->count == records->room) {
		size_t room = records->room ? records->room * 2 : 256;
		struct record *more = realloc(records->all, room * sizeof(*more));

		if (!more)
			return NULL;
		records->all = more;
		records->room = room;
	}
	memset(&records->all[records->count], 0, sizeof(records->all[0]));
	return &records->all[records->count++];
}

struct record *records_find(struct records *records, unsigned int event, uint64_t lock, uint64_t caller,
			    const uint64_t *stack)
{
	static const uint64_t none[STACK_MAX];
	struct record *record;

	if (!stack)
		stack = none;
	for (size_t i = records->count; i-- > 0;)
		if (same_keys(&records->all[i], event, lock, caller, stack))
			return &records->all[i];
	record = records_add(records);
	if (!record)
		return NULL;
	record->event = event;
	record->lock = lock;
	record->caller = caller;
	memcpy(record->stack, stack, sizeof(record->stack));
	return record;
}

void records_free(struct records *records)
{
	free(records->all);
	memset(records, 0, sizeof(*records));
}

/* ---- joining --------------------------------------------------------------------------------- */

/*
 * With -g a record of each function on the stack is made, once however often it is there: events
 * that it generated.
 */
static int generate(struct records *records)
{
	struct records made = { .count = 0 };

	for (size_t i = 0; i < records->count; i++) {
		const struct record *from = &records->all[i];

		for (size_t j = 0; j < STACK_MAX && from->stack[j]; j++) {
			struct record *to;
			size_t k = 0;

			while (k < j && from->stack[k] != from->stack[j])
				k++;
			if (k < j)
				continue;
			to = records_add(&made);
			if (!to) {
				records_free(&made);
				return -1;
			}
			*to = *from;
			to->caller = from->stack[j];
			memset(to->stack, 0, sizeof(to->stack));
		}
	}
	free(records->all);
	records->all = made.all;
	records->count = made.count;
	records->room = made.room;
	return 0;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* What is joined is equal: its keys have been made equal in @stack, and in @joined. */
struct joined {
	struct record *record;
	uint64_t lock, caller;
};

static int compare_keys(const void *a, const void *b)
{
	const struct joined *x = a, *y = b;
	int order = compare_numbers(x->record->event, y->record->event);

	if (!order)
		order = compare_numbers(x->lock, y->lock);
	if (!order)
		order = compare_numbers(x->caller, y->caller);
	return order ? order : memcmp(x->record->stack, y->record->stack, sizeof(x->record->stack));
}

static void join(struct record *into, const struct record *from)
{
	if (from->most > into->most) {
		into->most = from->most;
		into->lock = from->lock;
		into->caller = from->caller;
	}
	into->count += from->count;
	into->time += from->time;
	for (size_t i = 0; i < BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

static void round_stack(struct record *record, symbol_start_f *start, void *arg)
{
	for (size_t i = 0; i < STACK_MAX && record->stack[i]; i++)
		record->stack[i] = start(arg, record->stack[i]);
}

static int join_all(struct records *records, const struct options *options, symbol_start_f *start, void *arg)
{
	struct joined *joined = calloc(records->count + 1, sizeof(*joined));
	struct record *all = calloc(records->count + 1, sizeof(*all));
	size_t count = 0;

	if (!joined || !all) {
		free(joined);
		free(all);
		return -1;
	}
	for (size_t i = 0; i < records->count; i++) {
		struct record *record = &records->all[i];

		record->most = record->count;
		if (options->join_locks && record->event != EVENT_PROFILE)
			record->lock = start(arg, record->lock);
		if (options->join_callers) {
			record->caller = start(arg, record->caller);
			round_stack(record, start, arg);
		}
		joined[i] = (struct joined){ record, options->any_lock ? 0 : record->lock,
					     options->any_caller ? 0 : record->caller };
	}
	qsort(joined, records->count, sizeof(joined[0]), compare_keys);
	for (size_t i = 0; i < records->count; i++) {
		if (i == 0 || compare_keys(&joined[i - 1], &joined[i]) != 0)
			all[count++] = *joined[i].record;
		else
			join(&all[count - 1], joined[i].record);
	}
	free(joined);
	free(records->all);
	records->all = all;
	records->room = records->count + 1;
	records->count = count;
	return 0;
}

/* ---- sorting --------------------------------------------------------------------------------- */

static int compare_rest(const struct record *x, const struct record *y)
{
	int order = compare_numbers(x->lock, y->lock);

	if (!order)
		order = compare_numbers(x->caller, y->caller);
	return order ? order : memcmp(x->stack, y->stack, sizeof(x->stack));
}

static int compare_counts(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	int order = compare_numbers(x->event, y->event);

	if (!order)
		order = compare_numbers(y->count, x->count);
	return order ? order : compare_rest(x, y);
}

static int compare_times(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	int order = compare_numbers(x->event, y->event);

	if (!order)
		order = compare_numbers(y->time, x->time);
	return order ? order : compare_rest(x, y);
}

int records_arrange(struct records *records, const struct options *options, symbol_start_f *start, void *arg)
{
	for (size_t i = 0; i < records->count; i++) {
		records->counts[records->all[i].event] += records->all[i].count;
		records->times[records->all[i].event] += records->all[i].time;
	}
	if (options->generated && generate(records) != 0)
		return -1;
	if (join_all(records, options, start, arg) != 0)
		return -1;
	qsort(records->all, records->count, sizeof(records->all[0]), options->by_time ? compare_times : compare_counts);
	return 0;
}
