/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program.c - the D program. Times from where something begins to where it ends, of one thread and lock, are summed up
 * by kind of event, lock and stack.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plockstat.h"

/* A clause that notes when something begins, or one that sums up how long it took. */
struct clause {
	bool is_hold; /* -H; else -C */
	const char *probe, *when;
	const char *since; /* the variable */
	int event;         /* that ends; -1: something begins */
};

#define BEGINS (-1)

static const struct clause clauses[] = {
	{ true, "mutex-acquire", "arg1 == 0", "held", BEGINS },
	{ true, "mutex-release", "arg1 == 0", "held", EVENT_MUTEX_HOLD },
	{ true, "rw-acquire", "arg1 == 0", "read", BEGINS },
	{ true, "rw-acquire", "arg1 == 1", "written", BEGINS },
	{ true, "rw-release", "arg1 == 0", "read", EVENT_READER_HOLD },
	{ true, "rw-release", "arg1 == 1", "written", EVENT_WRITER_HOLD },
	{ false, "mutex-block", "", "blocked", BEGINS },
	{ false, "mutex-blocked", "", "blocked", EVENT_MUTEX_BLOCK },
	{ false, "mutex-spin", "", "spins", BEGINS },
	{ false, "mutex-spun", "arg1 == 1", "spins", EVENT_MUTEX_SPIN },
	{ false, "mutex-spun", "arg1 == 0", "spins", EVENT_MUTEX_SPIN_FAILED },
	{ false, "rw-block", "", "waited", BEGINS },
	{ false, "rw-blocked", "arg1 == 0", "waited", EVENT_READER_BLOCK },
	{ false, "rw-blocked", "arg1 == 1", "waited", EVENT_WRITER_BLOCK },
};

static void print_begin(FILE *out, const struct clause *clause)
{
	fprintf(out, "plockstat$target:::%s\n", clause->probe);
	if (*clause->when)
		fprintf(out, "/%s/\n", clause->when);
	fprintf(out, "{\n\tself->%s[arg0] = timestamp;\n}\n\n", clause->since);
}

static void print_end(FILE *out, const struct clause *clause, const struct options *options)
{
	char stack[32];

	if (options->depth)
		snprintf(stack, sizeof(stack), "ustack()");
	else
		snprintf(stack, sizeof(stack), "ustack(%d)", CALLER_DEPTH);
	fprintf(out, "plockstat$target:::%s\n/self->%s[arg0]%s%s/\n{\n", clause->probe, clause->since,
		*clause->when ? " && " : "", clause->when);
	fprintf(out, "\t@times[%d, uaddr(arg0), %s] = avg(timestamp - self->%s[arg0]);\n", clause->event, stack,
		clause->since);
	if (options->depth)
		fprintf(out, "\t@spread[%d, uaddr(arg0), %s] = quantize(timestamp - self->%s[arg0]);\n", clause->event,
			stack, clause->since);
	fprintf(out, "\tself->%s[arg0] = 0;\n}\n\n", clause->since);
}

char *program_text(const struct options *options)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (options->seconds)
		fprintf(out,
			"BEGIN\n{\n\tbegun = timestamp;\n}\n\ntick-10hz\n/timestamp - begun >= %" PRIu64
			"000000000/\n{\n\texit(0);\n}\n\n",
			options->seconds);
	for (size_t i = 0; i < sizeof(clauses) / sizeof(clauses[0]); i++) {
		if (clauses[i].is_hold ? !options->holds : !options->waits)
			continue;
		if (clauses[i].event == BEGINS)
			print_begin(out, &clauses[i]);
		else
			print_end(out, &clauses[i], options);
	}
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
