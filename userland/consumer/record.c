/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/record.c - one firing: its records, statement by statement (statement.h). The caller's function is asked once per
 * statement, then the statement is carried out here.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "consumer/aggregate.h"
#include "consumer/aggregate_print.h"
#include "consumer/consume.h"
#include "consumer/emit.h"
#include "consumer/line.h"
#include "consumer/print.h"
#include "consumer/record.h"
#include "consumer/statement.h"

extern char **environ;

int ldt_walk_open(struct ldt_walk *walk)
{
	struct ldt_consume *consume = walk->dtp->consume;

	if (walk->out || consume->memory)
		return 0;
	if (!walk->dtp->handlers.buffered)
		return ldt_set_errno(walk->dtp, EINVAL);
	consume->memory = open_memstream(&consume->memory_text, &consume->memory_size);
	return consume->memory ? 0 : ldt_set_errno(walk->dtp, EDT_NOMEM);
}

static FILE *output(struct ldt_walk *walk)
{
	struct ldt_consume *consume = walk->dtp->consume;

	return consume->redirect ? consume->redirect : walk->out ? walk->out : consume->memory;
}

/* Hand what was printed in memory to the buffered handler. */
static int hand_over(struct ldt_walk *walk, const dtrace_recdesc_t *rec)
{
	struct ldt_consume *consume = walk->dtp->consume;
	dtrace_bufdata_t data = { .dtbda_handle = walk->dtp, .dtbda_probe = &walk->data, .dtbda_recdesc = rec };
	int result;

	if (fflush(consume->memory) != 0 || consume->memory_size == 0)
		return 0;
	consume->memory_text[consume->memory_size] = '\0'; /* an earlier, longer text may follow */
	data.dtbda_buffered = consume->memory_text;
	result = walk->dtp->handlers.buffered(&data, walk->dtp->handlers.buffered_arg);
	rewind(consume->memory);
	return result == DTRACE_HANDLE_ABORT ? ldt_set_errno(walk->dtp, EDT_CALLABORT) : 0;
}

static int flush_buffered(struct ldt_walk *walk, const dtrace_recdesc_t *rec)
{
	return walk->out || walk->dtp->consume->redirect ? 0 : hand_over(walk, rec);
}

/* ---- statements */

static int64_t number(const struct ldt_statement *statement, size_t index, bool is_signed)
{
	bool ok;

	if (index >= statement->value_count)
		return 0;
	return ldt_int(statement->values[index].data, statement->values[index].rec->size, is_signed, &ok);
}

/* ---- aggregations: those that events before this firing went into must be here first */

static int need_aggregations(struct ldt_walk *walk)
{
	if (walk->dtp->consume->aggs_fresh)
		return 0;
	if (ldt_aggregate_snap_now(walk->dtp) == -1)
		return -1;
	walk->dtp->consume->aggs_fresh = true;
	return 0;
}

/*
 * A format that cannot be printed (too large a width argument): an error of the clause, not the
 * end.
 */
static int report_format(struct ldt_walk *walk, int result)
{
	char text[256];

	if (result != -1 || walk->dtp->error != EDT_BADFORMAT)
		return result;
	snprintf(text, sizeof(text), "%s", dtrace_errmsg(walk->dtp, EDT_BADFORMAT));
	return ldt_report_library_error(walk->dtp, &walk->data, "%s", text);
}

static int do_AGGREGATIONS(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	const struct ldt_format *format = statement->format ? ldt_format_lookup(walk->dtp, statement->format) : NULL;
	uint32_t *vars;
	int result;

	if ((statement->format && !format) || need_aggregations(walk) == -1)
		return report_format(walk, -1);
	vars = malloc((statement->value_count + 1) * sizeof(*vars));
	if (!vars)
		return ldt_set_errno(walk->dtp, EDT_NOMEM);
	for (size_t i = 0; i < statement->value_count; i++)
		vars[i] = (uint32_t)number(statement, i, false);
	if (!format && !ldt_emits(walk->dtp))
		fputc('\n', output(walk));
	result = ldt_print_aggregations(walk->dtp, output(walk), vars, statement->value_count, format);
	free(vars);
	return report_format(walk, result);
}

/* ---- texts of printf-like statements */

static int print_values(struct ldt_walk *walk, const struct ldt_statement *statement, FILE *out)
{
	const struct ldt_format *format = ldt_format_lookup(walk->dtp, statement->format);
	struct ldt_format_args args = { .values = statement->values, .value_count = statement->value_count };

	return format ? ldt_format_print(walk->dtp, out, format, &args) : -1;
}

/* What @print makes of a statement, malloc'ed, *@size bytes; NULL with the error set. */
static char *printed(struct ldt_walk *walk, const struct ldt_statement *statement,
		     int (*print)(struct ldt_walk *, const struct ldt_statement *, FILE *), size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);
	int result;

	if (!out) {
		ldt_set_errno(walk->dtp, EDT_NOMEM);
		return NULL;
	}
	result = print(walk, statement, out);
	if (fclose(out) != 0 || result == -1) {
		free(text);
		return NULL;
	}
	return text;
}

static char *formatted(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	size_t size;

	return printed(walk, statement, print_values, &size);
}

/* Start the shell. What the command prints is no part of output that is not text: it goes to standard error. */
static int start_command(struct ldt_walk *walk, char *const *argv, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	if (ldt_emits(walk->dtp))
		error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	if (!error)
		error = posix_spawn(pid, "/bin/sh", &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int do_COMMAND(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	char *command = formatted(walk, statement), *argv[] = { (char *)"sh", (char *)"-c", command, NULL };
	int error, status;
	pid_t pid;

	if (!command)
		return report_format(walk, -1);
	fflush(output(walk));
	error = start_command(walk, argv, &pid);
	while (error == 0 && waitpid(pid, &status, 0) == -1 && errno == EINTR)
		continue;
	free(command);
	return error ? ldt_report_library_error(walk->dtp, &walk->data, "cannot run a command: %s",
						dtrace_errmsg(NULL, error))
		     : 0;
}

/* Later output goes to the named file; an empty name brings the first destination back. */
static int do_FILE(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	struct ldt_consume *consume = walk->dtp->consume;
	char *name = formatted(walk, statement);
	FILE *file = NULL;
	int error = 0;

	if (!name)
		return report_format(walk, -1);
	if (*name) {
		file = fopen(name, "ae");
		error = file ? 0 : errno;
	}
	if (!error) {
		ldt_capture_close(consume);
		if (consume->redirect)
			fclose(consume->redirect);
		free(consume->redirect_name);
		consume->redirect = file;
		consume->redirect_name = name;
		name = NULL;
	} else {
		error = ldt_report_library_error(walk->dtp, &walk->data, "cannot open \"%s\": %s", name,
						 dtrace_errmsg(NULL, error));
	}
	free(name);
	return error;
}

/* ---- library actions */

/* A string value, malloc'ed. */
static char *string_value(const struct ldt_statement *statement, size_t index)
{
	if (index >= statement->value_count)
		return NULL;
	return strndup(statement->values[index].data, statement->values[index].rec->size);
}

static int do_library_SETOPT(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	struct dtrace_hdl *dtp = walk->dtp;
	char *name = string_value(statement, 0), *value = string_value(statement, 1);
	dtrace_setoptdata_t data = { .dtsda_handle = dtp, .dtsda_probe = &walk->data, .dtsda_option = name };
	int result = 0;

	if (name)
		dtrace_getopt(dtp, name, &data.dtsda_oldval); /* what has no number cannot be set now, either */
	if (!name) {
		result = ldt_set_errno(dtp, EDT_NOMEM);
	} else if (dtrace_setopt(dtp, name, value && *value ? value : NULL) == -1) {
		result = ldt_report_library_error(dtp, &walk->data, "couldn't set option \"%s\" to \"%s\": %s", name,
						  value ? value : "", dtrace_errmsg(dtp, dtp->error));
	} else if (dtp->handlers.setopt) {
		dtrace_getopt(dtp, name, &data.dtsda_newval);
		if (dtp->handlers.setopt(&data, dtp->handlers.setopt_arg) == DTRACE_HANDLE_ABORT)
			result = ldt_set_errno(dtp, EDT_CALLABORT);
	}
	free(name);
	free(value);
	return result;
}

static int do_library_FTRUNCATE(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	FILE *out = output(walk);
	int fd = fileno(out);

	fflush(out);
	if (fd >= 0 && ftruncate(fd, 0) == 0)
		fseeko(out, 0, SEEK_SET);
	return 0;
}

/* The aggregation that a library action is for, its first value. */
static uint32_t variable(const struct ldt_statement *statement)
{
	return (uint32_t)number(statement, 0, false);
}

static int do_library_CLEAR(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	return need_aggregations(walk) == -1 ? -1 : ldt_aggregate_clear_var(walk->dtp, variable(statement));
}

static int do_library_NORMALIZE(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	uint64_t normal = (uint64_t)number(statement, 1, false);

	if (need_aggregations(walk) == -1)
		return -1;
	if (normal == 0)
		return ldt_report_library_error(walk->dtp, &walk->data, "normalization by zero");
	ldt_aggregate_normalize(walk->dtp, variable(statement), normal);
	return 0;
}

static int do_library_DENORMALIZE(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	if (need_aggregations(walk) == -1)
		return -1;
	ldt_aggregate_normalize(walk->dtp, variable(statement), 1);
	return 0;
}

static int do_library_TRUNC(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	if (need_aggregations(walk) == -1)
		return -1;
	return ldt_aggregate_trunc(walk->dtp, variable(statement), statement->value_count < 2,
				   number(statement, 1, true));
}

static int do_library_action(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	switch (walk->data.dtpda_edesc->rec[statement->first].arg) {
#define DT_ACTION_LIBRARY(number, NAME) \
	case number:                    \
		return do_library_##NAME(walk, statement);
#include "../../spec/action.def"
	}
	return ldt_set_errno(walk->dtp, EDT_BADREC);
}

/* ---- what a statement prints, by the column `prints` of spec/action.def: 0, or -1 with the error set */

static int do_NOTHING(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	return 0;
}

static int do_VALUE(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	if (statement->value_count == 0)
		return 0;
	return ldt_print_trace(walk->dtp, output(walk), statement->values[0],
			       ldt_option(walk->dtp, LDT_OPT_QUIET) != 0);
}

static int do_FORMAT(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	return report_format(walk, print_values(walk, statement, output(walk)));
}

/* The bytes of tracemem() that the program wants: all that were recorded, or as its third argument says. */
static size_t memory_size(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	size_t size = statement->values[0].rec->size;
	int64_t wanted = statement->value_count > 1 ? number(statement, 1, true) : 0;

	if (statement->value_count > 1 && (wanted > 0 || (wanted == 0 && walk->dtp->copts.oracle_compat)) &&
	    (uint64_t)wanted < size)
		return (size_t)wanted;
	return size;
}

static int do_MEMORY(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	return statement->value_count == 0
		       ? 0
		       : ldt_print_raw(output(walk), statement->values[0].data, memory_size(walk, statement));
}

static int do_PACKET(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	return ldt_packet_print(walk->dtp, output(walk), &walk->data, statement->values[0], number(statement, 1, true));
}

static int do_TYPED(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	return ldt_print_typed(walk->dtp, output(walk), statement->values[0],
			       ldt_option(walk->dtp, LDT_OPT_QUIET) != 0);
}

static int do_statement(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	switch (statement->kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return do_##prints(walk, statement);
#include "../../spec/action.def"
	}
	return 0; /* a kind that this library does not know */
}

/* ---- output that is not text */

static int print_tree(struct ldt_walk *walk, const struct ldt_statement *statement, FILE *out)
{
	return ldt_print_typed(walk->dtp, out, statement->values[0], true);
}

/* Add a statement with what @print makes of it. */
static int add_printed(struct ldt_walk *walk, const struct ldt_statement *statement,
		       int (*print)(struct ldt_walk *, const struct ldt_statement *, FILE *))
{
	const struct ldt_format *format = statement->format ? ldt_format_lookup(walk->dtp, statement->format) : NULL;
	dtrace_text_t text;
	char *bytes;
	int result;

	if (statement->format && !format)
		return -1;
	bytes = printed(walk, statement, print, &text.size);
	text.data = bytes;
	if (!bytes)
		return report_format(walk, -1);
	result = ldt_emit_item(walk->dtp, statement, format, &text);
	free(bytes);
	return result;
}

/* tracemem(): the bytes that the program wants of those recorded. */
static int add_memory(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	struct ldt_statement shown = *statement;
	dtrace_recdesc_t rec;
	struct ldt_value value;

	if (statement->value_count == 0)
		return 0;
	value = statement->values[0];
	rec = *value.rec;
	rec.size = (uint32_t)memory_size(walk, statement);
	value.rec = &rec;
	shown.values = &value;
	shown.value_count = 1;
	return ldt_emit_item(walk->dtp, &shown, NULL, NULL);
}

static int emit_statement(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	switch (statement->kind) {
	case DTRACEACT_PRINTA:
		return do_AGGREGATIONS(walk, statement);
	case DTRACEACT_FREOPEN: /* what was recorded before it is in the file before */
		if (ldt_emit_has_items(walk->dtp) && ldt_emit_record(walk->dtp, output(walk), &walk->data) == -1)
			return -1;
		return do_FILE(walk, statement);
	case DTRACEACT_SYSTEM:
		return add_printed(walk, statement, print_values) == -1 ? -1 : do_COMMAND(walk, statement);
	case DTRACEACT_PCAP:
		if (walk->dtp->consume->redirect)
			return do_PACKET(walk, statement);
		break;
	case DTRACEACT_PRINTF:
		return add_printed(walk, statement, print_values);
	case DTRACEACT_PRINT:
		return add_printed(walk, statement, print_tree);
	case DTRACEACT_TRACEMEM:
		return add_memory(walk, statement);
	default:
		break;
	}
	return statement->value_count ? ldt_emit_item(walk->dtp, statement, NULL, NULL) : 0;
}

static int verdict_error(struct dtrace_hdl *dtp, int answer)
{
	return answer != DTRACE_CONSUME_ABORT && dtp->error ? -1 : ldt_set_errno(dtp, EDT_CALLABORT);
}

/* The result of a caller's function. 1: print; 0: leave out; -1: error. */
static int verdict(struct dtrace_hdl *dtp, int answer)
{
	return answer == DTRACE_CONSUME_THIS ? 1 : answer == DTRACE_CONSUME_NEXT ? 0 : verdict_error(dtp, answer);
}

static int walk_statement(struct ldt_walk *walk, const struct ldt_statement *statement)
{
	const dtrace_recdesc_t *rec = &walk->data.dtpda_edesc->rec[statement->first];
	int answer = 1;

	if (statement->kind == DTRACEACT_LIBACT)
		return do_library_action(walk, statement);
	if (statement->kind == DTRACEACT_EXIT)
		walk->dtp->consume->exit_status = (int)number(statement, 0, true);
	if (walk->rec) {
		walk->data.dtpda_data += rec->offset;
		answer = verdict(walk->dtp, walk->rec(&walk->data, rec, walk->arg));
		walk->data.dtpda_data -= rec->offset;
	}
	if (answer > 0 && statement->line && !ldt_emits(walk->dtp))
		ldt_line_print(statement->line, walk->data.dtpda_data, output(walk));
	else if (answer > 0)
		answer = (ldt_emits(walk->dtp) ? emit_statement : do_statement)(walk, statement);
	return answer == -1 ? -1 : flush_buffered(walk, rec);
}

int ldt_walk_firing(struct ldt_walk *walk)
{
	int answer = 1;

	if (walk->probe)
		answer = verdict(walk->dtp, walk->probe(&walk->data, walk->arg));
	if (answer <= 0)
		return answer;
	ldt_statements_set(&walk->epid->statements, walk->data.dtpda_data);
	for (uint32_t i = 0; i < walk->epid->statements.count; i++) {
		if (walk_statement(walk, &walk->epid->statements.all[i]) == -1)
			return -1;
	}
	if (walk->rec && verdict(walk->dtp, walk->rec(&walk->data, NULL, walk->arg)) == -1)
		return -1;
	walk->dtp->consume->firings++;
	if (ldt_emits(walk->dtp) && ldt_emit_record(walk->dtp, output(walk), &walk->data) == -1)
		return -1;
	return flush_buffered(walk, NULL);
}
