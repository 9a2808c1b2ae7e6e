/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* log.c - messages for whoever works on the tracer: silent unless ANYTRACE_DEBUG is set in the environment. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/host/host.h"
#include "os/os.h"

static bool wanted(void)
{
	return getenv("ANYTRACE_DEBUG") != NULL;
}

void os_log(const char *fmt, ...)
{
	va_list ap;

	if (!wanted())
		return;
	fputs("anytrace: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void os_trace(const char *text, uint64_t a, uint64_t b)
{
	if (wanted())
		fprintf(stderr, "anytrace: %.80s %#" PRIx64 " %#" PRIx64 "\n", text, a, b);
}

static void (*assert_watcher)(void);
static bool assert_goes_on;

/*
 * An assumption of this process is broken and further results would be wrong, so the process ends
 * with a core dump.
 */
void os_assert_failed(const char *file, int line, const char *text)
{
	if (!assert_goes_on) {
		fprintf(stderr, "anytrace: %s:%d: assertion failed: %s\n", file, line, text);
		abort();
	}
	if (assert_watcher != NULL)
		assert_watcher();
}

void os_assert_watch(void (*fn)(void))
{
	assert_watcher = fn;
}

void os_host_assert_goes_on(bool yes)
{
	assert_goes_on = yes;
}
