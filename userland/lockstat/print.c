/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print.c - records as tables. */
#include <inttypes.h>
#include <string.h>

#include "lockstat.h"

#define LINE "-------------------------------------------------------------------------------\n"
#define BAR  30

struct report {
	FILE *out;
	const struct records *records;
	const struct options *options;
	double seconds;
	symbol_text_f *text;
	void *arg;
	const struct event *event;
	uint64_t total;  /* of what the shares are of: events, or ns */
	uint64_t so_far; /* of it, in the rows before */
};

static bool is_timed(const struct report *report)
{
	return report->options->detail >= DETAIL_TIME && report->event->kind != EVENT_ERROR;
}

static const char *lock_text(const struct report *report, const struct record *record, char *buf, size_t size)
{
	if (report->event->kind != EVENT_INTERRUPT)
		return report->text(report->arg, record->lock, buf, size);
	snprintf(buf, size, "cpu[%" PRIu64 "]", record->lock);
	return buf;
}

static const char *caller_text(const struct report *report, uint64_t caller, char *buf, size_t size)
{
	if (caller)
		return report->text(report->arg, caller, buf, size);
	return report->event->kind == EVENT_INTERRUPT ? "(usermode)" : "(unknown)";
}

/* ---- one line for each record ---------------------------------------------------------------- */

static void print_plain(const struct report *report, const struct record *record)
{
	char buf[256];

	fprintf(report->out, "%u %" PRIu64 " %s", record->event, record->count,
		lock_text(report, record, buf, sizeof(buf)));
	fprintf(report->out, " %s 0.00", caller_text(report, record->caller, buf, sizeof(buf)));
	if (is_timed(report))
		fprintf(report->out, " %" PRIu64, record->time);
	for (size_t i = 0; report->options->detail == DETAIL_HISTOGRAM && i < BUCKETS; i++)
		fprintf(report->out, " %" PRIu64, record->bucket[i]);
	for (size_t i = 0; i < STACK_MAX && record->stack[i]; i++)
		fprintf(report->out, " %s", caller_text(report, record->stack[i], buf, sizeof(buf)));
	fputc('\n', report->out);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void print_header(const struct report *report)
{
	const struct options *options = report->options;
	const char *lock = report->event->kind == EVENT_INTERRUPT ? "CPU+PIL"
			   : options->any_lock                    ? "Hottest Lock"
								  : "Lock";

	fprintf(report->out, "%5s %4s %4s %4s ", options->rates ? "ops/s" : "Count", "indv",
		options->generated ? "genr" : "cuml", "rcnt");
	if (is_timed(report))
		fprintf(report->out, "%8s ", "nsec");
	fprintf(report->out, "%-22s %s\n", lock, options->any_caller ? "Hottest Caller" : "Caller");
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_row(struct report *report, const struct record *record)
{
	const struct options *options = report->options;
	uint64_t share = options->by_time ? record->time : record->count;
	char lock[256], caller[256];
	double count = (double)record->count;

	report->so_far += share;
	if (options->rates)
		count = report->seconds > 0 ? count / report->seconds : 0;
	fprintf(report->out, "%5.0f %3.0f%% %3.0f%% %4.2f ", count, percent(share, report->total),
		percent(options->generated ? share : report->so_far, report->total), 0.0);
	if (is_timed(report))
		fprintf(report->out, "%8" PRIu64 " ", record->count ? record->time / record->count : 0);
	fprintf(report->out, "%-22s %s\n", lock_text(report, record, lock, sizeof(lock)),
		caller_text(report, record->caller, caller, sizeof(caller)));
}

static void print_bar(FILE *out, uint64_t count, uint64_t total)
{
	unsigned int length = total ? (unsigned int)((BAR * count + total / 2) / total) : 0;

	fputc('|', out);
	for (unsigned int i = 0; i < BAR; i++)
		fputc(i < length ? '@' : ' ', out);
}

/* The distribution, from the first time that there is to the last, and the stack beside it. */
static void print_distribution(const struct report *report, const struct record *record)
{
	size_t first = 0, last = BUCKETS, frame = 0;
	uint64_t total = 0;
	char buf[256];

	for (size_t i = 0; i < BUCKETS; i++)
		total += record->bucket[i];
	while (first < BUCKETS && !record->bucket[first])
		first++;
	while (last > first && !record->bucket[last - 1])
		last--;
	fprintf(report->out, "\n%10s %s %-9s %s\n", "nsec", "------ Time Distribution ------", "count",
		report->options->depth ? "Stack" : "");
	for (size_t i = first; i < last || (frame < STACK_MAX && record->stack[frame]); i++) {
		if (i < last) {
			fprintf(report->out, "%10" PRIu64 " ", (uint64_t)1 << i);
			print_bar(report->out, record->bucket[i], total);
			fprintf(report->out, " %-9" PRIu64, record->bucket[i]);
		} else {
			fprintf(report->out, "%52s", "");
		}
		if (frame < STACK_MAX && record->stack[frame])
			fprintf(report->out, " %s", caller_text(report, record->stack[frame++], buf, sizeof(buf)));
		fputc('\n', report->out);
	}
}

/* Records [@from, @end) are of one kind. */
static void print_kind(struct report *report, size_t from, size_t end)
{
	const struct options *options = report->options;
	unsigned int number = report->records->all[from].event;
	uint64_t count = report->records->counts[number];
	bool apart = options->detail == DETAIL_HISTOGRAM && !options->generated && is_timed(report);

	report->total = options->by_time ? report->records->times[number] : count;
	report->so_far = 0;
	if (options->has_top && end - from > options->top)
		end = from + options->top;
	if (!options->plain) {
		fprintf(report->out, "\n%s: %" PRIu64 " events in %.3f seconds (%.0f events/sec)\n\n",
			report->event->title, count, report->seconds,
			report->seconds > 0 ? (double)count / report->seconds : 0);
		if (from < end && !apart) {
			print_header(report);
			fputs(LINE, report->out);
		}
	}
	for (size_t i = from; i < end; i++) {
		const struct record *record = &report->records->all[i];

		if (options->plain) {
			print_plain(report, record);
			continue;
		}
		if (apart) {
			fputs(LINE, report->out);
			print_header(report);
		}
		print_row(report, record);
		if (apart)
			print_distribution(report, record);
	}
	if (!options->plain && from < end)
		fputs(LINE, report->out);
}

void report_print(FILE *out, const struct records *records, const struct options *options, double seconds,
		  symbol_text_f *text, void *arg)
{
	struct report report = { out, records, options, seconds, text, arg, NULL, 0, 0 };
	size_t from = 0, end;

	for (; from < records->count; from = end) {
		for (end = from + 1; end < records->count && records->all[end].event == records->all[from].event; end++)
			;
		report.event = event_of(records->all[from].event);
		print_kind(&report, from, end);
	}
}
