/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* examples.c - --examples: questions with their commands, from the pages of docs/ that tools/gen-examples.py read. */
#include <string.h>

#include "command.h"

static const struct example {
	const char *topic;
	const char *words; /* more of them that find it */
	const char *title;
	const char *page; /* of docs/ */
	const char *text; /* the command, of one line or more */
} examples[] = {
#define DT_EXAMPLE(topic, words, title, page, text) { topic, words, title, page, text },
#include "examples.def"
#undef DT_EXAMPLE
};

#define EXAMPLES (sizeof(examples) / sizeof(examples[0]))

static bool is_about(const struct example *example, const char *topic)
{
	return strcasestr(example->topic, topic) || strcasestr(example->words, topic) ||
	       strcasestr(example->title, topic) || strcasestr(example->text, topic);
}

/* Whether it is of the same heading as the one before it. */
static bool is_further(size_t i)
{
	return i > 0 && strcmp(examples[i].title, examples[i - 1].title) == 0;
}

static void list_topics(void)
{
	for (size_t i = 0; i < EXAMPLES; i++) {
		if (!is_further(i))
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

int command_examples(const char *topic)
{
	size_t count = 0;

	if (!topic) {
		list_topics();
		return 0;
	}
	for (size_t i = 0; i < EXAMPLES; i++) {
		if (is_about(&examples[i], topic)) {
			show(&examples[i]);
			count++;
		}
	}
	if (count == 0) {
		fprintf(stderr, "dtrace: no example has '%s'; dtrace --examples lists the topics\n", topic);
		return EXIT_ERROR;
	}
	return 0;
}
