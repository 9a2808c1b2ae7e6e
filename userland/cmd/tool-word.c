/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tool-word.c - what the words of a tool's usage line want of an argument. A script has its arguments as pieces of D: without
 * this, a wrong one would be an error of the script, which who starts a tool has never seen.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tool.h"

#define SIGNAL_MOST 64

enum want { NUMBER, SIGNAL, NAME, VARIABLE, PROBE };

static const struct {
	const char *word;
	enum want want;
	unsigned long most; /* of a number */
	const char *is;     /* the rest of "WORD is ..." */
} words[] = {
	{ "interval", NUMBER, INT32_MAX, "a number of seconds" },
	{ "ms", NUMBER, INT32_MAX, "a number of milliseconds" },
	{ "port", NUMBER, UINT16_MAX, "a number up to 65535" },
	{ "uid", NUMBER, UINT32_MAX, "the number of a user" },
	{ "signal", SIGNAL, 0, "a number from 1 to 64 or a name, as 15 or TERM" },
	{ "pattern", NAME, 0, "the name of a function, with * and ? as in the shell" },
	{ "function", NAME, 0, "the name of a function" },
	{ "call", NAME, 0, "the name of a system call" },
	{ "variable", VARIABLE, 0, "one name, as arg0 or errno" },
	{ "probe", PROBE, 0, "provider:module:function:name" },
};

/* D takes 010 for 8: without zeros in front. NULL: it is no number from 0 to @most. */
static char *number(char *text, unsigned long most)
{
	size_t digits = strspn(text, "0123456789");

	if (digits == 0 || text[digits] != '\0')
		return NULL;
	while (text[0] == '0' && text[1] != '\0')
		text++;
	return strlen(text) <= strlen("4294967295") && strtoull(text, NULL, 10) <= most ? text : NULL;
}

/* The number of the signal @text: its number, or its name, whose letters may be small and which may lack SIG. NULL: none. */
static const char *signal_number(char *text)
{
#define DT_SIGNAL(number, name) { #number, #name },
	static const struct {
		const char *number, *name;
	} signals[] = {
#include "../../spec/signal.def"
	};
#undef DT_SIGNAL
	const char *given = number(text, SIGNAL_MOST);

	if (given)
		return strcmp(given, "0") == 0 ? NULL : given;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		const char *name = signals[i].name;

		if (strcasecmp(text, name) == 0 || strcasecmp(text, name + strlen("SIG")) == 0)
			return signals[i].number;
	}
	return NULL;
}

static bool is_identifier(const char *text)
{
	static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	return *text && strchr(first, *text) && !text[strspn(text, others)];
}

/* What is meant by a description in the place of a name, as vfs_read by fbt::vfs_read:entry: *@size bytes, 0: not known. */
static const char *name_in(const char *text, size_t *size)
{
	const char *first = strchr(text, ':'), *last = strrchr(text, ':'), *begin = text;

	*size = 0;
	if (!first)
		return text;
	if (first == last && strcmp(last, ":entry") != 0 && strcmp(last, ":return") != 0) {
		*size = strlen(last + 1);
		return last + 1;
	}
	for (const char *at = text; at < last; at++)
		begin = *at == ':' ? at + 1 : begin;
	*size = (size_t)(last - begin);
	return begin;
}

/* The argument @text as the script is to have it; NULL: it is not what the row wants. */
static char *as_wanted(size_t row, char *text)
{
	switch (words[row].want) {
	case NUMBER:
		return number(text, words[row].most);
	case SIGNAL:
		return (char *)signal_number(text);
	case NAME:
		return *text && !text[strcspn(text, ":{};, \t\n")] ? text : NULL;
	case VARIABLE:
		return is_identifier(text) ? text : NULL;
	case PROBE:
		return *text && !text[strcspn(text, "/{}; \t\n")] ? text : NULL;
	}
	return NULL;
}

char *tool_word_argument(const struct tool_word *word, char *text, char *why, size_t why_size)
{
	size_t row = 0, count = sizeof(words) / sizeof(words[0]), size = 0;
	const char *name = NULL;
	char *wanted;

	while (row < count &&
	       (strlen(words[row].word) != word->length || strncmp(words[row].word, word->text, word->length) != 0))
		row++;
	if (row == count)
		return text;
	wanted = as_wanted(row, text);
	if (wanted)
		return wanted;
	if (words[row].want == NAME)
		name = name_in(text, &size);
	if (size)
		snprintf(why, why_size, "%s is %s, not '%s': did you mean '%.*s'?", words[row].word, words[row].is,
			 text, (int)size, name);
	else
		snprintf(why, why_size, "%s is %s, not '%s'", words[row].word, words[row].is, text);
	return NULL;
}
