/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt/declared.h - the note of the owner anytrace: definitions of providers in an object or program,
 * as text (docs/usdt.md has the format). Private to this room.
 */
#ifndef LDT_USDT_DECLARED_H
#define LDT_USDT_DECLARED_H

#include "usdt/usdt.h"

#define LDT_USDT_OWNER   "anytrace"
#define LDT_USDT_TYPE    3 /* of the note: one provider; 1 and 2 have a meaning for any owner */
#define LDT_USDT_SECTION ".note.anytrace"

/* ldt_usdt_declare - the text of a definition; malloc'ed, NULL without memory. */
char *ldt_usdt_declare(const struct ldt_usdt_provider *provider);
/*
 * ldt_usdt_declared - the definition that a text of @size bytes is.
 * return:  it, for ldt_usdt_provider_destroy(). NULL: *@why says damaged, or no memory.
 */
struct ldt_usdt_provider *ldt_usdt_declared(const char *text, size_t size, const char **why);
void ldt_usdt_provider_destroy(struct ldt_usdt_provider *provider); /* of a list the first; NULL is accepted */

#endif
