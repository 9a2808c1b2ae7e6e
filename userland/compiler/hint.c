/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/hint.c - what to do about an error: a line after the message and its excerpt. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/compiler.h>

#include "compiler/hint.h"
#include "words/words.h"

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

/* Functions of D. */
static const struct {
	const char *name, *prototype;
} functions[] = {
#define DIF_SUBR(id, NAME, text, prototype, ...) { text, prototype },
#include "spec/subr.def"
#undef DIF_SUBR
};

/* ---- words of other languages ---------------------------------------------------------------- */

static size_t word_length(const char *at, const char *end)
{
	const char *after = at;

	while (after < end && (isalnum((unsigned char)*after) || *after == '_'))
		after++;
	return (size_t)(after - at);
}

bool ldt_hint_knows(const char *name)
{
	return ldt_foreign_word(name, strlen(name)) != NULL;
}

static const char *description_start(const struct ldt_hint_place *place)
{
	const char *at = place->at;

	while (at > place->start && ldt_in_description(at[-1]))
		at--;
	return at;
}

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && isspace((unsigned char)*at))
		at++;
	return at;
}

/* The first word of the statement, or of the clause, that the place is in. */
static const char *statement_start(const struct ldt_hint_place *place)
{
	const char *at = place->at;

	while (at > place->start && !strchr(";{}", at[-1]))
		at--;
	for (;;) {
		at = skip_blanks(at, place->at);
		if (place->at - at < 2 || at[0] != '/' || at[1] != '*')
			return at;
		for (at += 2; place->at - at >= 2 && (at[0] != '*' || at[1] != '/'); at++)
			;
		at = place->at - at >= 2 ? at + 2 : place->at;
	}
}

/* A word that a statement begins with: what follows tells it from a variable. */
static const struct ldt_foreign *find_first_word(const struct ldt_hint_place *place)
{
	const char *start = statement_start(place), *after = start + word_length(start, place->end);

	if (after < place->end && *after == ':')
		return ldt_foreign_probe(start, place->end);
	after = skip_blanks(after, place->end);
	if (after == place->end || !(isalpha((unsigned char)*after) || strchr("_({$@", *after)))
		return NULL;
	return ldt_foreign_word(start, word_length(start, place->end));
}

static const struct ldt_foreign *meant_word(enum ldt_errtag tag, const struct ldt_hint_place *place)
{
	const struct ldt_foreign *found = NULL;

	switch (tag) {
	case D_PDESC_ZERO:
		return ldt_foreign_probe(description_start(place), place->end);
	case D_IDENT_UNDEF:
	case D_FUNC_UNDEF:
	case D_SYNTAX:
		found = ldt_foreign_word(place->at, word_length(place->at, place->end));
		/* fall through */
	case D_MACRO_UNDEF:
		return found || tag == D_IDENT_UNDEF || tag == D_FUNC_UNDEF ? found : find_first_word(place);
	default:
		return NULL;
	}
}

static char *word_text(const struct ldt_foreign *word)
{
	char *text;

	return asprintf(&text, "%s is a word of %s: %s", word->word, word->language, word->instead) < 0 ? NULL : text;
}

/* ---- common mistakes ------------------------------------------------------------------------- */

static bool begins_with(const char *at, const char *end, const char *text)
{
	size_t length = strlen(text);

	return (size_t)(end - at) >= length && strncmp(at, text, length) == 0;
}

/* @parts: what a message has in it, in this order, with ... in between. */
static bool has_parts(const char *message, const char *parts)
{
	const char *gap;

	while ((gap = strstr(parts, "...")) != NULL) {
		message = memmem(message, strlen(message), parts, (size_t)(gap - parts));
		if (!message)
			return false;
		message += gap - parts;
		parts = gap + 3;
	}
	return strstr(message, parts) != NULL;
}

/* Also where the place is after or inside an operator that D does not have: ** or =~. */
static bool fits_place(const struct ldt_hint_place *place, const char *text)
{
	const char *at = place->at;

	if (!*text || !at)
		return !*text;
	if (begins_with(at, place->end, text))
		return true;
	while (at > place->start && strchr("=~*/ ", at[-1]))
		at--;
	return begins_with(skip_blanks(at, place->at), place->end, text);
}

/* A path where a description has the name of a module, and more fields after it: pid$target:/bin/bash:readline. */
static bool is_path(enum ldt_errtag tag, const struct ldt_hint_place *place)
{
	static const char *const begins[] = { ":/", ":./", ":../" };
	const char *at, *end;

	if (tag != D_SYNTAX || !place->at)
		return false;
	at = statement_start(place);
	for (end = at; end < place->end && *end != '{' && !isspace((unsigned char)*end); end++)
		;
	for (; at < end; at++) {
		for (size_t i = 0; i < DT_ARRAY_SIZE(begins); i++) {
			if (begins_with(at, end, begins[i]) && memchr(at + 1, ':', (size_t)(end - at - 1)))
				return true;
		}
	}
	return false;
}

/* "NAME() takes 2 arguments": the prototype of NAME. */
static char *prototype_text(enum ldt_errtag tag, const char *message)
{
	size_t length = strcspn(message, "(");
	char *text;

	if (tag != D_PROTO_LEN || strncmp(message + length, "() takes", 8) != 0)
		return NULL;
	for (size_t i = 0; i < DT_ARRAY_SIZE(functions); i++) {
		const char *prototype = functions[i].prototype;
		int result = (int)strcspn(prototype, "(");

		if (strlen(functions[i].name) != length || strncmp(functions[i].name, message, length) != 0)
			continue;
		return asprintf(&text, "it is declared as %.*s%s%s%s%s", result, prototype,
				result && prototype[result - 1] != '*' ? " " : "", functions[i].name,
				prototype + result, strchr(prototype, '[') ? ": what is in [] may be left out" : "") < 0
			       ? NULL
			       : text;
	}
	return NULL;
}

char *ldt_hint(enum ldt_errtag tag, const char *message, const struct ldt_hint_place *place)
{
	const struct ldt_foreign *word = place->at ? meant_word(tag, place) : NULL;

	if (word)
		return word_text(word);
	if (strstr(message, "did you mean")) /* that is better than any advice */
		return NULL;
	if (is_path(tag, place))
		return strdup(
			"the module of pid$target is the file's name, or its full path, which begins with / and has "
			"none of * ? [ ] in it: pid$target:bash:readline:entry");
	for (size_t i = 0; i < DT_ARRAY_SIZE(hints); i++) {
		if (hints[i].tag == tag && has_parts(message, hints[i].message) && fits_place(place, hints[i].place))
			return strdup(hints[i].hint);
	}
	return prototype_text(tag, message);
}
