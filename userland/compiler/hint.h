/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/hint.h - what to do about an error: a line after the message and its excerpt.
 *
 *      error: tag, message, place in the text --words of other languages (spec/words.def), common mistakes
 *      (spec/hints.def)--> the first row that fits, or nothing
 */
#ifndef LDT_COMPILER_HINT_H
#define LDT_COMPILER_HINT_H

#include <stdbool.h>

#include "handle/handle.h"

/* Where an error is: in a text from @start to @end; all NULL: the place is not known. */
struct ldt_hint_place {
	const char *start, *at, *end;
};

/*
 * ldt_hint - the hint for an error.
 * args:    @message is its text without place and excerpt.
 * return:  a text that the caller frees; NULL: there is no hint, or no memory.
 */
char *ldt_hint(enum ldt_errtag tag, const char *message, const struct ldt_hint_place *place);
/* ldt_hint_knows - whether it is a word of another language, with a hint of its own: no name of D is meant. */
bool ldt_hint_knows(const char *name);

#endif
