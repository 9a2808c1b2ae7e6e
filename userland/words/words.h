/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* words/words.h - which of many names somebody may have meant who wrote another one. */
#ifndef LDT_WORDS_H
#define LDT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * ldt_similar_most - how many letters may be wrong in a name that somebody meant otherwise: 2, of a
 * short one 1, of one or two letters none.
 */
unsigned int ldt_similar_most(const char *name);

/*
 * ldt_similar_distance - how many letters must be changed, added, left out or exchanged with the
 * next to make @b of @a.
 * return: the number; @most + 1 when it is more than @most, or a name is longer than 64 letters.
 */
unsigned int ldt_similar_distance(const char *a, const char *b, unsigned int most);

/*
 * ldt_similar_nearer - whether @a is more likely than @b to be what was meant with @name, when both have the same
 * distance from it: the one that begins with more of its letters, else that of the same length, else the first by the
 * alphabet.
 */
bool ldt_similar_nearer(const char *name, const char *a, const char *b);

/* The one of many names that is nearest to another. */
struct ldt_nearest {
	const char *name;        /* as it was written, borrowed */
	unsigned int most, best; /* letters that may be wrong; that are wrong in @found */
	const char *found;       /* borrowed; NULL: none is near */
};

/* ldt_nearest_begin - before the first is offered: nothing is found. */
void ldt_nearest_begin(struct ldt_nearest *nearest, const char *name);
/* ldt_nearest_offer - remember @candidate when it is nearer than those before. The name itself is not offered. */
void ldt_nearest_offer(struct ldt_nearest *nearest, const char *candidate);

/* A word of another language, and what is written in D. */
struct ldt_foreign {
	const char *word, *language, *instead;
};

/* ldt_foreign_word - the word that is @length letters from @at on; NULL: it is none that is known. */
const struct ldt_foreign *ldt_foreign_word(const char *at, size_t length);
/* ldt_foreign_probe - the word that a description of a probe begins with, from @at up to @end; NULL: none is known. */
const struct ldt_foreign *ldt_foreign_probe(const char *at, const char *end);
/* ldt_in_description - whether a description of a probe may have this character. */
bool ldt_in_description(char chr);

#endif
