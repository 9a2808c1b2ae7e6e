/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * top.c - the five most frequent keys of each second, until Ctrl-C:
 *
 *     cc top.c $(pkg-config --cflags --libs libdtrace) -o top
 */
#include <dtrace.h>
#include <signal.h>

static const char text[] = "profile-97 { @[execname, pid, cpu, probename, sym(arg0), stack(3)] = count(); }";
static dtrace_hdl_t *dtp;
static volatile sig_atomic_t ended;

static void on_signal(int number)
{
	ended = number;
	dtrace_wake(dtp);
}

static int print_entry(const dtrace_aggdata_t *data, void *arg)
{
	char buf[512];

	printf("%8s", dtrace_aggvalue2str(data, buf, sizeof(buf)));
	for (unsigned int i = 0; i < dtrace_aggkeys(data); i++)
		printf("  %s", dtrace_aggkey2str(data, i, buf, sizeof(buf)));
	printf("\n");
	return --*(int *)arg > 0 ? DTRACE_AGGWALK_NEXT : DTRACE_AGGWALK_ABORT;
}

int main(void)
{
	dtrace_workstatus_t status = DTRACE_WORKSTATUS_ERROR;
	dtrace_prog_t *prog;

	dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	prog = dtp ? dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL) : NULL;
	if (prog && dtrace_program_exec(dtp, prog, NULL) == 0 && dtrace_go(dtp) == 0)
		status = DTRACE_WORKSTATUS_OKAY;
	for (signal(SIGINT, on_signal), signal(SIGTERM, on_signal); status == DTRACE_WORKSTATUS_OKAY; fflush(stdout)) {
		int left = 5;

		dtrace_sleep(dtp); /* for a second, or until the signal */
		if (ended)
			dtrace_stop(dtp); /* dtrace_work() brings the rest, and DONE */
		status = dtrace_work(dtp, stdout, NULL, NULL, NULL);
		printf("--\n");
		dtrace_aggregate_walk_valrevsorted(dtp, print_entry, &left);
		dtrace_aggregate_clear(dtp);
	}
	if (status == DTRACE_WORKSTATUS_ERROR)
		fprintf(stderr, "top: %s\n", dtp ? dtrace_errmsg(dtp, dtrace_errno(dtp)) : "no tracing here");
	dtrace_close(dtp);
	return status == DTRACE_WORKSTATUS_ERROR;
}
