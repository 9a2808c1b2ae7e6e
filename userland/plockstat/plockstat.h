/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * plockstat.h - the command plockstat(1): which locks of a process are held and waited for, where, and how long. It
 * uses libdtrace's public interface only.
 *
 *      args.c      the command line --> struct options
 *      program.c   the D program for the events that are wanted
 *      collect.c   traces the process; aggregations --> struct records
 *      records.c   records joined and sorted; which function called
 *      print.c     records as tables
 */
#ifndef PLOCKSTAT_H
#define PLOCKSTAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <dtrace.h>

#include "settings/settings.h"

#define EXIT_ERROR   1
#define EXIT_USAGE   2
#define CALLER_DEPTH 5 /* frames that the caller is looked for in: the function of the lock, and four more */
#define DEPTH_MAX    100

/* ---- the command line ------------------------------------------------------------------------ */

struct options {
	bool holds, waits; /* -H, -C; -A: both */
	bool verbose, show_program, help;
	bool has_count;
	uint64_t count;           /* -n */
	unsigned int depth;       /* -s; 0: no stacks */
	uint64_t seconds;         /* -e; 0: until the process ends */
	struct settings settings; /* -x */
	pid_t pid;                /* -p; 0: a command */
	char **command;
};

/*
 * options_parse - the command line.
 * return:  0, or the exit status; what is wrong has been said on stderr then.
 */
int options_parse(struct options *options, int argc, char **argv);
void options_free(struct options *options);
void usage_print(FILE *out);

/* ---- events ---------------------------------------------------------------------------------- */

/* In the order of the report. */
enum event {
	EVENT_MUTEX_HOLD,
	EVENT_MUTEX_BLOCK,
	EVENT_MUTEX_SPIN,
	EVENT_MUTEX_SPIN_FAILED,
	EVENT_READER_HOLD,
	EVENT_WRITER_HOLD,
	EVENT_READER_BLOCK,
	EVENT_WRITER_BLOCK,
	EVENTS
};

/* program_text - the D program for $target, the caller's; NULL: no memory. */
char *program_text(const struct options *options);

/* ---- records --------------------------------------------------------------------------------- */

#define BUCKETS 64

/* One kind of event at one lock, from one caller, or with one stack. */
struct record {
	enum event event;
	char *lock, *stack;       /* names; of the stack a line for each frame */
	uint64_t count, time;     /* events, ns of all of them */
	uint64_t bucket[BUCKETS]; /* how many took 2^n ns to 2^(n+1) */
};

struct records {
	struct record *all;
	size_t count, room;
};

/* records_find - the record of these keys, made if there is none; the names are copied. NULL: no memory. */
struct record *records_find(struct records *records, enum event event, const char *lock, const char *stack);
void records_free(struct records *records);

/*
 * records_arrange - sort records: by event, then the longest first; @joined: those of one lock and caller
 * become one before.
 */
void records_arrange(struct records *records, bool joined);

/*
 * record_caller - who used the lock: the first of frames 1 to 4 that is no function of locks.
 * return:  @buf; "-" when there is no such frame.
 */
const char *record_caller(const struct record *record, char *buf, size_t size);
uint64_t record_average(const struct record *record);

/* report_print - tables of arranged records. */
void report_print(FILE *out, const struct records *records, const struct options *options);

/* ---- tracing --------------------------------------------------------------------------------- */

/* plockstat_run - all that the options say. Return: the exit status. */
int plockstat_run(const struct options *options);

#endif
