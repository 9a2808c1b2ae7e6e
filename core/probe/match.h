/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * match.h - probe descriptions as patterns.
 *
 * Each field of a description is empty (matches all), a plain name, or a glob: `*` any run of
 * characters, `?` one character, `[abc] [a-z] [!x]` one of (or none of) a set, `\c` the character
 * c. A glob matches the whole field.
 */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/ioctl.h>

/*
 * dt_glob_match - whether @pattern matches all of @text. Time is at most the product of their
 * lengths. Context: any.
 */
bool dt_glob_match(const char *pattern, const char *text);

/* dt_glob_special - whether @pattern holds one of the characters above. Context: any. */
bool dt_glob_special(const char *pattern);

/* dt_match_field - as dt_glob_match, empty pattern matches all. Context: any. */
bool dt_match_field(const char *pattern, const char *text);

/*
 * dt_desc_check - whether a description from outside is well-formed: all four fields are NUL-terminated.
 * Context: any.
 */
bool dt_desc_check(const struct dtrace_probedesc *desc);

/* dt_desc_names_provider - whether the provider field is more than wildcards. Context: any. */
bool dt_desc_names_provider(const struct dtrace_probedesc *desc);

#endif
