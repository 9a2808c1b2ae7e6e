/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* collect.c - the process runs while the program traces; what it counted becomes records. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "plockstat.h"

#define NAME_MAX_LENGTH 1024
#define STACK_TEXT      (DEPTH_MAX * 512)

struct run {
	const struct options *options;
	dtrace_hdl_t *dtp;
	struct ps_prochandle *proc;
	struct records records;
	bool no_memory, has_ended;
};

static int fail(const struct run *run, const char *what)
{
	fprintf(stderr, "plockstat: %s: %s\n", what, dtrace_errmsg(run->dtp, dtrace_errno(run->dtp)));
	return EXIT_ERROR;
}

/* ---- records --------------------------------------------------------------------------------- */

enum { KEY_EVENT, KEY_LOCK, KEY_STACK, KEYS };

/* Count and sum of times; how many events took which time. */
static void take_value(struct record *record, const dtrace_aggdata_t *data)
{
	const dtrace_recdesc_t *value = &data->dtada_desc->rec[data->dtada_desc->records - 1];
	uint64_t words[DTRACE_QUANTIZE_BUCKETS] = { 0 };

	memcpy(words, data->dtada_data + value->offset, value->size < sizeof(words) ? value->size : sizeof(words));
	if (value->action == DTRACEAGG_AVG) {
		record->count += words[0];
		record->time += words[1];
		return;
	}
	record->bucket[0] += words[DTRACE_QUANTIZE_ZERO];
	for (size_t i = DTRACE_QUANTIZE_ZERO + 1; i < DTRACE_QUANTIZE_BUCKETS; i++)
		record->bucket[i - DTRACE_QUANTIZE_ZERO - 1] += words[i];
}

static int take_entry(const dtrace_aggdata_t *data, void *arg)
{
	struct run *run = arg;
	char number[32], lock[NAME_MAX_LENGTH];
	char *stack = malloc(STACK_TEXT);
	struct record *record = NULL;
	unsigned long event;

	if (stack && dtrace_aggkeys(data) == KEYS && dtrace_aggkey2str(data, KEY_EVENT, number, sizeof(number)) &&
	    dtrace_aggkey2str(data, KEY_LOCK, lock, sizeof(lock)) &&
	    dtrace_aggkey2str(data, KEY_STACK, stack, STACK_TEXT)) {
		event = strtoul(number, NULL, 10);
		if (event < EVENTS)
			record = records_find(&run->records, (enum event)event, lock, stack);
	}
	free(stack);
	if (record) {
		take_value(record, data);
		return DTRACE_AGGWALK_NEXT;
	}
	run->no_memory = true;
	return DTRACE_AGGWALK_ABORT;
}

/* ---- the process ----------------------------------------------------------------------------- */

static dtrace_hdl_t *volatile wake;
static volatile sig_atomic_t interrupted;

static void on_signal(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
	if (wake)
		dtrace_wake(wake);
}

static void catch_signals(dtrace_hdl_t *dtp)
{
	struct sigaction action = { .sa_handler = on_signal };

	wake = dtp;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static int on_end(struct ps_prochandle *proc, const char *message, void *arg)
{
	struct run *run = arg;

	(void)proc;
	run->has_ended = true;
	fprintf(stderr, "plockstat: %.*s\n", (int)strcspn(message, "\n"), message);
	return DTRACE_HANDLE_OK;
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	(void)arg;
	fprintf(stderr, "plockstat: %s", data->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	(void)arg;
	fprintf(stderr, "plockstat: %s", data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int consume(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)arg;
	return rec ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

/* The library's message names the process. */
static int check_process(const struct run *run)
{
	if (run->proc)
		return 0;
	fprintf(stderr, "plockstat: %s\n", dtrace_errmsg(run->dtp, dtrace_errno(run->dtp)));
	return EXIT_ERROR;
}

static int grab(struct run *run)
{
	run->proc = dtrace_proc_grab(run->dtp, run->options->pid, 0);
	return check_process(run);
}

static int create(struct run *run)
{
	run->proc = dtrace_proc_create(run->dtp, run->options->command[0], run->options->command, NULL, NULL);
	return check_process(run);
}

/* Until it ends, or exit(), or a signal. */
static int trace(struct run *run)
{
	dtrace_workstatus_t status = DTRACE_WORKSTATUS_OKAY;

	if (dtrace_go(run->dtp) == -1)
		return fail(run, "tracing does not begin");
	dtrace_proc_continue(run->dtp, run->proc);
	if (run->options->verbose)
		fprintf(stderr, "plockstat: tracing enabled for pid %d\n",
			(int)dtrace_proc_getpid(run->dtp, run->proc));
	while (status == DTRACE_WORKSTATUS_OKAY && !run->has_ended && !interrupted) {
		dtrace_sleep(run->dtp);
		status = dtrace_work(run->dtp, stdout, NULL, consume, run);
	}
	wake = NULL;
	if (status == DTRACE_WORKSTATUS_ERROR || dtrace_stop(run->dtp) == -1 ||
	    dtrace_work(run->dtp, stdout, NULL, consume, run) == DTRACE_WORKSTATUS_ERROR)
		return fail(run, "tracing failed");
	return 0;
}

/* ---- all ------------------------------------------------------------------------------------- */

static int set_options(struct run *run)
{
	const struct options *options = run->options;
	const struct setting *refused;
	char frames[16];

	snprintf(frames, sizeof(frames), "%u", options->depth);
	if (dtrace_setopt(run->dtp, "aggsize", "256k") == -1 || dtrace_setopt(run->dtp, "aggrate", "1sec") == -1 ||
	    dtrace_setopt(run->dtp, "bufsize", "16k") == -1 ||
	    (options->depth && dtrace_setopt(run->dtp, "ustackframes", frames) == -1))
		return fail(run, "options");
	refused = settings_apply(&options->settings, run->dtp);
	return refused ? fail(run, refused->name) : 0;
}

static void say_refused(const dtrace_proginfo_t *info)
{
	for (unsigned int i = 0; i < info->dpi_reasons && i < DTRACE_REASON_MAX; i++)
		fprintf(stderr, "plockstat: %u probes cannot be traced: %s\n", info->dpi_reason[i].count,
			info->dpi_reason[i].name);
}

static int enable(struct run *run, const char *text)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(run->dtp, text, DTRACE_PROBESPEC_NONE, 0, 0, NULL);
	dtrace_proginfo_t info = { .dpi_reasons = 0 };
	int error;

	if (!prog)
		return fail(run, "no probes of locks");
	error = dtrace_program_exec(run->dtp, prog, &info);
	say_refused(&info);
	return error == -1 ? fail(run, "the probes cannot be enabled") : 0;
}

static int report(struct run *run)
{
	if (dtrace_aggregate_snap(run->dtp) == -1 || dtrace_aggregate_walk(run->dtp, take_entry, run) == -1)
		return fail(run, "reading what was counted");
	if (run->no_memory) {
		fputs("plockstat: out of memory\n", stderr);
		return EXIT_ERROR;
	}
	records_arrange(&run->records, run->options->depth == 0);
	report_print(stdout, &run->records, run->options);
	return 0;
}

/* Waits are calls of the kernel, which only its own engine sees. */
static bool is_possible(const struct run *run)
{
	if (!run->options->waits || strcmp(dtrace_engine(run->dtp), "kernel") == 0)
		return true;
	fprintf(stderr, "plockstat: waits for locks cannot be seen here, only -H can be: %s\n",
		dtrace_engine_why(run->dtp));
	return false;
}

/* A process that is not there is said before what cannot be seen; no command is started in vain. */
static int trace_process(struct run *run, const char *text)
{
	int status = set_options(run);

	if (!status && run->options->pid)
		status = grab(run);
	if (!status && !is_possible(run))
		status = EXIT_ERROR;
	if (!status && !run->options->pid)
		status = create(run);
	if (status)
		return status;
	catch_signals(run->dtp);
	status = enable(run, text);
	if (!status)
		status = trace(run);
	return status ? status : report(run);
}

static int run_all(const struct options *options, const char *text)
{
	struct run run = { .options = options };
	int error, status;

	run.dtp = dtrace_open(DTRACE_VERSION, 0, &error);
	if (!run.dtp) {
		fprintf(stderr, "plockstat: %s\n", dtrace_errmsg(NULL, error));
		return EXIT_ERROR;
	}
	dtrace_handle_drop(run.dtp, on_drop, NULL);
	dtrace_handle_err(run.dtp, on_error, NULL);
	dtrace_handle_proc(run.dtp, on_end, &run);
	status = trace_process(&run, text);
	records_free(&run.records);
	dtrace_close(run.dtp);
	return status;
}

int plockstat_run(const struct options *options)
{
	char *text = program_text(options);
	int status = 0;

	if (!text) {
		fputs("plockstat: out of memory\n", stderr);
		return EXIT_ERROR;
	}
	if (options->show_program)
		printf("vvvv D program vvvv\n%s^^^^ D program ^^^^\n", text);
	if (options->pid || options->command[0])
		status = run_all(options, text);
	free(text);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fputs("plockstat: the output cannot be written\n", stderr);
		status = EXIT_ERROR;
	}
	return status;
}
