/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * glob.h - patterns: `*` any run of characters, `?` one character, `[abc] [a-z] [!x]` one of (or
 * none of) a set, `\c` the character c. A glob matches the whole text.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>

/*
 * dt_glob_match - whether @pattern matches all of @text. Time is at most the product of their
 * lengths. Context: any.
 */
bool dt_glob_match(const char *pattern, const char *text);

/* dt_glob_special - whether @pattern holds one of the characters above. Context: any. */
bool dt_glob_special(const char *pattern);

/* dt_glob_plain - whether a field of a probe description is one name: not empty, no wildcard. Context: any. */
bool dt_glob_plain(const char *pattern);

/* dt_glob_all - whether a field of a probe description means every name: empty, or stars only. Context: any. */
bool dt_glob_all(const char *pattern);

/* dt_glob_excludes - whether @pattern is a plain name, and not @name. Context: any. */
bool dt_glob_excludes(const char *pattern, const char *name);

#endif
