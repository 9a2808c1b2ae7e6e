/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* describe.c - descriptions of aggregations: read from comments and from the command line. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"

#define MARK "@export"

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t\r");
}

static size_t word_length(const char *at)
{
	size_t length = 0;

	if (isdigit((unsigned char)*at))
		return 0;
	while (isalnum((unsigned char)at[length]) || at[length] == '_')
		length++;
	return length;
}

static int wrong(const struct description *description, const char *what, const char *at)
{
	fprintf(stderr, "dtrace-export: %s: %s at '%s'\n", description->place, what, at);
	return -1;
}

static int no_memory(void)
{
	fputs("dtrace-export: out of memory\n", stderr);
	return -1;
}

/* A label's name, which no other label has, nor one that the format needs itself. */
static int add_label(struct description *description, const char *at, size_t length)
{
	char **more;

	if (length == 0)
		return wrong(description, "the name of a key is missing", at);
	if (strncmp(at, "__", 2) == 0)
		return wrong(description, "names of keys do not begin with __", at);
	if (length == 2 && strncmp(at, "le", 2) == 0)
		return wrong(description, "'le' is the label of the bounds of distributions", at);
	for (size_t i = 0; i < description->label_count; i++) {
		if (strlen(description->labels[i]) == length && strncmp(description->labels[i], at, length) == 0)
			return wrong(description, "two keys have the same name", at);
	}
	more = realloc(description->labels, (description->label_count + 1) * sizeof(char *));
	if (!more)
		return no_memory();
	description->labels = more;
	more[description->label_count] = strndup(at, length);
	return more[description->label_count++] ? 0 : no_memory();
}

/* "(a, b)"; *at is moved behind it. */
static int read_labels(struct description *description, const char **at)
{
	const char *next = *at;

	do {
		size_t length;

		next = skip_blanks(next + 1);
		length = word_length(next);
		if (add_label(description, next, length) == -1)
			return -1;
		next = skip_blanks(next + length);
	} while (*next == ',');
	if (*next != ')')
		return wrong(description, "')' is missing", next);
	*at = skip_blanks(next + 1);
	return 0;
}

static int read_all(struct description *description, const char *at)
{
	size_t length = word_length(at);

	if (length == 0)
		return wrong(description, "the name of an aggregation is missing", at);
	description->aggregation = strndup(at, length);
	if (!description->aggregation)
		return no_memory();
	at = skip_blanks(at + length);
	if (*at == '(' && read_labels(description, &at) == -1)
		return -1;
	if (strncmp(at, "signed", 6) == 0 && word_length(at) == 6) {
		description->is_signed = true;
		at = skip_blanks(at + 6);
	}
	if (*at == '\0')
		return 0;
	if (*at != ':')
		return wrong(description, "not understood", at);
	description->help = strdup(skip_blanks(at + 1));
	return description->help ? 0 : no_memory();
}

int descriptions_add(struct descriptions *descriptions, const char *place, const char *text)
{
	struct description *more = realloc(descriptions->all, (descriptions->count + 1) * sizeof(*more)), *last;

	if (!more)
		return no_memory();
	descriptions->all = more;
	last = &more[descriptions->count++];
	memset(last, 0, sizeof(*last));
	snprintf(last->place, sizeof(last->place), "%s", place);
	if (read_all(last, skip_blanks(text)) == -1)
		return -1;
	for (struct description *other = more; other < last; other++) {
		if (strcmp(other->aggregation, last->aggregation) == 0) {
			fprintf(stderr, "dtrace-export: %s: @%s is described at %s, too\n", place, last->aggregation,
				other->place);
			return -1;
		}
	}
	return 0;
}

/* The description that a line has; NULL: none. A statement of an aggregation named "export" is none. */
static char *find_mark(char *line)
{
	char *at = line + strspn(line, " \t/*");

	if (strncmp(at, MARK, strlen(MARK)) != 0)
		return NULL;
	at += strlen(MARK);
	if (*at != ' ' && *at != '\t')
		return NULL;
	at += strspn(at, " \t");
	return word_length(at) ? at : NULL;
}

/* Up to the end of the comment, without blanks there. */
static void trim(char *text)
{
	char *end = strstr(text, "*/");
	size_t length = end ? (size_t)(end - text) : strlen(text);

	while (length > 0 && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
}

int descriptions_read(struct descriptions *descriptions, const char *place, const char *text)
{
	char *copy = strdup(text), *rest = copy, *line;
	unsigned int number = 0;
	int error = copy ? 0 : no_memory();

	while (!error && (line = strsep(&rest, "\n"))) {
		char *mark = find_mark(line), where[256];

		number++;
		if (!mark)
			continue;
		trim(mark);
		snprintf(where, sizeof(where), "%s:%u", place, number);
		error = descriptions_add(descriptions, where, mark);
	}
	free(copy);
	return error;
}

void descriptions_free(struct descriptions *descriptions)
{
	for (size_t i = 0; i < descriptions->count; i++) {
		struct description *description = &descriptions->all[i];

		for (size_t label = 0; label < description->label_count; label++)
			free(description->labels[label]);
		free(description->labels);
		free(description->aggregation);
		free(description->help);
	}
	free(descriptions->all);
}

struct description *descriptions_find(const struct descriptions *descriptions, const char *aggregation)
{
	for (size_t i = 0; i < descriptions->count; i++) {
		if (strcmp(descriptions->all[i].aggregation, aggregation) == 0)
			return &descriptions->all[i];
	}
	return NULL;
}
