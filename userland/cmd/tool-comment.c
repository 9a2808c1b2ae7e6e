/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tool-comment.c - what the first comment of a tool's script says of it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

#define COMMENT_MAX (16 * 1024)

/* The text of the comment that begins in @text by a line of its own, without stars, in place. NULL: there is none. */
static char *without_stars(char *text)
{
	char *at = strstr(text, "\n/*\n"), *from, *to, *end;

	end = at ? strstr(at, "\n */") : NULL;
	if (!end)
		return NULL;
	*end = '\0';
	at += strlen("\n/*\n");
	for (from = to = at; from < end;) {
		size_t length = strcspn(from, "\n"), skip = strncmp(from, " * ", 3) == 0 ? 3 : 2;

		if (length < skip)
			skip = length;
		memmove(to, from + skip, length - skip);
		to += length - skip;
		*to++ = '\n';
		from += length + 1;
	}
	*to = '\0';
	return at;
}

/* Ends the line at @at. Return: the next one. */
static char *end_line(char *at)
{
	char *end = strchr(at, '\n');

	if (!end)
		return at + strlen(at);
	*end = '\0';
	return end + 1;
}

static int split(struct tool *tool, char *at)
{
	char *dash = strstr(at, " - "), *line_end = strchr(at, '\n');

	if (!dash || !line_end || dash > line_end)
		return EINVAL;
	*dash = '\0';
	tool->name = at;
	tool->question = dash + strlen(" - ");
	at = end_line(dash + 1);
	at += strspn(at, "\n");
	tool->usage = at;
	while (*at == '\t')
		at += strcspn(at, "\n") + 1;
	if (at == tool->usage)
		return EINVAL;
	at[-1] = '\0';
	tool->text = at + strspn(at, "\n");
	return 0;
}

int tool_read(const char *path, struct tool *tool)
{
	FILE *file = fopen(path, "re");
	size_t size;
	char *at;

	*tool = (struct tool){ .comment = NULL };
	if (!file)
		return errno;
	tool->comment = malloc(COMMENT_MAX + 1);
	size = tool->comment ? fread(tool->comment, 1, COMMENT_MAX, file) : 0;
	fclose(file);
	if (!tool->comment)
		return ENOMEM;
	tool->comment[size] = '\0';
	at = without_stars(tool->comment);
	return at ? split(tool, at) : EINVAL;
}

void tool_free(struct tool *tool)
{
	free(tool->comment);
	*tool = (struct tool){ .comment = NULL };
}

bool tool_offers(const struct tool *tool, char letter)
{
	const char text[] = { '-', letter, '\0' };

	for (const char *at = strstr(tool->usage, text); at; at = strstr(at + 1, text)) {
		if (strchr("[ |", at[-1]) && strchr(" ]\n", at[2]))
			return true;
	}
	return false;
}

/* Options in [ ] are passed over, with what stands in there; one without has a word after it. */
void tool_usage_of(const struct tool *tool, struct tool_usage *usage)
{
	const char *at = tool->usage + 1 + strlen(tool->name), *end = tool->usage + strcspn(tool->usage, "\n");

	*usage = (struct tool_usage){ .least = 0 };
	while ((at += strspn(at, " \t")) < end) {
		size_t length = strcspn(at, *at == '[' ? "]\n" : " \n");

		if (at[0] == '-') {
			usage->wants_process = usage->wants_process || at[1] == 'p';
			at += length;
			at += strspn(at, " ");
			length = strcspn(at, " \n");
		} else if (strncmp(at, "[-", 2) != 0 && usage->most < TOOL_ARGUMENTS) {
			bool may_lack = *at == '[';

			usage->words[usage->most++] = (struct tool_word){ at + may_lack, length - may_lack };
			usage->least += !may_lack;
		}
		at += length + (at[length] == ']');
	}
}
