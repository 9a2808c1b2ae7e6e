/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * collect.c - the thread that traces.
 *
 * libdtrace's entries are taken away as they are added to the series (families.c), so that clear() and trunc() find
 * nothing to throw away. They are seen before they are carried out, when the firing is: a snapshot there is the last one
 * before them. What they mean for gauges is done here. normalize() divides what is printed, and not what is exported.
 *
 * Sections: messages; clear and trunc; callbacks; enabling; running; waiting.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect.h"
#include "families.h"

#define NS 1000000000ull

static uint64_t now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * NS + (uint64_t)time.tv_nsec;
}

static int fail(const struct exporter *exporter, const char *what)
{
	say("%s: %s", what, dtrace_errmsg(exporter->dtp, dtrace_errno(exporter->dtp)));
	return EXIT_ERROR;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* One in a second: a fault may come with every firing, and the counters have all of them. */
static void say_now_and_then(struct exporter *exporter, const char *message)
{
	uint64_t time = now(CLOCK_MONOTONIC);

	if (exporter->last_said && time - exporter->last_said < NS) {
		exporter->unsaid++;
		return;
	}
	say("%.*s", (int)strcspn(message, "\n"), message);
	if (exporter->unsaid)
		say("and %llu messages before this one", (unsigned long long)exporter->unsaid);
	exporter->last_said = time;
	exporter->unsaid = 0;
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	struct exporter *exporter = arg;

	pthread_mutex_lock(&exporter->lock);
	if ((size_t)data->dtdda_kind < DROP_KINDS)
		exporter->own.drops[data->dtdda_kind] += data->dtdda_drops;
	pthread_mutex_unlock(&exporter->lock);
	say_now_and_then(exporter, data->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	struct exporter *exporter = arg;

	pthread_mutex_lock(&exporter->lock);
	exporter->own.errors++;
	pthread_mutex_unlock(&exporter->lock);
	say_now_and_then(exporter, data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

/* ---- clear and trunc ------------------------------------------------------------------------- */

static int collect(struct exporter *exporter)
{
	uint64_t wanted;
	int error;

	pthread_mutex_lock(&exporter->lock);
	wanted = exporter->wanted;
	pthread_mutex_unlock(&exporter->lock);
	if (dtrace_aggregate_snap_now(exporter->dtp) == -1)
		return fail(exporter, "reading what was aggregated");
	pthread_mutex_lock(&exporter->lock);
	error = families_take(&exporter->metrics, exporter->dtp);
	exporter->done = wanted;
	pthread_cond_broadcast(&exporter->collected);
	pthread_mutex_unlock(&exporter->lock);
	return error ? fail(exporter, "collecting") : 0;
}

static int64_t number_at(const char *data, const dtrace_recdesc_t *rec)
{
	int32_t narrow;
	int64_t wide;

	if (rec->size == sizeof(wide)) {
		memcpy(&wide, data + rec->offset, sizeof(wide));
		return wide;
	}
	memcpy(&narrow, data + rec->offset, sizeof(narrow));
	return narrow;
}

/* An action of the library, with @more NULL or its number. */
static int on_library_action(struct exporter *exporter, const char *data, const dtrace_recdesc_t *rec,
			     const dtrace_recdesc_t *more)
{
	struct family *family = metrics_by_variable(&exporter->metrics, (unsigned int)number_at(data, rec));
	int error = 0;

	if (!family)
		return 0;
	pthread_mutex_lock(&exporter->lock);
	if (rec->arg == DTRACE_LIBACT_CLEAR)
		family_clear(&exporter->metrics, family);
	else
		error = family_keep(&exporter->metrics, family, more ? number_at(data, more) : 0);
	pthread_mutex_unlock(&exporter->lock);
	return error;
}

static bool is_throwing(const dtrace_recdesc_t *rec)
{
	return rec->action == DTRACEACT_LIBACT &&
	       (rec->arg == DTRACE_LIBACT_CLEAR || rec->arg == DTRACE_LIBACT_TRUNC) && rec->size >= sizeof(int32_t);
}

static int on_firing(const dtrace_probedata_t *data, void *arg)
{
	const dtrace_eprobedesc_t *desc = data->dtpda_edesc;
	struct exporter *exporter = arg;
	bool has_collected = false;

	for (uint32_t i = 0; i < desc->records; i++) {
		const dtrace_recdesc_t *rec = &desc->rec[i], *more = NULL;

		if (!is_throwing(rec))
			continue;
		if (!has_collected && collect(exporter) != 0)
			return DTRACE_CONSUME_ABORT;
		has_collected = true;
		if (i + 1 < desc->records && rec->arg == DTRACE_LIBACT_TRUNC && is_throwing(&desc->rec[i + 1]) &&
		    desc->rec[i + 1].uarg == rec->uarg)
			more = &desc->rec[++i];
		if (on_library_action(exporter, data->dtpda_data, rec, more) == -1)
			return DTRACE_CONSUME_ABORT;
	}
	return DTRACE_CONSUME_THIS;
}

/* ---- callbacks ------------------------------------------------------------------------------- */

static int on_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct exporter *exporter = arg;

	(void)data;
	if (!rec || rec->action != DTRACEACT_PRINTA)
		return DTRACE_CONSUME_THIS;
	if (!exporter->has_said_printa)
		say("printa() prints nothing here: what is aggregated is exported");
	exporter->has_said_printa = true;
	return DTRACE_CONSUME_NEXT;
}

static volatile sig_atomic_t is_stopped;
static dtrace_hdl_t *volatile wake;

void collect_stop(void)
{
	is_stopped = 1;
	if (wake)
		dtrace_wake(wake);
}

/* ---- enabling -------------------------------------------------------------------------------- */

/* "reads" of "/etc/x/reads.d"; of a text alone nothing. */
static char *program_name(const struct options *options)
{
	const char *file = NULL, *slash;
	size_t length;

	for (size_t i = 0; i < options->program_count && !file; i++)
		file = options->programs[i].file;
	if (options->name || !file)
		return strdup(options->name ? options->name : "");
	slash = strrchr(file, '/');
	file = slash ? slash + 1 : file;
	length = strlen(file);
	if (length > 2 && strcmp(file + length - 2, ".d") == 0)
		length -= 2;
	return strndup(file, length);
}

static int set_options(struct exporter *exporter)
{
	const struct options *options = exporter->options;
	const struct setting *refused;

	if (dtrace_setopt(exporter->dtp, "quiet", NULL) == -1 ||
	    (options->destructive && dtrace_setopt(exporter->dtp, "destructive", NULL) == -1))
		return fail(exporter, "options");
	refused = settings_apply(&options->settings, exporter->dtp);
	if (!refused)
		return 0;
	say("option %s: %s", refused->name, dtrace_errmsg(exporter->dtp, dtrace_errno(exporter->dtp)));
	return EXIT_ERROR;
}

/*
 * All of a file, malloc'ed, with a '\0' behind it; NULL with errno. Of one that does not end: more than the compiler takes.
 */
static char *read_file(const char *path, size_t *size)
{
	const size_t most = (16 << 20) + 4096;
	char *text = NULL, buffer[4096];
	FILE *file = fopen(path, "re"), *copy = file ? open_memstream(&text, size) : NULL;
	size_t got;
	int error = errno;

	for (size_t all = 0; copy && all < most && (got = fread(buffer, 1, sizeof(buffer), file)) > 0; all += got)
		fwrite(buffer, 1, got, copy);
	if (file && ferror(file))
		error = errno;
	else if (copy)
		error = 0;
	if (copy && fclose(copy) != 0)
		error = ENOMEM;
	if (file)
		fclose(file);
	if (!error)
		return text;
	free(text);
	errno = error;
	return NULL;
}

/* A file may be a pipe, which can be read once: what is compiled is the text that was read. */
static dtrace_prog_t *compile(struct exporter *exporter, const struct program *program, char *text, size_t size,
			      unsigned int flags)
{
	const struct options *options = exporter->options;
	dtrace_prog_t *result;
	FILE *file;

	options->args[0] = (char *)(program->file ? program->file : "dtrace-export");
	if (!program->file)
		return dtrace_program_strcompile(exporter->dtp, program->text, DTRACE_PROBESPEC_NAME, flags,
						 options->arg_count, options->args);
	file = size ? fmemopen(text, size, "r") : fopen("/dev/null", "re");
	if (!file)
		return NULL;
	result = dtrace_program_fcompile(exporter->dtp, file, flags, options->arg_count, options->args);
	fclose(file);
	return result;
}

/* One program; what it says of its aggregations is added to the descriptions. */
static int enable(struct exporter *exporter, struct options *options, const struct program *program)
{
	unsigned int flags = (options->preprocess ? DTRACE_C_CPP : 0) | (options->zero_defined ? DTRACE_C_ZDEFS : 0);
	size_t size = 0;
	char *text = program->file ? read_file(program->file, &size) : strdup(program->text);
	const char *place = program->file ? program->file : "-n";
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;

	if (!text) {
		say("%s: %s", place, strerror(errno));
		return EXIT_ERROR;
	}
	if (descriptions_read(&options->descriptions, place, text) == -1) {
		free(text);
		return EXIT_ERROR;
	}
	prog = compile(exporter, program, text, size, flags);
	free(text);
	if (!prog)
		return fail(exporter, place);
	if (*dtrace_program_warnings(prog))
		say("%s: warning: %s", place, dtrace_program_warnings(prog));
	memset(&info, 0, sizeof(info));
	if (dtrace_program_exec(exporter->dtp, prog, &info) == -1)
		return fail(exporter, place);
	for (unsigned int i = 0; i < info.dpi_reasons && i < DTRACE_REASON_MAX; i++)
		say("%u probes cannot be traced: %s", info.dpi_reason[i].count, info.dpi_reason[i].name);
	exporter->own.probes += info.dpi_matches;
	exporter->own.refused += info.dpi_refused;
	return 0;
}

int collect_open(struct exporter *exporter, struct options *options)
{
	int error, status;

	exporter->options = options;
	exporter->name = program_name(options);
	exporter->dtp = dtrace_open(DTRACE_VERSION, 0, &error);
	if (!exporter->dtp || !exporter->name) {
		say("%s", exporter->dtp ? "out of memory" : dtrace_errmsg(NULL, error));
		return EXIT_ERROR;
	}
	exporter->own.name = exporter->name;
	exporter->own.engine = dtrace_engine(exporter->dtp);
	dtrace_handle_drop(exporter->dtp, on_drop, exporter);
	dtrace_handle_err(exporter->dtp, on_error, exporter);
	status = set_options(exporter);
	for (size_t i = 0; i < options->program_count && !status; i++)
		status = enable(exporter, options, &options->programs[i]);
	if (status) {
		if (strcmp(dtrace_errtag(exporter->dtp), "D_PDESC_ZERO") == 0 && *dtrace_engine_why(exporter->dtp))
			say("only the host engine's probes are there: %s", dtrace_engine_why(exporter->dtp));
		return status;
	}
	if (families_make(&exporter->metrics, exporter->dtp, &options->descriptions, exporter->name) == -1)
		return EXIT_ERROR;
	if (strcmp(exporter->own.engine, "host") == 0)
		say("on the host engine, not the kernel's: %s", dtrace_engine_why(exporter->dtp));
	return 0;
}

void collect_close(struct exporter *exporter)
{
	wake = NULL;
	if (exporter->dtp)
		dtrace_close(exporter->dtp);
	exporter->dtp = NULL;
	free(exporter->name);
	metrics_fini(&exporter->metrics);
}

/* ---- running --------------------------------------------------------------------------------- */

/* The state file, when it is time, or at the end. A failure is said once, until it goes well again. */
static void save(struct exporter *exporter, bool is_end)
{
	if (!exporter->options->state)
		return;
	if (state_save(&exporter->state, &exporter->metrics, &exporter->own, is_end) == 0) {
		exporter->has_said_save = false;
		return;
	}
	if (!exporter->has_said_save)
		say("%s cannot be written: %s", exporter->options->state, strerror(errno));
	exporter->has_said_save = true;
	pthread_mutex_lock(&exporter->lock);
	exporter->own.save_failures++;
	pthread_mutex_unlock(&exporter->lock);
}

static int trace(struct exporter *exporter)
{
	dtrace_workstatus_t status = DTRACE_WORKSTATUS_OKAY;
	uint64_t saved = now(CLOCK_MONOTONIC);

	save(exporter, false);
	while (status == DTRACE_WORKSTATUS_OKAY) {
		dtrace_sleep(exporter->dtp);
		if (is_stopped && dtrace_stop(exporter->dtp) == -1)
			return fail(exporter, "the end of tracing");
		status = dtrace_work(exporter->dtp, stdout, on_firing, on_record, exporter);
		if (status == DTRACE_WORKSTATUS_ERROR)
			return fail(exporter, "tracing");
		fflush(stdout);
		if (collect(exporter) != 0)
			return EXIT_ERROR;
		if (now(CLOCK_MONOTONIC) - saved >= exporter->options->save_every * NS) {
			save(exporter, false);
			saved = now(CLOCK_MONOTONIC);
		}
	}
	return 0;
}

int collect_run(struct exporter *exporter)
{
	int status;

	wake = exporter->dtp;
	status = trace(exporter);
	pthread_mutex_lock(&exporter->lock);
	exporter->has_ended = true;
	pthread_cond_broadcast(&exporter->collected);
	pthread_mutex_unlock(&exporter->lock);
	save(exporter, status == 0);
	return status ? status : dtrace_exit_status(exporter->dtp);
}

/* ---- waiting --------------------------------------------------------------------------------- */

int collect_fresh(struct exporter *exporter)
{
	struct timespec until;
	uint64_t ticket;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 5;
	pthread_mutex_lock(&exporter->lock);
	ticket = ++exporter->wanted;
	if (!exporter->has_ended)
		dtrace_wake(exporter->dtp);
	while (exporter->done < ticket && !exporter->has_ended && error == 0)
		error = pthread_cond_timedwait(&exporter->collected, &exporter->lock, &until);
	if (exporter->done >= ticket || exporter->has_ended)
		return 0;
	pthread_mutex_unlock(&exporter->lock);
	return -1;
}
