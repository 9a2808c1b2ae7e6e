/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* page.c - --report: the page of a run (docs/report.md), beside what is printed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

int page_open(struct command *command)
{
	if (!command->report_name)
		return 0;
	if (dtrace_report_open(command->dtp, command->report_name) == -1 ||
	    dtrace_report_command(command->dtp, command->word_count, command->words) == -1) {
		say(command, "%s", dtrace_errmsg(command->dtp, dtrace_errno(command->dtp)));
		return EXIT_ERROR;
	}
	return 0;
}

void page_add_source(struct command *command, const char *name, const char *text, size_t size)
{
	if (command->report_name && dtrace_report_source(command->dtp, name, text, size) == -1)
		say_error(command, "the report does not have the program %s", name);
}

static void no_memory(void)
{
	fputs("dtrace: out of memory\n", stderr);
	exit(EXIT_ERROR);
}

/* All of a file, malloc'ed; of one that does not end, more than the compiler takes. NULL when it cannot be read. */
static char *read_all(FILE *file, size_t *size)
{
	const size_t most = (16 << 20) + 4096;
	char *text = NULL, buffer[4096];
	FILE *copy = open_memstream(&text, size);
	size_t got;

	if (!copy)
		no_memory();
	for (size_t all = 0; all < most && (got = fread(buffer, 1, sizeof(buffer), file)) > 0; all += got)
		fwrite(buffer, 1, got, copy);
	if (fclose(copy) != 0)
		no_memory();
	if (!ferror(file))
		return text;
	free(text);
	return NULL;
}

/* A script may be a pipe, which can be read once: what is compiled is a copy. */
dtrace_prog_t *page_compile(struct command *command, const char *name, FILE *file)
{
	dtrace_prog_t *prog;
	size_t size;
	char *text;
	FILE *copy;

	if (!command->report_name)
		return dtrace_program_fcompile(command->dtp, file, command->flags, command->arg_count, command->args);
	text = read_all(file, &size);
	copy = text && size > 0 ? fmemopen(text, size, "r") : NULL;
	prog = dtrace_program_fcompile(command->dtp, copy ? copy : file, command->flags, command->arg_count,
				       command->args);
	if (prog && copy)
		page_add_source(command, name, text, size);
	if (copy)
		fclose(copy);
	free(text);
	return prog;
}

int page_write(struct command *command, const char *ended)
{
	if (!command->report_name)
		return 0;
	if (!ended && interrupts)
		ended = "interrupt";
	if (!ended && command->target_count > 0 && command->live == 0)
		ended = "target";
	if (dtrace_report_write(command->dtp, ended, interrupts <= 1 && !(ended && strcmp(ended, "error") == 0)) ==
	    -1) {
		say(command, "%s", dtrace_errmsg(command->dtp, dtrace_errno(command->dtp)));
		return EXIT_ERROR;
	}
	if (*dtrace_report_why(command->dtp))
		say(command, "%s", dtrace_report_why(command->dtp));
	return 0;
}
