/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dtrace.c - the command: parse, open, set options, compile, enable, go, work until done, print what is left.
 *
 * args.c reads the command line, list.c lists, chew.c prints firings, report.c prints the rest.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "progress.h"

#define VERSION_TEXT "anytrace D 1.13"

static int set_options(struct command *command)
{
	const struct setting *refused = settings_apply(&command->settings, command->dtp);

	if (!refused)
		return 0;
	if (refused->value)
		say_error(command, "failed to set -x %s=%s", refused->name, refused->value);
	else
		say_error(command, "failed to set -x %s", refused->name);
	return EXIT_ERROR;
}

/* Whether the compiler is to print what it makes. */
static bool shows_listings(const struct command *command)
{
	static const char *const listings[] = { "verbose", "debug", "dump", "tree" };
	bool shows = (command->flags & DTRACE_C_DIFV) != 0;

	for (size_t i = 0; i < sizeof(listings) / sizeof(listings[0]); i++)
		shows |= settings_has(&command->settings, listings[i]);
	return shows;
}

static int open_library(struct command *command)
{
	int error, flags = 0;

	if (command_makes_usdt(command)) {
		int model = command_usdt_model(command);

		flags = DTRACE_O_NODEV | (model == 32 ? DTRACE_O_ILP32 : model == 64 ? DTRACE_O_LP64 : 0);
	}
	progress_begin(false, "opening the engine");
	command->dtp = dtrace_open(DTRACE_VERSION, flags, &error);
	progress_end();
	if (!command->dtp) {
		fprintf(stderr, "dtrace: failed to initialize dtrace: %s\n", dtrace_errmsg(NULL, error));
		return EXIT_ERROR;
	}
	dtrace_handle_err(command->dtp, on_error, command);
	dtrace_handle_drop(command->dtp, on_drop, command);
	dtrace_handle_setopt(command->dtp, on_setopt, command);
	if (shows_listings(command))
		dtrace_dump_to(command->dtp, stderr);
	return 0;
}

/* ---- enable */

bool command_option_is_set(struct command *command, const char *option)
{
	int64_t value;

	return dtrace_getopt(command->dtp, option, &value) == 0 && value != DTRACEOPT_UNSET;
}

static int arm(struct command *command, struct clause *clause)
{
	progress_probes("arming", clause->info.dpi_found);
	if (dtrace_program_exec(command->dtp, clause->prog, &clause->info) == -1) {
		say_error(command, "failed to enable '%s'", clause->name);
		return EXIT_ERROR;
	}
	progress_end();
	command->armed += clause->info.dpi_matches;
	notice(command, "%s '%s' matched %u probe%s", clause->what, clause->name, clause->info.dpi_matches,
	       clause->info.dpi_matches == 1 ? "" : "s");
	report_refused(command, clause->prog, &clause->info);
	report_valueless(command, &clause->info);
	return 0;
}

static int enable_clause(struct command *command, struct clause *clause)
{
	dtrace_program_info(command->dtp, clause->prog, &clause->info);
	if (!command->no_exec && arm(command, clause))
		return EXIT_ERROR;
	if (command->verbose)
		print_stability(command, clause);
	return 0;
}

static int enable(struct command *command)
{
	unsigned int matched = 0, awaited = 0;

	if (command->clause_count == 0 && !command->claim) {
		say(command, "no probes specified: a program follows -n, a script -s");
		return EXIT_ERROR;
	}
	command->quiet = command_option_is_set(command, "quiet");
	command->flow = command_option_is_set(command, "flowindent");
	command->structured = command_option_is_set(command, "oformat");
	if (command->raw && command->structured) {
		say(command, "-B prints bytes as text: it cannot be used with -x oformat");
		return EXIT_USAGE;
	}
	command->flow_time = command_option_is_set(command, "flowtime");
	if (command_option_is_set(command, "destructive"))
		notice(command, "allowing destructive actions");
	for (size_t i = 0; i < command->clause_count; i++) {
		int result = enable_clause(command, &command->clauses[i]);

		if (result)
			return result;
		matched += command->clauses[i].info.dpi_matches;
		awaited += command->clauses[i].info.dpi_awaited;
	}
	if (command->claim && !command->no_exec) {
		int result = command_claim(command, &matched);

		if (result)
			return result;
		command->quiet = command_option_is_set(command, "quiet");
		command->flow = command_option_is_set(command, "flowindent");
		command->structured = command_option_is_set(command, "oformat");
	}
	if (matched > 0 && !command->no_exec)
		notice_host(command);
	if (command->no_exec || matched > 0 || awaited > 0)
		return 0;
	note_missing(command);
	if (command->clause_count > 0 && ((command->flags & DTRACE_C_ZDEFS) || command_option_is_set(command, "zdefs")))
		return 0;
	say(command, "no probes matched");
	return EXIT_ERROR;
}

/* ---- run */

static int go(struct command *command)
{
	struct sizes wanted;

	sizes_get(command, &wanted);
	progress_begin(false, "starting to trace");
	if (dtrace_go(command->dtp) == -1) {
		say_error(command, "could not enable tracing");
		return EXIT_ERROR;
	}
	signals_keep_output();
	progress_end();
	report_sizes(command, &wanted);
	return 0;
}

/* One round. *done is set at the end; 0 or an exit status. */
static int work(struct command *command, bool *done)
{
	static bool said_newline;

	if (interrupts && !said_newline) {
		said_newline = true;
		if (!command->testing && !command->structured)
			fputc('\n', command->out);
	}
	if (interrupts || (command->target_count > 0 && command->live == 0)) {
		*done = true;
		progress_begin(false, "stopping");
		if (dtrace_stop(command->dtp) == -1) {
			say_error(command, "couldn't stop tracing");
			return EXIT_ERROR;
		}
		progress_end();
	}
	switch (dtrace_work(command->dtp, command->out, chew, chew_record, command)) {
	case DTRACE_WORKSTATUS_DONE:
		*done = true;
		break;
	case DTRACE_WORKSTATUS_OKAY:
		break;
	default:
		if (interrupts > 1)
			break;
		say_error(command, "processing aborted");
		return EXIT_ERROR;
	}
	return output_flush(command);
}

/* What goes to a file takes its time unseen; what goes to the terminal is seen. */
static void begin_writing(struct command *command)
{
	struct stat status;

	if (fstat(fileno(command->out), &status) == 0 && S_ISREG(status.st_mode))
		progress_begin(false, "writing aggregations");
}

static int trace(struct command *command)
{
	bool done = false;
	int result;

	while (!done) {
		if (!interrupts)
			dtrace_sleep(command->dtp);
		result = work(command, &done);
		if (result)
			return result;
	}
	if (!command->structured)
		fputc('\n', command->out);
	begin_writing(command);
	if (interrupts <= 1 && dtrace_aggregate_print(command->dtp, command->out, NULL) == -1) {
		say_error(command, "failed to print aggregations");
		return EXIT_ERROR;
	}
	if (dtrace_output_end(command->dtp, command->out) == -1) {
		say_error(command, "failed to complete the output");
		return EXIT_ERROR;
	}
	progress_end();
	report_account(command);
	if (*dtrace_output_why(command->dtp))
		say(command, "%s", dtrace_output_why(command->dtp));
	if (!command->quiet && *dtrace_symbols_why(command->dtp))
		say(command, "addresses have no names: %s", dtrace_symbols_why(command->dtp));
	return 0;
}

static int run(struct command *command)
{
	int result = page_open(command);

	if (result == 0)
		result = command_processes(command);
	progress_begin(false, "compiling");
	if (result == 0 && command->tool_path)
		result = tool_compile(command);
	if (result == 0)
		result = command_compile(command);
	progress_end();
	if (result == 0)
		result = enable(command);
	progress_end();
	if (result || command->no_exec)
		return result;
	if (interrupts)
		return 0; /* before anything was traced: there is nothing to stop, and nothing to print */
	result = go(command);
	if (result == 0) {
		int written;

		command_continue(command);
		result = trace(command);
		written = page_write(command, result ? "error" : NULL);
		result = result ? result : written;
	}
	return result ? result : dtrace_exit_status(command->dtp);
}

/* What the terminal shows while steps take long: nothing with -q, nor where listings of the compiler are. */
static void allow_progress(struct command *command)
{
	if (!shows_listings(command) && !settings_has(&command->settings, "quiet"))
		progress_allow();
}

static int check_model(struct command *command)
{
	if (command->model == 0 || command->model == (int)sizeof(void *) * 8 || command_makes_usdt(command))
		return 0;
	say(command, "-%d is not available yet: programs have the data model of the traced kernel", command->model);
	return EXIT_ERROR;
}

static int act(struct command *command)
{
	int result = check_model(command);

	allow_progress(command);
	if (result == 0)
		result = open_library(command);
	if (result)
		return result;
	signals_catch(command->dtp);
	result = set_options(command);
	if (result == 0 && command->mode != MODE_ANONYMOUS && !command_makes_usdt(command))
		result = output_open(command);
	if (result == 0)
		result = command->mode == MODE_LIST        ? command_list(command)
			 : command->mode == MODE_ANONYMOUS ? command_anonymous(command)
			 : command->mode == MODE_SELFTEST  ? command_selftest(command)
			 : command_makes_usdt(command)     ? command_usdt(command)
							   : run(command);
	if (command->out && output_flush(command) != 0 && result == 0)
		result = EXIT_ERROR;
	if (dtrace_types_write(command->dtp) == -1) {
		say(command, "%s", dtrace_errmsg(command->dtp, dtrace_errno(command->dtp)));
		result = result ? result : EXIT_ERROR;
	}
	signals_forget();
	progress_probes("disarming", command->armed);
	dtrace_close(command->dtp);
	return result;
}

int main(int argc, char **argv)
{
	struct command command = { .testing = getenv("_DTRACE_TESTING") != NULL };
	int result = command_parse(&command, argc, argv), closed;

	if (result == 0 && command.mode == MODE_HELP)
		command_usage(stdout);
	else if (result == 0 && command.mode == MODE_VERSION)
		printf("dtrace: %s\n", VERSION_TEXT);
	else if (result == 0 && command.mode == MODE_TOOLS)
		result = command_tools(command.topic);
	else if (result == 0 && command.mode == MODE_EXAMPLES)
		result = command_examples(command.topic);
	else if (result == 0 && command.mode != MODE_DONE)
		result = act(&command);
	progress_over();
	closed = output_close(&command);
	command_fini(&command);
	return result ? result : closed;
}
