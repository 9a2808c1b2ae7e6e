/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * match.h - probe descriptions as patterns. Each field is empty (matches all), a plain name, or a glob (base/glob.h).
 */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/ioctl.h>

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
