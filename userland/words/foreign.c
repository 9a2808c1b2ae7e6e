/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* words/foreign.c - words of other languages that people write in D (spec/words.def). */
#include <ctype.h>
#include <string.h>

#include <dtrace/compiler.h>

#include "words/words.h"

static const struct ldt_foreign words[] = {
#define DT_PROBE_WORD(...)
#define DT_WORD(word, language, instead) { word, language, instead },
#include "spec/words.def"
#undef DT_WORD
#undef DT_PROBE_WORD
};

static const struct ldt_foreign probes[] = {
#define DT_PROBE_WORD(word, language, instead) { word, language, instead },
#define DT_WORD(...)
#include "spec/words.def"
#undef DT_WORD
#undef DT_PROBE_WORD
};

const struct ldt_foreign *ldt_foreign_word(const char *at, size_t length)
{
	for (size_t i = 0; i < DT_ARRAY_SIZE(words); i++) {
		if (strlen(words[i].word) == length && strncmp(words[i].word, at, length) == 0)
			return &words[i];
	}
	return NULL;
}

bool ldt_in_description(char chr)
{
	return isalnum((unsigned char)chr) || (chr && strchr("-_.:?*\\![]$`+", chr));
}

const struct ldt_foreign *ldt_foreign_probe(const char *at, const char *end)
{
	for (size_t i = 0; i < DT_ARRAY_SIZE(probes); i++) {
		size_t length = strlen(probes[i].word);
		const char *after = at + length;

		if ((size_t)(end - at) >= length && strncmp(probes[i].word, at, length) == 0 &&
		    (after == end || *after == ':' || !ldt_in_description(*after)))
			return &probes[i];
	}
	return NULL;
}
