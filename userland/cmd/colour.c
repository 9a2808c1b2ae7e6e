/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* colour.c - errors in colours: only where somebody looks at a terminal. */
#include <string.h>
#include <unistd.h>

#include "colour.h"

#define BOLD   "\033[1m"
#define GREEN  "\033[1;32m"
#define CYAN   "\033[1;36m"
#define NORMAL "\033[0m"

static const char hint[] = "hint:";

bool colour_wanted(FILE *out, const char *no_colour, const char *terminal)
{
	return !(no_colour && *no_colour) && terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(out));
}

/* Blanks and one caret. */
static bool is_caret(const char *line, size_t length)
{
	size_t blanks = strspn(line, " \t");

	return blanks + 1 == length && line[blanks] == '^';
}

static void print_line(FILE *out, const char *line, size_t length, bool first)
{
	size_t marked = strlen(hint);

	if (first)
		fprintf(out, BOLD "%.*s" NORMAL, (int)length, line);
	else if (is_caret(line, length))
		fprintf(out, GREEN "%.*s" NORMAL, (int)length, line);
	else if (strncmp(line, hint, marked) == 0)
		fprintf(out, CYAN "%s" NORMAL "%.*s", hint, (int)(length - marked), line + marked);
	else
		fprintf(out, "%.*s", (int)length, line);
}

void colour_error(FILE *out, const char *text)
{
	bool first = true;

	for (;;) {
		size_t length = strcspn(text, "\n");

		print_line(out, text, length, first);
		fputc('\n', out);
		first = false;
		if (!text[length])
			return;
		text += length + 1;
	}
}
