/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer.c - a program of one's own on libdtrace: counts the ticks of a second by CPU, then walks the aggregation.
 *
 *      cc consumer.c $(pkg-config --cflags --libs libdtrace) -o consumer
 */
#include <stdio.h>
#include <string.h>

#include <dtrace.h>

static const char program[] = "tick-10ms { @ticks[cpu] = count(); } tick-500ms { exit(0); }";

static int fail(dtrace_hdl_t *dtp, const char *what)
{
	fprintf(stderr, "%s: %s\n", what, dtrace_errmsg(dtp, dtrace_errno(dtp)));
	dtrace_close(dtp);
	return 1;
}

/* One entry: its first key is record 1, its value the last record. */
static int print_entry(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_aggdesc_t *desc = data->dtada_desc;
	int64_t count;
	int cpu;

	memcpy(&cpu, data->dtada_data + desc->rec[1].offset, sizeof(cpu));
	memcpy(&count, data->dtada_data + desc->rec[desc->records - 1].offset, sizeof(count));
	printf("CPU %d: %lld ticks\n", cpu, (long long)count);
	*(int64_t *)arg += count;
	return DTRACE_AGGWALK_NEXT;
}

int main(void)
{
	int error;
	int64_t total = 0;
	dtrace_proginfo_t info;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &error);
	dtrace_prog_t *prog;

	if (!dtp) {
		fprintf(stderr, "dtrace_open: %s\n", dtrace_errmsg(NULL, error));
		return 1;
	}
	prog = dtrace_program_strcompile(dtp, program, DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	if (!prog)
		return fail(dtp, "compile");
	if (dtrace_program_exec(dtp, prog, &info) == -1 || dtrace_go(dtp) == -1)
		return fail(dtp, "go");
	do
		dtrace_sleep(dtp);
	while (dtrace_work(dtp, stdout, NULL, NULL, NULL) == DTRACE_WORKSTATUS_OKAY);
	if (dtrace_aggregate_walk_keysorted(dtp, print_entry, &total) == -1)
		return fail(dtp, "walk");
	printf("%lld ticks of %u probes\n", (long long)total, info.dpi_matches);
	dtrace_close(dtp);
	return total > 0 ? 0 : 1;
}
