/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/hint.c - what to do about an error: a line after the message and its excerpt. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/compiler.h>

#include "compiler/hint.h"

static const struct {
	const char *word, *language, *instead;
} words[] = {
#define DT_WORD(word, language, instead) { word, language, instead },
#include "spec/words.def"
#undef DT_WORD
};

static const struct {
	enum ldt_errtag tag;
	const char *message, *place, *hint;
} hints[] = {
#define DT_HINT(tag, message, place, hint, ...) { tag, message, place, hint },
#define DT_SAID(...)
#define DT_WARNED(...)
#include "spec/hints.def"
#undef DT_WARNED
#undef DT_SAID
#undef DT_HINT
};

/* Errors whose place may be a word that D does not know. */
static bool is_about_word(enum ldt_errtag tag)
{
	return tag == D_IDENT_UNDEF || tag == D_FUNC_UNDEF || tag == D_SYNTAX || tag == D_PDESC_ZERO;
}

static size_t word_length(const char *at, const char *end)
{
	const char *after = at;

	while (after < end && (isalnum((unsigned char)*after) || *after == '_'))
		after++;
	return (size_t)(after - at);
}

static char *word_hint(const char *at, const char *end)
{
	size_t length = word_length(at, end), i;
	char *text;

	for (i = 0; i < DT_ARRAY_SIZE(words); i++) {
		if (strlen(words[i].word) != length || strncmp(words[i].word, at, length) != 0)
			continue;
		return asprintf(&text, "%s is a word of %s: %s", words[i].word, words[i].language, words[i].instead) < 0
			       ? NULL
			       : text;
	}
	return NULL;
}

static bool begins_with(const char *at, const char *end, const char *text)
{
	size_t length = strlen(text);

	return length == 0 || (at && (size_t)(end - at) >= length && strncmp(at, text, length) == 0);
}

char *ldt_hint(enum ldt_errtag tag, const char *message, const char *at, const char *end)
{
	char *text = at && is_about_word(tag) ? word_hint(at, end) : NULL;
	size_t i;

	if (strstr(message, "did you mean")) /* that is better than any advice */
		return text;
	for (i = 0; !text && i < DT_ARRAY_SIZE(hints); i++) {
		if (hints[i].tag == tag && strstr(message, hints[i].message) && begins_with(at, end, hints[i].place))
			return strdup(hints[i].hint);
	}
	return text;
}
