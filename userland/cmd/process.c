/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process.c - -c and -p: commands that are started, processes that are grabbed. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "progress.h"

#define BLANKS " \t\n\r\f\v"

/*
 * The next word of a command, in place: separated by blanks; quotes and \ keep them, as in the shell.
 * Return: NULL: there is no more.
 */
static char *next_word(char **at)
{
	char *from = *at + strspn(*at, BLANKS), *word = from, *to = from, quote = '\0';

	if (!*from)
		return NULL;
	for (; *from && (quote || !strchr(BLANKS, *from)); from++) {
		if (quote ? *from == quote : *from == '"' || *from == '\'') {
			quote = quote ? '\0' : *from;
			continue;
		}
		if (*from == '\\' && quote != '\'' && from[1])
			from++;
		*to++ = *from;
	}
	*at = *from ? from + 1 : from;
	*to = '\0';
	return word;
}

/* The words, ended by NULL, in one piece of memory with their text. */
static char **split(const char *text)
{
	size_t room = strlen(text) / 2 + 2, count = 0;
	char **words = malloc(room * sizeof(*words) + strlen(text) + 1), *at;

	if (!words)
		return NULL;
	at = strcpy((char *)(words + room), text);
	while ((words[count] = next_word(&at)) != NULL)
		count++;
	return words;
}

static struct ps_prochandle *start(struct command *command, const char *text)
{
	struct ps_prochandle *proc = NULL;
	char **words = split(text);

	if (words && words[0])
		proc = dtrace_proc_create(command->dtp, words[0], words, NULL, NULL);
	if (words && !words[0])
		say(command, "-c needs a command");
	else if (!proc)
		say(command, "%s", dtrace_errmsg(command->dtp, dtrace_errno(command->dtp)));
	free(words);
	return proc;
}

static struct ps_prochandle *grab(struct command *command, const char *text)
{
	struct ps_prochandle *proc;
	char *end;
	long pid = strtol(text, &end, 10);

	if (end == text || *end || pid <= 0 || pid > INT32_MAX) {
		say(command, "invalid pid: %s", text);
		return NULL;
	}
	proc = dtrace_proc_grab(command->dtp, (pid_t)pid, 0);
	if (!proc)
		say(command, "%s", dtrace_errmsg(command->dtp, dtrace_errno(command->dtp)));
	return proc;
}

static int on_end(struct ps_prochandle *proc, const char *message, void *arg)
{
	struct command *command = arg;

	notice(command, "%s", message);
	command->live--;
	return DTRACE_HANDLE_OK;
}

int command_processes(struct command *command)
{
	dtrace_handle_proc(command->dtp, on_end, command);
	if (command->target_count > 0)
		progress_begin(false, "starting processes");
	for (size_t i = 0; i < command->target_count; i++) {
		struct target *target = &command->targets[i];

		target->proc = target->is_command ? start(command, target->text) : grab(command, target->text);
		if (!target->proc)
			return EXIT_ERROR;
		command->live++;
	}
	progress_end();
	return 0;
}

void command_continue(struct command *command)
{
	for (size_t i = 0; i < command->target_count; i++)
		dtrace_proc_continue(command->dtp, command->targets[i].proc);
}
