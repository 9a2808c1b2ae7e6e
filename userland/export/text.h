/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * text.h - metrics as text, in the two formats that Prometheus reads: OpenMetrics 1.0 and its own, version 0.0.4. Both
 * have the same lines; what describes a counter has another name, and OpenMetrics ends with "# EOF".
 */
#ifndef EXPORT_TEXT_H
#define EXPORT_TEXT_H

#include <stdio.h>

#include <dtrace.h>

#include "metrics.h"

enum format { FORMAT_PROMETHEUS, FORMAT_OPENMETRICS };

#define DROP_KINDS (DTRACEDROP_TABLES + 1)

/* What the exporter says of itself. */
struct own {
	const char *version, *engine; /* "kernel", "host" */
	const char *name;             /* of the program */
	double start_time;            /* s since 1970 */
	uint64_t probes, refused;     /* that fire; that could not be armed */
	uint64_t drops[DROP_KINDS];   /* what dtrace has lost, by dtrace_dropkind_t */
	uint64_t errors;              /* faults of the program */
	/* of the state file: what has been since it was made */
	uint64_t clean_restarts, unclean_restarts;
	double untraced;        /* s between the last that it knows and the next start */
	uint64_t forgotten;     /* series that the program has no place for any more */
	uint64_t save_failures; /* in this run */
};

/* text_write - all of it, to @out, whose errors the caller looks at. */
void text_write(FILE *out, enum format format, const struct metrics *metrics, const struct own *own);

/*
 * text_clean - make a label value of any bytes: what is no UTF-8, and control characters but the newline and the tab,
 * become U+FFFD: OpenMetrics is UTF-8, and some readers end lines at more than newlines.
 * args:    @to has room for 3 * strlen(@from) + 1 bytes.
 * return:  the length.
 */
size_t text_clean(char *to, const char *from);

/* text_fold - a stack, a line for each frame and the innermost first, as "outermost;...;innermost". @to: as long as @lines. */
void text_fold(char *to, const char *lines);

/* text_bound - a bound as `le` has it: by the rules for canonical numbers of OpenMetrics. @buf: 32 bytes. */
const char *text_bound(const struct bound *bound, char *buf, size_t size);

#endif
