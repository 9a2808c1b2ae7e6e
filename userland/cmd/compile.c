/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compile.c - the clauses of the command line, compiled. */
#include <errno.h>
#include <string.h>

#include "command.h"

/* The text up to its predicate or actions. After the first colon a / may begin the path of the module. */
static char *crop(const char *text, dtrace_probespec_t spec)
{
	size_t length = strcspn(text, "{/;"), path = strcspn(text + length, ":?,{; \t\n");
	bool is_path = text[length] == '/' && strchr(text, ':') == text + length - 1;
	bool is_last = spec == DTRACE_PROBESPEC_MOD && path > 1 && text[length + path - 1] != '/';

	if (is_path && (is_last || text[length + path] == ':'))
		length += path + strcspn(text + length + path, "{/;");
	return strndup(text, length);
}

/* A program that most likely does not do what is meant: said with -q, too. */
static void warn(struct command *command, const struct clause *clause)
{
	const char *text = dtrace_program_warnings(clause->prog);

	if (*text)
		say(command, "warning: %s", text);
}

/* The option that a description came by: -i is a name, too. */
static const char *spec_option(dtrace_probespec_t spec)
{
	static const char *const options[] = { "-P", "-m", "-f", "-n" };

	return options[spec];
}

static int compile_description(struct command *command, struct clause *clause)
{
	clause->what = "description";
	clause->name = crop(clause->text, clause->spec);
	page_add_source(command, spec_option(clause->spec), clause->text, strlen(clause->text));
	clause->prog =
		dtrace_program_strcompile(command->dtp, clause->text, clause->spec, command->flags,
					  clause->own ? 0 : command->arg_count, clause->own ? NULL : command->args);
	if (clause->prog) {
		warn(command, clause);
		return 0;
	}
	say_error(command, "invalid probe specifier");
	return EXIT_ERROR;
}

static int compile_script(struct command *command, struct clause *clause)
{
	FILE *file = fopen(clause->text, "re");

	clause->what = "script";
	clause->name = strdup(clause->text);
	if (!file) {
		say(command, "failed to open %s: %s", clause->text, strerror(errno));
		return EXIT_ERROR;
	}
	command->args[0] = (char *)clause->text;
	clause->prog = page_compile(command, clause->text, file);
	fclose(file);
	if (clause->prog) {
		warn(command, clause);
		return 0;
	}
	if (tool_misses_kernel(command))
		return tool_refuse(command);
	say_error(command, "failed to compile script %s", clause->text);
	return EXIT_ERROR;
}

int command_compile(struct command *command)
{
	for (size_t i = 0; i < command->clause_count; i++) {
		struct clause *clause = &command->clauses[i];
		int result = clause->spec == DTRACE_PROBESPEC_NONE ? compile_script(command, clause)
								   : compile_description(command, clause);

		if (result) {
			note_error(command, clause);
			return result;
		}
	}
	return command->tool_path ? tool_check_probes(command) : 0;
}
