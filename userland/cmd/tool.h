/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tool.h - a D script that is a command of its own (docs/tools.md): what its first comment says.
 *
 *	NAME - QUESTION?
 *
 *		NAME [-p pid | -c command] [-d seconds] [-t top] [-j] argument [argument]
 *
 *	text: what it shows, how, what it costs, what it can't see
 *
 * Options that the usage line does not have are refused; so are arguments too few and too many, and those that are not
 * what a word of it wants (tool-word.c). A line of usage with -p outside of [ ] wants a process.
 */
#ifndef CMD_TOOL_H
#define CMD_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#define TOOL_ARGUMENTS 4

struct tool {
	char *comment;        /* owned: the first comment without its stars; the others point into it */
	const char *name;     /* ended by NUL */
	const char *question; /* one line, ended by NUL */
	char *usage;          /* the lines with usage, ended by NUL */
	const char *text;     /* what follows them */
};

/* A word of the usage line that stands for an argument, in the tool's usage. */
struct tool_word {
	const char *text;
	size_t length;
};

/* What the usage line says: arguments that are wanted, those that are possible, their words, whether a process is wanted. */
struct tool_usage {
	int least, most;
	struct tool_word words[TOOL_ARGUMENTS];
	bool wants_process;
};

/*
 * tool_read - the comment of the script at @path.
 * Return: 0; ENOENT...: it can't be read; EINVAL: it has no such comment. tool_free() afterwards, in any case.
 */
int tool_read(const char *path, struct tool *tool);
void tool_free(struct tool *tool);

/* tool_offers - whether the usage has the option -@letter. tool_usage_of - what it wants. */
bool tool_offers(const struct tool *tool, char letter);
void tool_usage_of(const struct tool *tool, struct tool_usage *usage);
/*
 * tool_word_argument - the argument @text as the script is to have it: the number of a signal for its name.
 * NULL: it is not what @word wants; @why says so. Words that have no row in tool-word.c want nothing.
 */
char *tool_word_argument(const struct tool_word *word, char *text, char *why, size_t why_size);

#endif
