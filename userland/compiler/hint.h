/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/hint.h - what to do about an error: a line after the message and its excerpt.
 *
 *      error: tag, message, place in the text --words of other languages (spec/words.def), common mistakes
 *      (spec/hints.def)--> the first row that fits, or nothing
 */
#ifndef LDT_COMPILER_HINT_H
#define LDT_COMPILER_HINT_H

#include "handle/handle.h"

/*
 * ldt_hint - the hint for an error.
 * args:    @message is its text without place and excerpt; @at is the text from the error's place on, up to @end; NULL:
 *          the place is not known.
 * return:  a text that the caller frees; NULL: there is no hint, or no memory.
 */
char *ldt_hint(enum ldt_errtag tag, const char *message, const char *at, const char *end);

#endif
