/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print.c - records as tables. */
#include <inttypes.h>
#include <string.h>

#include "plockstat.h"

#define LINE "-------------------------------------------------------------------------------\n"
#define BAR  24

static const char *const titles[EVENTS] = {
	[EVENT_MUTEX_HOLD] = "Mutex hold",         [EVENT_MUTEX_BLOCK] = "Mutex block",
	[EVENT_MUTEX_SPIN] = "Mutex spin",         [EVENT_MUTEX_SPIN_FAILED] = "Mutex unsuccessful spin",
	[EVENT_READER_HOLD] = "R/W reader hold",   [EVENT_WRITER_HOLD] = "R/W writer hold",
	[EVENT_READER_BLOCK] = "R/W reader block", [EVENT_WRITER_BLOCK] = "R/W writer block",
};

static void print_legend(FILE *out)
{
	fprintf(out, "%5s %8s %-28s %s\n", "Count", "nsec", "Lock", "Caller");
}

static void print_row(FILE *out, const struct record *record)
{
	char caller[1024];

	fprintf(out, "%5" PRIu64 " %8" PRIu64 " %-28s %s\n", record->count, record_average(record), record->lock,
		record_caller(record, caller, sizeof(caller)));
}

/* One frame of those that are left. */
static void print_frame(FILE *out, const char **frames)
{
	size_t length = strcspn(*frames, "\n");

	fprintf(out, "%s%.*s\n", length ? " " : "", (int)length, *frames);
	*frames += length + ((*frames)[length] == '\n');
}

/* From the first time that there is to the last, and the stack beside it. */
static void print_spread(FILE *out, const struct record *record)
{
	static const char bar[BAR + 1] = "@@@@@@@@@@@@@@@@@@@@@@@@";
	const char *frames = record->stack;
	size_t first = 0, last = BUCKETS;
	uint64_t total = 0;

	for (size_t i = 0; i < BUCKETS; i++)
		total += record->bucket[i];
	while (first < BUCKETS && !record->bucket[first])
		first++;
	while (last > first && !record->bucket[last - 1])
		last--;
	fprintf(out, "\n%10s ---- Time Distribution --- %5s %s\n", "nsec", "count", "Stack");
	for (size_t i = first; i < last || *frames; i++) {
		if (i < last)
			fprintf(out, "%10" PRIu64 " |%-*.*s| %5" PRIu64, (uint64_t)1 << i, BAR,
				(int)((double)BAR * (double)record->bucket[i] / (double)total + 0.5), bar,
				record->bucket[i]);
		else
			fprintf(out, "%*s", 10 + 2 + BAR + 2 + 5, "");
		print_frame(out, &frames);
	}
}

/* Records [@from, @end) are of one kind. */
static void print_kind(FILE *out, const struct record *from, const struct record *end, const struct options *options)
{
	fprintf(out, "\n%s\n\n", titles[from->event]);
	if (options->has_count && (uint64_t)(end - from) > options->count)
		end = from + options->count;
	if (!options->depth) {
		print_legend(out);
		fputs(LINE, out);
	}
	for (; from < end; from++) {
		if (options->depth) {
			fputs(LINE, out);
			print_legend(out);
		}
		print_row(out, from);
		if (options->depth)
			print_spread(out, from);
	}
}

void report_print(FILE *out, const struct records *records, const struct options *options)
{
	const struct record *from = records->all, *end = from + records->count, *next;

	for (; from < end; from = next) {
		for (next = from; next < end && next->event == from->event; next++)
			;
		print_kind(out, from, next, options);
	}
}
