/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_run.c - programs that compile are run to their end on the host engine and printed: the engine must accept what
 * the compiler makes, and no program may do anything to it that the sanitizers, or an endless run, would show.
 */
#include <stdlib.h>
#include <string.h>

#include "handle/handle.h"
#include "fuzz.h"
#include "program.h"

#define ROUNDS_MAX 200

static FILE *sink;

static void finding(const char *text, const char *what)
{
	fprintf(stderr, "%s\n%s\n", text, what);
	abort();
}

static void set_options(dtrace_hdl_t *handle)
{
	static const char *const options[][2] = {
		{ "bufsize", "32k" },    { "aggsize", "32k" }, { "dynvarsize", "32k" }, { "specsize", "4k" },
		{ "nspec", "2" },        { "strsize", "32" },  { "switchrate", "1ms" }, { "aggrate", "1ms" },
		{ "statusrate", "1ms" }, { "quiet", NULL },
	};
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(options); i++)
		if (dtrace_setopt(handle, options[i][0], options[i][1]))
			finding(options[i][0], dtrace_errmsg(handle, dtrace_errno(handle)));
}

static void run(dtrace_hdl_t *handle, dtrace_prog_t *prog, const char *text)
{
	dtrace_proginfo_t info;
	int rounds = 0;
	dtrace_workstatus_t status;

	if (dtrace_program_exec(handle, prog, &info) == -1) {
		if (dtrace_errno(handle) == EDT_BADDOF)
			finding(text, dtrace_errmsg(handle, dtrace_errno(handle)));
		return;
	}
	if (dtrace_go(handle) == -1)
		finding(text, dtrace_errmsg(handle, dtrace_errno(handle)));
	do {
		dtrace_sleep(handle);
		status = dtrace_work(handle, sink, NULL, NULL, NULL);
	} while (status == DTRACE_WORKSTATUS_OKAY && ++rounds < ROUNDS_MAX);
	if (rounds == ROUNDS_MAX)
		finding(text, "the program does not come to its end");
	dtrace_aggregate_print(handle, sink, NULL);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	dtrace_hdl_t *handle;
	dtrace_prog_t *prog;
	int error;

	if (!sink)
		sink = fopen("/dev/null", "w");
	if (!out || !sink)
		abort();
	program_write(out, data, size);
	fclose(out);
	handle = dtrace_open(DTRACE_VERSION, DTRACE_O_HOST, &error);
	if (!handle)
		abort();
	set_options(handle);
	prog = dtrace_program_strcompile(handle, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	if (getenv("FUZZ_SHOW"))
		fprintf(stderr, "%s%s\n", text, prog ? "" : dtrace_errmsg(handle, dtrace_errno(handle)));
	if (prog)
		run(handle, prog, text);
	dtrace_close(handle);
	free(text);
	return prog != NULL;
}
