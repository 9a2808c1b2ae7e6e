/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* events.c - kinds of events by their published numbers, and the program in D that counts them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstat.h"

#define LOCKSTAT "lockstat:::"

static const struct event events[] = {
	{ 0, EVENT_WAIT, "Adaptive mutex spin", LOCKSTAT "adaptive-spin", "", NULL, NULL },
	{ 1, EVENT_WAIT, "Adaptive mutex block", LOCKSTAT "adaptive-block", "", NULL, NULL },
	{ 2, EVENT_WAIT, "Spin lock spin", LOCKSTAT "spin-spin", "", NULL, NULL },
	{ 3, EVENT_WAIT, "Thread lock spin", LOCKSTAT "thread-spin", "", NULL, NULL },
	{ 4, EVENT_WAIT, "R/W writer blocked by writer", LOCKSTAT "rw-block", "arg2 == 0 && arg3 == 1", NULL, NULL },
	{ 5, EVENT_WAIT, "R/W writer blocked by readers", LOCKSTAT "rw-block", "arg2 == 0 && arg3 == 0 && arg4", NULL,
	  NULL },
	{ 6, EVENT_WAIT, "R/W reader blocked by writer", LOCKSTAT "rw-block", "arg2 != 0 && arg3 == 1", NULL, NULL },
	{ 7, EVENT_WAIT, "R/W reader blocked by write wanted", LOCKSTAT "rw-block", "arg2 != 0 && arg3 == 0 && arg4",
	  NULL, NULL },
	{ 8, EVENT_WAIT, "R/W spin lock spin", LOCKSTAT "rw-spin", "", NULL, NULL },
	{ 32, EVENT_HOLD, "Adaptive mutex hold", LOCKSTAT "adaptive-acquire", "", LOCKSTAT "adaptive-release", "" },
	{ 33, EVENT_HOLD, "Spin lock hold", LOCKSTAT "spin-acquire", "", LOCKSTAT "spin-release", "" },
	{ 34, EVENT_HOLD, "R/W writer hold", LOCKSTAT "rw-acquire", "arg1 == 0",
	  LOCKSTAT "rw-release, " LOCKSTAT "rw-downgrade", "arg1 == 0" },
	{ 35, EVENT_HOLD, "R/W reader hold", LOCKSTAT "rw-acquire, " LOCKSTAT "rw-downgrade",
	  "arg1 == 1 || probename == \"rw-downgrade\"", LOCKSTAT "rw-release", "arg1 == 1" },
	{ EVENT_PROFILE, EVENT_INTERRUPT, "Profiling interrupt", NULL, "", NULL, NULL },
	{ 60, EVENT_ERROR, "Recursive lock entry detected", LOCKSTAT "adaptive-acquire-error", "arg1 == EDEADLK", NULL,
	  NULL },
	{ 61, EVENT_ERROR, "Lock acquisition failure", LOCKSTAT "adaptive-acquire-error", "arg1 != EDEADLK", NULL,
	  NULL },
};

const struct event *event_of(unsigned int number)
{
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		if (events[i].number == number)
			return &events[i];
	return NULL;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Predicates that are not empty, with && between them. */
static void put_predicate(FILE *out, const char *first, const char *second, const char *third, const char *fourth)
{
	const char *const parts[] = { first, second, third, fourth };
	const char *before = " /";

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (!parts[i] || !*parts[i])
			continue;
		fprintf(out, "%s(%s)", before, parts[i]);
		before = " && ";
	}
	if (before[1] == '&')
		fputs("/", out);
}

/* The clause body for an event: @lock, @caller and @time are expressions. */
static void put_actions(FILE *out, const struct options *options, const struct event *event, const char *lock,
			const char *caller, const char *time)
{
	char stack[32] = "";

	if (options->depth)
		snprintf(stack, sizeof(stack), ", stack(%u)", options->depth);
	if (options->trace) {
		fprintf(out,
			"\ttrace(%uull); trace(timestamp); trace((uint64_t)curthread); trace((uint64_t)%s); "
			"trace((uint64_t)%s); trace((uint64_t)(%s));%s%s%s\n",
			event->number, lock, caller, time, *stack ? " " : "", *stack ? stack + 2 : "",
			*stack ? ";" : "");
		return;
	}
	fprintf(out, "\t@time[%uull, (uint64_t)%s, (uint64_t)%s%s] = avg((int64_t)(%s));\n", event->number, lock,
		caller, stack, time);
	if (options->detail == DETAIL_HISTOGRAM)
		fprintf(out, "\t@distribution[%uull, (uint64_t)%s, (uint64_t)%s%s] = quantize((int64_t)(%s));\n",
			event->number, lock, caller, stack, time);
}

static void put_wait(FILE *out, const struct options *options, const struct event *event, const char *locks,
		     const char *callers)
{
	bool timed = event->kind == EVENT_WAIT;
	char duration[48] = "";

	if (timed && options->duration)
		snprintf(duration, sizeof(duration), "arg1 >= %" PRIu64, options->duration);
	fputs(event->probe, out);
	put_predicate(out, event->when, duration, locks, callers);
	fputs("\n{\n", out);
	put_actions(out, options, event, "arg0", "caller", timed ? "arg1" : "0");
	fputs("}\n", out);
}

/* The time of the beginning is kept by thread and lock; what is left out by a filter is forgotten, too. */
static void put_hold(FILE *out, const struct options *options, const struct event *event, const char *locks,
		     const char *callers)
{
	char name[24], begun[48], time[64], duration[128] = "";

	snprintf(name, sizeof(name), "self->begun%u", event->number);
	snprintf(begun, sizeof(begun), "%s[arg0]", name);
	snprintf(time, sizeof(time), "timestamp - %s", begun);
	if (options->duration)
		snprintf(duration, sizeof(duration), "%s >= %" PRIu64, time, options->duration);
	fputs(event->probe, out);
	put_predicate(out, event->when, locks, NULL, NULL);
	fprintf(out, "\n{\n\t%s = timestamp;\n}\n%s", begun, event->end);
	{
		char both[160];

		snprintf(both, sizeof(both), "%s%s%s", begun, *event->end_when ? " && " : "", event->end_when);
		put_predicate(out, both, duration, callers, NULL);
		fputs("\n{\n", out);
		put_actions(out, options, event, "arg0", "caller", time);
		fprintf(out, "}\n%s", event->end);
		put_predicate(out, both, NULL, NULL, NULL);
	}
	fprintf(out, "\n{\n\t%s = 0;\n}\n", begun);
}

static void put_interrupt(FILE *out, const struct options *options, const struct event *event)
{
	fprintf(out, "profile-%u\n{\n", options->rate);
	put_actions(out, options, event, "cpu", "arg0", "arg2");
	fputs("}\n", out);
}

static bool is_there(const struct event *event, bool (*has)(void *arg, const char *description), void *arg)
{
	if (!has || event->kind == EVENT_INTERRUPT)
		return true;
	return has(arg, event->probe) && (!event->end || has(arg, event->end));
}

char *program_text(const struct options *options, const char *lock_filter, const char *caller_filter,
		   bool (*has)(void *arg, const char *description), void *arg, unsigned int *events_ret)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	*events_ret = 0;
	if (!out)
		return NULL;
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		const struct event *event = &events[i];

		if (!options->events[event->number])
			continue;
		if (!is_there(event, has, arg)) {
			if (options->chosen && event->number != 3)
				fprintf(stderr,
					"lockstat: this kernel has no probe for \"%s\": /proc/dtrace/lockstat says "
					"why\n",
					event->title);
			continue;
		}
		++*events_ret;
		if (event->kind == EVENT_HOLD)
			put_hold(out, options, event, lock_filter, caller_filter);
		else if (event->kind == EVENT_INTERRUPT)
			put_interrupt(out, options, event);
		else
			put_wait(out, options, event, lock_filter, caller_filter);
	}
	return fclose(out) == 0 ? text : NULL;
}
