/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process.c - -c and -p: commands that are started, processes that are grabbed. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "progress.h"

#define BLANKS " \t\n\r\f\v"

/*
 * The next word of a command, in place: separated by blanks; quotes and \ keep them, as in the shell.
 * *is_plain: it had none of these. Return: NULL: there is no more.
 */
static char *next_word(char **at, bool *is_plain)
{
	char *from = *at + strspn(*at, BLANKS), *word = from, *to = from, quote = '\0';

	*is_plain = true;
	if (!*from)
		return NULL;
	for (; *from && (quote || !strchr(BLANKS, *from)); from++) {
		if (quote ? *from == quote : *from == '"' || *from == '\'') {
			quote = quote ? '\0' : *from;
			*is_plain = false;
			continue;
		}
		if (*from == '\\' && quote != '\'' && from[1]) {
			*is_plain = false;
			from++;
		}
		*to++ = *from;
	}
	*at = *from ? from + 1 : from;
	*to = '\0';
	return word;
}

/* Whether a shell would take it for something else than an argument. A lone ; is one of find -exec. */
static bool is_for_shell(const char *word, bool is_first)
{
	static const char *const operators[] = { "|", "||", "&", "&&", "<", ">", ">>", "2>", "2>&1", "&>" };
	size_t equals = strcspn(word, "=/");

	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (strcmp(word, operators[i]) == 0)
			return true;
	}
	return is_first && equals > 0 && word[equals] == '=';
}

/* The words, ended by NULL, in one piece of memory with their text. *for_shell: the first one that is for a shell. */
static char **split(const char *text, const char **for_shell)
{
	size_t room = strlen(text) / 2 + 2, count = 0;
	char **words = malloc(room * sizeof(*words) + strlen(text) + 1), *at;
	bool is_plain;

	*for_shell = NULL;
	if (!words)
		return NULL;
	at = strcpy((char *)(words + room), text);
	while ((words[count] = next_word(&at, &is_plain)) != NULL) {
		if (!*for_shell && is_plain && is_for_shell(words[count], count == 0))
			*for_shell = words[count];
		count++;
	}
	return words;
}

static struct ps_prochandle *start(struct command *command, const char *text)
{
	struct ps_prochandle *proc = NULL;
	const char *for_shell;
	char **words = split(text, &for_shell);

	if (for_shell && !settings_has(&command->settings, "compat"))
		say(command, "-c is no shell: it takes '%s' as a word; a shell is -c \"sh -c '...'\"", for_shell);
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
