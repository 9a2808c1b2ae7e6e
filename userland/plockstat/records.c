/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* records.c - what was counted, by kind of event, lock and stack. */
#include <stdlib.h>
#include <string.h>

#include "plockstat.h"

struct record *records_find(struct records *records, enum event event, const char *lock, const char *stack)
{
	struct record *record;

	for (size_t i = 0; i < records->count; i++) {
		record = &records->all[i];
		if (record->event == event && strcmp(record->lock, lock) == 0 && strcmp(record->stack, stack) == 0)
			return record;
	}
	if (records->count == records->room) {
		size_t room = records->room ? 2 * records->room : 64;
		struct record *more = realloc(records->all, room * sizeof(*more));

		if (!more)
			return NULL;
		records->all = more;
		records->room = room;
	}
	record = &records->all[records->count];
	*record = (struct record){ .event = event, .lock = strdup(lock), .stack = strdup(stack) };
	if (record->lock && record->stack) {
		records->count++;
		return record;
	}
	free(record->lock);
	free(record->stack);
	return NULL;
}

void records_free(struct records *records)
{
	for (size_t i = 0; i < records->count; i++) {
		free(records->all[i].lock);
		free(records->all[i].stack);
	}
	free(records->all);
}

uint64_t record_average(const struct record *record)
{
	return record->count ? record->time / record->count : 0;
}

/* ---- callers --------------------------------------------------------------------------------- */

/* Whether a frame, of so many characters, is of a function that C libraries use and acquire locks by. */
static bool is_of_locks(const char *frame, size_t length)
{
	static const char *const names[] = { "pthread_mutex_", "pthread_rwlock_",
					     "pthread_cond_",  "mtx_",
					     "cnd_",           "lll_" };
	const char *name = memchr(frame, '`', length);

	name = name ? name + 1 : frame;
	while (*name == '_')
		name++;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (name < frame + length && strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

const char *record_caller(const struct record *record, char *buf, size_t size)
{
	const char *frame = record->stack;

	snprintf(buf, size, "-");
	for (unsigned int i = 0; i < CALLER_DEPTH && *frame; i++) {
		size_t length = strcspn(frame, "\n");

		if (i > 0 && !is_of_locks(frame, length)) {
			snprintf(buf, size, "%.*s", (int)length, frame);
			break;
		}
		frame += length + (frame[length] == '\n');
	}
	return buf;
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
	const struct record *first = a, *second = b;
	uint64_t average = record_average(first), other = record_average(second);
	char caller[1024], caller_of_other[1024];
	int order;

	if (first->event != second->event)
		return first->event < second->event ? -1 : 1;
	if (average != other)
		return average > other ? -1 : 1;
	order = strcmp(first->lock, second->lock);
	return order ? order
		     : strcmp(record_caller(first, caller, sizeof(caller)),
			      record_caller(second, caller_of_other, sizeof(caller_of_other)));
}

static bool is_same(const struct record *a, const struct record *b)
{
	char caller[1024], other[1024];

	return a->event == b->event && strcmp(a->lock, b->lock) == 0 &&
	       strcmp(record_caller(a, caller, sizeof(caller)), record_caller(b, other, sizeof(other))) == 0;
}

/* Into the first one of the same lock and caller. */
static void join(struct records *records)
{
	size_t kept = 0, at;

	for (size_t i = 0; i < records->count; i++) {
		struct record *record = &records->all[i];

		for (at = 0; at < kept && !is_same(&records->all[at], record); at++)
			;
		if (at == kept) {
			records->all[kept++] = *record;
			continue;
		}
		records->all[at].count += record->count;
		records->all[at].time += record->time;
		free(record->lock);
		free(record->stack);
	}
	records->count = kept;
}

void records_arrange(struct records *records, bool joined)
{
	if (joined)
		join(records);
	if (records->count > 0)
		qsort(records->all, records->count, sizeof(*records->all), compare);
}
