/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tool.c - --tool FILE: the command line of a script that is a command of its own, and --list-tools.
 *
 * An option is a letter of this command's own, a clause that is added, or a variable that the script reads.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "tool.h"
#include "words/words.h"

#define SCRIPT_ENDING ".d"
#define TOP_USUALLY   20

/* The options of all tools; those with `asked` only where the usage has them. */
static const struct {
	char letter;
	bool asked;
	const char *word; /* of its argument; NULL: it has none */
	const char *help;
} tool_options[] = {
	{ 'p', true, "PID", "only this process; ends when it does" },
	{ 'c', true, "COMMAND", "starts it and traces it until it ends" },
	{ 'd', true, "SECONDS", "ends after so many seconds; without: Ctrl-C ends" },
	{ 't', true, "N", "shows so many rows, the largest; without: 20" },
	{ 'j', false, NULL, "output as JSON lines" },
	{ 'o', false, "FILE", "adds the output to FILE" },
	{ 'x', false, "NAME[=VALUE]", "an option of dtrace, as -x strsize=1k" },
	{ 'h', false, NULL, "this help; --help, too" },
};
#define REPORT "--report"

static int wrong(const struct tool *tool, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int wrong(const struct tool *tool, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", tool->name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\nUsage:\n%s\nTry '%s --help'.\n", tool->usage, tool->name);
	return EXIT_USAGE;
}

static void help(const struct tool *tool)
{
	printf("%s - %s\n\nUsage:\n%s\n\n%s\nOptions:\n", tool->name, tool->question, tool->usage, tool->text);
	for (size_t i = 0; i < sizeof(tool_options) / sizeof(tool_options[0]); i++) {
		const char *word = tool_options[i].word;

		if (!tool_options[i].asked || tool_offers(tool, tool_options[i].letter))
			printf("  -%c %-14s %s\n", tool_options[i].letter, word ? word : "", tool_options[i].help);
	}
	printf("  %-17s %s\n", REPORT " FILE", "a page in HTML with pictures (docs/report.md)");
}

/* A number from 1 on, or 0. */
static int number(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	return *text && !*end && value > 0 && value <= INT32_MAX ? (int)value : 0;
}

/* The option @letter with its argument; false: it is none of this tool's. *@result: 0, or an exit status. */
static bool option(struct command *command, const struct tool *tool, char letter, char *value, int *result)
{
	switch (letter) {
	case 'p':
	case 'c':
		if (command->target_count > 0)
			*result = wrong(tool, "one process can be given");
		else
			command_add_target(command, value, letter == 'c');
		return true;
	case 'd':
		command->tool_seconds = number(value);
		if (command->tool_seconds == 0)
			*result = wrong(tool, "-d wants a number of seconds, not '%s'", value);
		return true;
	case 't':
		command->tool_top = number(value);
		if (command->tool_top == 0)
			*result = wrong(tool, "-t wants a number of rows, not '%s'", value);
		return true;
	case 'j':
		command_add_setting(command, "oformat", "json");
		return true;
	case 'o':
		command->output_name = value;
		return true;
	case 'x':
		command_add_setting(command, value, NULL);
		return true;
	default:
		return false;
	}
}

/* One word with options, which may be bundled. 0, or an exit status. */
static int option_word(struct command *command, const struct tool *tool, char **argv, int argc, int *index)
{
	for (char *word = argv[*index] + 1; *word; word++) {
		size_t i = 0, count = sizeof(tool_options) / sizeof(tool_options[0]);
		char *value = NULL;
		int result = 0;

		while (i < count && tool_options[i].letter != *word)
			i++;
		if (i == count || (tool_options[i].asked && !tool_offers(tool, *word)))
			return wrong(tool, "it has no option -%c", *word);
		if (*word == 'h') {
			command->mode = MODE_DONE;
			help(tool);
			return 0;
		}
		if (tool_options[i].word) {
			value = word[1] ? word + 1 : *index + 1 < argc ? argv[++*index] : NULL;
			if (!value)
				return wrong(tool, "option -%c needs an argument", *word);
		}
		option(command, tool, *word, value, &result);
		if (result || value)
			return result;
	}
	return 0;
}

static int words(struct command *command, const struct tool *tool, int argc, char **argv)
{
	bool options = true;

	for (int i = 0; i < argc && command->mode != MODE_DONE; i++) {
		int result = 0;

		if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
			command_add_arg(command, argv[i]);
		} else if (strcmp(argv[i], "--") == 0) {
			options = false;
		} else if (strcmp(argv[i], "--help") == 0) {
			command->mode = MODE_DONE;
			help(tool);
		} else if (command_long_is(REPORT, argv[i])) {
			command->report_name = command_long_value(REPORT, argc, argv, &i);
			if (!command->report_name)
				result = wrong(tool, "option " REPORT " needs an argument");
		} else if (argv[i][1] == '-') {
			result = wrong(tool, "it has no option %s", argv[i]);
		} else {
			result = option_word(command, tool, argv, argc, &i);
		}
		if (result)
			return result;
	}
	return 0;
}

static int check(struct command *command, const struct tool *tool)
{
	struct tool_usage usage;
	int given = command->arg_count - 1;
	char why[256];

	tool_usage_of(tool, &usage);
	if (command->mode == MODE_DONE)
		return 0;
	if (given < usage.least)
		return wrong(tool, "%s is missing", usage.least == 1 ? "an argument" : "one or more arguments");
	if (given > usage.most)
		return wrong(tool, "'%s' is an argument too many", command->args[usage.most + 1]);
	if (usage.wants_process && command->target_count == 0)
		return wrong(tool, "it wants a process: -p PID, or -c COMMAND");
	for (int i = 0; i < given; i++) {
		char *argument = tool_word_argument(&usage.words[i], command->args[i + 1], why, sizeof(why));

		if (!argument)
			return wrong(tool, "%s", why);
		command->args[i + 1] = argument;
	}
	command->tool_wants_process = usage.wants_process;
	command->tool_name = strdup(tool->name);
	return command->tool_name ? 0 : EXIT_ERROR;
}

/* A name without a folder is that of an installed tool. */
static char *path_of(const char *file)
{
	char *path;

	if (strchr(file, '/'))
		return strdup(file);
	return asprintf(&path, "%s/%s" SCRIPT_ENDING, TOOLS_FOLDER, file) < 0 ? NULL : path;
}

static int is_script(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name), ending = strlen(SCRIPT_ENDING);

	return length > ending && strcmp(entry->d_name + length - ending, SCRIPT_ENDING) == 0;
}

/* There is no such tool: what may be meant, for @name without a folder. */
static void say_missing(const char *name)
{
	struct dirent **entries = NULL;
	int count = strchr(name, '/') ? 0 : scandir(TOOLS_FOLDER, &entries, is_script, alphasort);
	struct ldt_nearest nearest;

	ldt_nearest_begin(&nearest, name);
	for (int i = 0; i < count; i++) {
		entries[i]->d_name[strlen(entries[i]->d_name) - strlen(SCRIPT_ENDING)] = '\0';
		ldt_nearest_offer(&nearest, entries[i]->d_name);
	}
	if (nearest.found)
		fprintf(stderr, "dtrace: --tool %s: no such tool: did you mean %s? --list-tools shows all\n", name,
			nearest.found);
	else
		fprintf(stderr, "dtrace: --tool %s: no such script; --list-tools shows the tools that are installed\n",
			name);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
}

int tool_parse(struct command *command, int argc, char **argv)
{
	struct tool tool;
	int result, at = 1;
	const char *file = command_long_value("--tool", argc, argv, &at);

	if (!file || !*file) {
		fputs("dtrace: --tool wants the file of a script, or a name that --list-tools has\n", stderr);
		return EXIT_USAGE;
	}
	command->tool_path = path_of(file);
	result = command->tool_path ? tool_read(command->tool_path, &tool) : ENOMEM;
	if (result == ENOENT) {
		say_missing(file);
		return EXIT_ERROR;
	}
	if (result) {
		fprintf(stderr, "dtrace: --tool %s: %s\n", file,
			result == EINVAL ? "its first comment is not that of a tool (docs/tools.md)"
					 : strerror(result));
		if (result == EINVAL)
			tool_free(&tool);
		return EXIT_ERROR;
	}
	command->tool_top = TOP_USUALLY;
	command_add_arg(command, command->tool_path);
	result = words(command, &tool, argc - at - 1, argv + at + 1);
	if (result == 0)
		result = check(command, &tool);
	if (result == 0 && command->mode != MODE_DONE)
		command_add_clause(command, DTRACE_PROBESPEC_NONE, command->tool_path);
	tool_free(&tool);
	return result;
}

int tool_compile(struct command *command)
{
	char text[200], top[16];

	/* trunc() of one of several aggregations would leave rows of the others, with 0 in its place */
	snprintf(top, sizeof(top), "%d", command->tool_top);
	if (dtrace_setopt(command->dtp, "toprows", top) == -1) {
		say_error(command, "the options of the tool");
		return EXIT_ERROR;
	}
	snprintf(text, sizeof(text),
		 "inline int tool_pid = %s; inline int tool_seconds = %d; inline int tool_top = %d; inline int "
		 "tool_text = %d;",
		 command->target_count ? "$target" : "0", command->tool_seconds, command->tool_top,
		 !command_option_is_set(command, "oformat"));
	if (!dtrace_program_strcompile(command->dtp, text, DTRACE_PROBESPEC_NONE, DTRACE_C_EMPTY, 0, NULL)) {
		say_error(command, "the options of the tool");
		return EXIT_ERROR;
	}
	if (command->tool_seconds) {
		snprintf(command->tool_end, sizeof(command->tool_end), "profile:::tick-%ds { exit(0); }",
			 command->tool_seconds);
		command_add_clause(command, DTRACE_PROBESPEC_NAME, command->tool_end);
		command->clauses[command->clause_count - 1].own = true;
	}
	return 0;
}

/* ---- --list-tools */

int command_tools(const char *topic)
{
	struct dirent **entries;
	int count = scandir(TOOLS_FOLDER, &entries, is_script, alphasort), status = 0, listed = 0;

	if (count <= 0) {
		fprintf(stderr, "dtrace: no tools are installed in %s\n", TOOLS_FOLDER);
		return EXIT_ERROR;
	}
	for (int i = 0; i < count; i++) {
		char path[sizeof(TOOLS_FOLDER) + sizeof(entries[i]->d_name)];
		struct tool tool;

		snprintf(path, sizeof(path), "%s/%s", TOOLS_FOLDER, entries[i]->d_name);
		if (tool_read(path, &tool) == 0) {
			if (!topic || strcasestr(tool.name, topic) || strcasestr(tool.question, topic))
				listed += printf("%-14s %s\n", tool.name, tool.question) > 0;
		} else {
			fprintf(stderr, "dtrace: %s: it has no first comment of a tool\n", path);
			status = EXIT_ERROR;
		}
		tool_free(&tool);
		free(entries[i]);
	}
	free(entries);
	if (topic && listed == 0) {
		fprintf(stderr, "dtrace: no tool has '%s' in its name or question; --list-tools lists all\n", topic);
		status = EXIT_ERROR;
	}
	return status;
}
