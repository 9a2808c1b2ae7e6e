/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lockstat.h - the command lockstat(8): runs another command, and prints which locks were waited for and held meanwhile, by
 * whom and how long. It uses libdtrace's public interface only.
 *
 *      args.c      the command line --> struct options
 *      events.c    kinds of events, and the D program for those that are wanted
 *      collect.c   runs the command while the program traces; aggregations --> struct records
 *      records.c   records joined as the options say, and sorted
 *      print.c     records as tables
 */
#ifndef LOCKSTAT_H
#define LOCKSTAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <dtrace.h>

#include "settings/settings.h"

#define EXIT_ERROR    1
#define EXIT_USAGE    2

/* ---- events ---------------------------------------------------------------------------------- */

#define EVENT_MAX     64
#define EVENT_PROFILE 56

enum event_kind { EVENT_WAIT, EVENT_HOLD, EVENT_INTERRUPT, EVENT_ERROR };

struct event {
	unsigned int number;
	enum event_kind kind;
	const char *title;
	const char *probe; /* of a wait or an error; where a hold begins */
	const char *when;  /* its predicate, or "" */
	const char *end;   /* where a hold ends; it may be several probes */
	const char *end_when;
};

/* event_of - NULL: no event has this number. */
const struct event *event_of(unsigned int number);

/* ---- the command line ------------------------------------------------------------------------ */

enum detail { DETAIL_COUNT, DETAIL_TIME, DETAIL_HISTOGRAM };

#define STACK_MAX 50

/* One -l or -f: a name or an address, and a size or 0. */
struct filter {
	char *name;
	uint64_t size;
};

struct options {
	bool events[EVENT_MAX];
	bool chosen; /* by -A, -C, -E, -H, -I or -e */
	bool help, show_program, trace;
	enum detail detail;
	unsigned int depth; /* of stacks; 0: none */
	unsigned int rate;
	uint64_t records, duration;
	struct filter *locks, *callers;
	size_t lock_count, caller_count;
	struct settings settings; /* -x */
	/* of the report */
	bool join_locks, join_callers;         /* -c, -k: by symbol */
	bool any_caller, any_lock;             /* -w, -W: not by caller, not by lock */
	bool generated, by_time, rates, plain; /* -g, -P, -R, -p */
	uint64_t top;                          /* -D */
	bool has_top;
	const char *output;
	char **command;
};

/*
 * options_parse - the command line.
 * return:  0, or the exit status; what is wrong has been said on stderr then.
 */
int options_parse(struct options *options, int argc, char **argv);
void options_free(struct options *options);
void usage_print(FILE *out);

/* ---- records --------------------------------------------------------------------------------- */

#define BUCKETS 64

/* One kind of event at one lock, from one caller, with one stack. */
struct record {
	unsigned int event;
	uint64_t lock, caller;
	uint64_t stack[STACK_MAX]; /* 0: its end */
	uint64_t count, time;      /* events, ns of all of them */
	uint64_t bucket[BUCKETS];  /* how many took 2^n ns to 2^(n+1) */
	/* when others were joined into it */
	uint64_t most; /* the count of the one that lock and caller are of */
};

struct records {
	struct record *all;
	size_t count, room;
	uint64_t counts[EVENT_MAX], times[EVENT_MAX]; /* of each kind of event in all, once arranged */
};

/* records_find - the record of these keys, made if there is none. @stack may be NULL. NULL: no memory. */
struct record *records_find(struct records *records, unsigned int event, uint64_t lock, uint64_t caller,
			    const uint64_t *stack);
void records_free(struct records *records);

/* How an address is rounded down to its symbol, for -c, -k; the address itself when it has none. */
typedef uint64_t symbol_start_f(void *arg, uint64_t addr);

/*
 * records_arrange - join records as the options say, and sort them: by event, then the most frequent
 * first (or the longest, by_time).
 * return:  0, or -1: no memory.
 */
int records_arrange(struct records *records, const struct options *options, symbol_start_f *start, void *arg);

/* ---- the report ------------------------------------------------------------------------------ */

/* An address as text: a symbol and an offset. */
typedef const char *symbol_text_f(void *arg, uint64_t addr, char *buf, size_t size);

/* report_print - tables of arranged records. @seconds is how long tracing took. */
void report_print(FILE *out, const struct records *records, const struct options *options, double seconds,
		  symbol_text_f *text, void *arg);

/* ---- tracing --------------------------------------------------------------------------------- */

/*
 * program_text - the D program for the events that are wanted and that this kernel has.
 * args:    @has says of a probe description whether it matches something; NULL: all do. An event
 *          that has no probe is named on stderr, if the user chose it.
 * return:  the text, the caller's; NULL: no memory. *@events_ret: how many events are in it.
 */
char *program_text(const struct options *options, const char *lock_filter, const char *caller_filter,
		   bool (*has)(void *arg, const char *description), void *arg, unsigned int *events_ret);

/* lockstat - all that the options say. Return: the exit status. */
int lockstat_run(const struct options *options);

#endif
