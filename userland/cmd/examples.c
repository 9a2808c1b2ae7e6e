/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * examples.c - --examples: questions with their commands, from the pages of docs/, the tools and the scripts that
 * tools/gen-examples.py read.
 */
#include <string.h>

#include "command.h"

static const struct example {
	const char *topic;
	const char *words; /* more of them that find it */
	const char *title;
	const char *page; /* of docs/ */
	const char *text; /* the command, of one line or more */
	bool is_further;  /* a tool or a script: no topic, and its words are a text */
} examples[] = {
#define DT_EXAMPLE(topic, words, title, page, text)         { topic, words, title, page, text, false },
#define DT_FURTHER_EXAMPLE(topic, words, title, page, text) { topic, words, title, page, text, true },
#include "examples.def"
#undef DT_EXAMPLE
#undef DT_FURTHER_EXAMPLE
};

#define EXAMPLES (sizeof(examples) / sizeof(examples[0]))

static bool is_about(const struct example *example, const char *topic)
{
	return strcasestr(example->topic, topic) || (!example->is_further && strcasestr(example->words, topic)) ||
	       strcasestr(example->title, topic);
}

/* Whether @topic occurs in its command, for topics that no title has: most programs have a count(). */
static bool has_in_command(const struct example *example, const char *topic)
{
	return !example->is_further && strcasestr(example->text, topic);
}

/* Whether @topic occurs in what a script says of itself. */
static bool has_in_text(const struct example *example, const char *topic)
{
	return example->is_further && (strcasestr(example->text, topic) || strcasestr(example->words, topic));
}

/* Whether it is of the same heading as the one before it. */
static bool is_repeated(size_t i)
{
	return i > 0 && strcmp(examples[i].title, examples[i - 1].title) == 0;
}

static void list_topics(void)
{
	for (size_t i = 0; i < EXAMPLES; i++) {
		if (!is_repeated(i) && !examples[i].is_further)
			printf("%-12s %s\n", examples[i].topic, examples[i].title);
	}
}

static void show(const struct example *example)
{
	printf("%s (docs/%s)\n    ", example->title, example->page);
	for (const char *c = example->text; *c; c++) {
		putchar(*c);
		if (*c == '\n')
			fputs("    ", stdout);
	}
	fputs("\n\n", stdout);
}

static size_t show_all(const char *topic, bool (*fits)(const struct example *, const char *))
{
	size_t count = 0;

	for (size_t i = 0; i < EXAMPLES; i++) {
		if (fits(&examples[i], topic)) {
			show(&examples[i]);
			count++;
		}
	}
	return count;
}

int command_examples(const char *topic)
{
	if (!topic) {
		list_topics();
		return 0;
	}
	if (show_all(topic, is_about) > 0 || show_all(topic, has_in_command) > 0 || show_all(topic, has_in_text) > 0)
		return 0;
	fprintf(stderr, "dtrace: no example has '%s'; dtrace --examples lists the topics\n", topic);
	return EXIT_ERROR;
}
