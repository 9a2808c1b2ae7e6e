/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* collect.c - the command runs while the program traces; what it counted becomes records. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lockstat.h"

struct run {
	const struct options *options;
	dtrace_hdl_t *dtp;
	FILE *out;
	struct records records;
	uint64_t begun; /* -T: the time of the first event */
	bool no_memory, headed;
	pid_t child;
	int start; /* the child waits until this end of a pipe is closed */
};

static int fail(const struct run *run, const char *what)
{
	fprintf(stderr, "lockstat: %s: %s\n", what, dtrace_errmsg(run->dtp, dtrace_errno(run->dtp)));
	return EXIT_ERROR;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static uint64_t symbol_start(void *arg, uint64_t addr)
{
	struct run *run = arg;
	dtrace_syminfo_t symbol;

	return dtrace_lookup_by_addr(run->dtp, addr, &symbol) == 0 ? symbol.addr : addr;
}

/* NAME+0xN, with MODULE` before it when it is not the kernel's own. */
static const char *symbol_text(void *arg, uint64_t addr, char *buf, size_t size)
{
	struct run *run = arg;
	dtrace_syminfo_t symbol;
	const char *module;
	int length;

	if (dtrace_lookup_by_addr(run->dtp, addr, &symbol) != 0) {
		snprintf(buf, size, "0x%" PRIx64, addr);
		return buf;
	}
	module = symbol.object && strcmp(symbol.object, "vmlinux") != 0 ? symbol.object : "";
	length = snprintf(buf, size, "%s%s%s", module, *module ? "`" : "", symbol.name);
	if (addr != symbol.addr && length > 0 && (size_t)length < size)
		snprintf(buf + length, size - (size_t)length, "+0x%" PRIx64, addr - symbol.addr);
	return buf;
}

/* A filter as an expression; "" without any. NULL: said why. */
static char *filter_text(struct run *run, const char *expression, const struct filter *filters, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	bool good = out != NULL;

	for (size_t i = 0; good && i < count; i++) {
		const struct filter *filter = &filters[i];
		uint64_t start, length = filter->size;
		dtrace_syminfo_t symbol;
		char *end;

		start = strtoull(filter->name, &end, 0);
		if (end == filter->name || *end) {
			const char *name = strchr(filter->name, '`');
			char *module = name ? strndup(filter->name, (size_t)(name - filter->name)) : NULL;

			good = dtrace_lookup_by_name(run->dtp, module, name ? name + 1 : filter->name, &symbol) == 0;
			free(module);
			if (!good) {
				fprintf(stderr, "lockstat: %s: no symbol of the kernel has this name\n", filter->name);
				break;
			}
			start = symbol.addr;
			if (!length)
				length = symbol.size;
		}
		fprintf(out, "%s((uint64_t)%s >= 0x%" PRIx64 " && (uint64_t)%s < 0x%" PRIx64 ")", i ? " || " : "",
			expression, start, expression, start + (length ? length : 1));
	}
	if (out && fclose(out) != 0)
		good = false;
	if (good)
		return text;
	free(text);
	return NULL;
}

/* ---- records --------------------------------------------------------------------------------- */

static uint64_t number_at(const char *data, size_t size)
{
	uint32_t narrow;
	uint64_t wide;

	if (size == sizeof(wide)) {
		memcpy(&wide, data, sizeof(wide));
		return wide;
	}
	memcpy(&narrow, data, sizeof(narrow));
	return narrow;
}

static void read_stack(uint64_t *stack, const char *data, const dtrace_recdesc_t *rec)
{
	size_t count = rec->size / sizeof(uint64_t);

	memset(stack, 0, STACK_MAX * sizeof(*stack));
	for (size_t i = 0; i < count && i < STACK_MAX; i++)
		stack[i] = number_at(data + rec->offset + i * sizeof(uint64_t), sizeof(uint64_t));
}

enum { KEY_EVENT = 1, KEY_LOCK, KEY_CALLER, KEY_STACK };

/* @time: count and sum of the times; @distribution: events by time. */
static int take_entry(const dtrace_aggdata_t *data, void *arg)
{
	struct run *run = arg;
	const dtrace_aggdesc_t *desc = data->dtada_desc;
	const dtrace_recdesc_t *value = &desc->rec[desc->records - 1];
	uint64_t key[KEY_STACK], stack[STACK_MAX] = { 0 }, words[DTRACE_QUANTIZE_BUCKETS];
	struct record *record;

	for (int i = KEY_EVENT; i < KEY_STACK; i++)
		key[i] = number_at(data->dtada_data + desc->rec[i].offset, desc->rec[i].size);
	if (desc->records > KEY_STACK + 1)
		read_stack(stack, data->dtada_data, &desc->rec[KEY_STACK]);
	record = records_find(&run->records, (unsigned int)key[KEY_EVENT], key[KEY_LOCK], key[KEY_CALLER], stack);
	if (!record) {
		run->no_memory = true;
		return DTRACE_AGGWALK_ABORT;
	}
	memset(words, 0, sizeof(words));
	memcpy(words, data->dtada_data + value->offset, value->size < sizeof(words) ? value->size : sizeof(words));
	if (value->action == DTRACEAGG_AVG) {
		record->count = words[0];
		record->time = words[1];
		return DTRACE_AGGWALK_NEXT;
	}
	record->bucket[0] += words[DTRACE_QUANTIZE_ZERO];
	for (size_t i = DTRACE_QUANTIZE_ZERO + 1; i < DTRACE_QUANTIZE_BUCKETS; i++)
		record->bucket[i - DTRACE_QUANTIZE_ZERO - 1] += words[i];
	return DTRACE_AGGWALK_NEXT;
}

/* ---- -T: a line for each event --------------------------------------------------------------- */

enum { TRACE_EVENT, TRACE_WHEN, TRACE_OWNER, TRACE_LOCK, TRACE_CALLER, TRACE_TIME, TRACE_STACK };

static void trace_line(struct run *run, const char *data, const dtrace_eprobedesc_t *desc)
{
	uint64_t word[TRACE_STACK], stack[STACK_MAX] = { 0 };
	char lock[256], caller[256];

	for (unsigned int i = 0; i < TRACE_STACK; i++)
		word[i] = number_at(data + desc->rec[i].offset, desc->rec[i].size);
	if (desc->records > TRACE_STACK)
		read_stack(stack, data, &desc->rec[TRACE_STACK]);
	if (!run->headed && !run->options->plain)
		fprintf(run->out, "%5s %12s %10s %18s %-22s %s\n", "Event", "Time", "nsec", "Owner", "Lock", "Caller");
	run->headed = true;
	if (!run->begun)
		run->begun = word[TRACE_WHEN];
	if (word[TRACE_EVENT] == EVENT_PROFILE)
		snprintf(lock, sizeof(lock), "cpu[%" PRIu64 "]", word[TRACE_LOCK]);
	else
		symbol_text(run, word[TRACE_LOCK], lock, sizeof(lock));
	fprintf(run->out, "%5" PRIu64 " %12" PRId64 " %10" PRIu64 " 0x%016" PRIx64 " %-22s %s\n", word[TRACE_EVENT],
		(int64_t)(word[TRACE_WHEN] - run->begun), word[TRACE_TIME], word[TRACE_OWNER], lock,
		symbol_text(run, word[TRACE_CALLER], caller, sizeof(caller)));
	for (size_t i = 0; i < STACK_MAX && stack[i]; i++)
		fprintf(run->out, "%52s%s\n", "", symbol_text(run, stack[i], caller, sizeof(caller)));
}

static int trace_firing(const dtrace_probedata_t *data, void *arg)
{
	struct run *run = arg;

	if (run->options->trace && data->dtpda_edesc->records >= TRACE_STACK)
		trace_line(run, data->dtpda_data, data->dtpda_edesc);
	return DTRACE_CONSUME_NEXT;
}

/* ---- the command ----------------------------------------------------------------------------- */

static dtrace_hdl_t *volatile wake;

static void on_signal(int signal_number)
{
	(void)signal_number;
	if (wake)
		dtrace_wake(wake);
}

/* The child begins when tracing does. */
static int command_start(struct run *run)
{
	struct sigaction action = { .sa_handler = on_signal };
	int ends[2];
	char nothing;

	if (pipe(ends) == -1)
		return -1;
	sigaction(SIGCHLD, &action, NULL);
	signal(SIGINT, SIG_IGN); /* the command ends by it, and then the report is printed */
	run->child = fork();
	if (run->child == 0) {
		signal(SIGINT, SIG_DFL);
		close(ends[1]);
		if (read(ends[0], &nothing, 1) != 0)
			_exit(127);
		close(ends[0]);
		execvp(run->options->command[0], run->options->command);
		fprintf(stderr, "lockstat: %s: %s\n", run->options->command[0], strerror(errno));
		_exit(127);
	}
	close(ends[0]);
	run->start = ends[1];
	fcntl(run->start, F_SETFD, FD_CLOEXEC);
	return run->child == -1 ? -1 : 0;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool work(struct run *run)
{
	return dtrace_work(run->dtp, run->out, trace_firing, NULL, run) != DTRACE_WORKSTATUS_ERROR;
}

/* Until the command ends. */
static int trace_command(struct run *run, double *seconds_ret)
{
	double start;
	int status;

	wake = run->dtp;
	if (command_start(run) == -1) {
		fprintf(stderr, "lockstat: %s: %s\n", run->options->command[0], strerror(errno));
		return EXIT_ERROR;
	}
	if (dtrace_go(run->dtp) == -1) {
		kill(run->child, SIGKILL);
		return fail(run, "tracing does not begin");
	}
	start = now();
	close(run->start);
	while (waitpid(run->child, &status, WNOHANG) == 0) {
		dtrace_sleep(run->dtp);
		if (!work(run))
			return fail(run, "tracing failed");
	}
	*seconds_ret = now() - start;
	if (dtrace_stop(run->dtp) == -1 || !work(run))
		return fail(run, "tracing failed");
	wake = NULL;
	if (WIFSIGNALED(status))
		fprintf(stderr, "lockstat: %s was ended by signal %d\n", run->options->command[0], WTERMSIG(status));
	else if (WEXITSTATUS(status))
		fprintf(stderr, "lockstat: %s ended with status %d\n", run->options->command[0], WEXITSTATUS(status));
	return 0;
}

/* ---- all ------------------------------------------------------------------------------------- */

static int note_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, void *arg)
{
	(void)dtp;
	(void)desc;
	(void)arg;
	return 1;
}

/* Of several descriptions the first one counts. */
static bool has_probe(void *arg, const char *description)
{
	struct run *run = arg;
	dtrace_probedesc_t desc;
	char *first = strndup(description, strcspn(description, ","));
	bool has = first && dtrace_str2desc(run->dtp, DTRACE_PROBESPEC_NAME, first, &desc) == 0 &&
		   dtrace_probe_iter(run->dtp, &desc, note_probe, NULL) == 1;

	free(first);
	return has;
}

/* An aggregation's record has its keys, and the larger of both values. */
static int set_options(struct run *run)
{
	const struct options *options = run->options;
	const struct setting *refused;
	uint64_t record = 64 + options->depth * sizeof(uint64_t);
	char size[32];

	if (options->detail == DETAIL_HISTOGRAM)
		record = 2 * record + DTRACE_QUANTIZE_BUCKETS * sizeof(uint64_t);
	snprintf(size, sizeof(size), "%" PRIu64, options->records * record);
	if (dtrace_setopt(run->dtp, "aggsize", size) == -1 ||
	    dtrace_setopt(run->dtp, "bufsize", options->trace ? "1m" : "16k") == -1 ||
	    dtrace_setopt(run->dtp, "dynvarsize", "4m") == -1)
		return fail(run, "options");
	refused = settings_apply(&options->settings, run->dtp);
	return refused ? fail(run, refused->name) : 0;
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	(void)arg;
	fprintf(stderr, "lockstat: %s", data->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	(void)arg;
	fprintf(stderr, "lockstat: %s", data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int enable(struct run *run, const char *text)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(run->dtp, text, DTRACE_PROBESPEC_NONE, DTRACE_C_ZDEFS, 0, NULL);

	if (!prog)
		return fail(run, "the program does not compile");
	return dtrace_program_exec(run->dtp, prog, NULL) == -1 ? fail(run, "the probes cannot be enabled") : 0;
}

static int report(struct run *run, double seconds)
{
	if (run->options->trace)
		return 0;
	if (dtrace_aggregate_snap(run->dtp) == -1 || dtrace_aggregate_walk(run->dtp, take_entry, run) == -1)
		return fail(run, "reading what was counted");
	if (run->no_memory || records_arrange(&run->records, run->options, symbol_start, run) == -1) {
		fputs("lockstat: out of memory\n", stderr);
		return EXIT_ERROR;
	}
	report_print(run->out, &run->records, run->options, seconds, symbol_text, run);
	return 0;
}

/* Without the kernel's engine there are clocks only. */
static bool is_possible(const struct run *run)
{
	const struct options *options = run->options;

	if (!options->command[0] || strcmp(dtrace_engine(run->dtp), "kernel") == 0)
		return true;
	for (unsigned int i = 0; i < EVENT_MAX; i++)
		if (options->events[i] && i != EVENT_PROFILE) {
			fprintf(stderr, "lockstat: the kernel's locks cannot be traced: %s\n",
				dtrace_engine_why(run->dtp));
			return false;
		}
	return true;
}

static int run_all(struct run *run, const char *locks, const char *callers)
{
	unsigned int events;
	double seconds = 0;
	char *text =
		program_text(run->options, locks, callers, run->options->command[0] ? has_probe : NULL, run, &events);
	int status = 0;

	if (!text || !events) {
		fputs(text ? "lockstat: none of these events can be traced here\n" : "lockstat: out of memory\n",
		      stderr);
		free(text);
		return EXIT_ERROR;
	}
	if (run->options->show_program)
		fputs(text, run->out);
	if (run->options->command[0]) {
		status = set_options(run);
		if (!status)
			status = enable(run, text);
		if (!status)
			status = trace_command(run, &seconds);
		if (!status)
			status = report(run, seconds);
	}
	free(text);
	return status;
}

int lockstat_run(const struct options *options)
{
	struct run run = { .options = options, .out = stdout };
	char *locks, *callers;
	int error, status = EXIT_ERROR;

	run.dtp = dtrace_open(DTRACE_VERSION, 0, &error);
	if (!run.dtp) {
		fprintf(stderr, "lockstat: %s\n", dtrace_errmsg(NULL, error));
		return EXIT_ERROR;
	}
	dtrace_handle_drop(run.dtp, on_drop, NULL);
	dtrace_handle_err(run.dtp, on_error, NULL);
	if (!is_possible(&run)) {
		dtrace_close(run.dtp);
		return EXIT_ERROR;
	}
	if (options->output) {
		run.out = fopen(options->output, "we");
		if (!run.out) {
			fprintf(stderr, "lockstat: %s: %s\n", options->output, strerror(errno));
			dtrace_close(run.dtp);
			return EXIT_ERROR;
		}
	}
	locks = filter_text(&run, "arg0", options->locks, options->lock_count);
	callers = filter_text(&run, "caller", options->callers, options->caller_count);
	if (locks && callers)
		status = run_all(&run, locks, callers);
	free(locks);
	free(callers);
	if (fflush(run.out) != 0 || ferror(run.out) || (options->output && fclose(run.out) != 0)) {
		fprintf(stderr, "lockstat: %s: %s\n", options->output ? options->output : "output", strerror(errno));
		status = EXIT_ERROR;
	}
	records_free(&run.records);
	dtrace_close(run.dtp);
	return status;
}
