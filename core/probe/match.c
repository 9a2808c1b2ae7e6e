/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* match.c - glob matching of probe descriptions. */
#include "core/probe/match.h"

#include <dtrace/provider.h>

#include "base/glob.h"
#include "base/text.h"

bool dt_match_field(const char *pattern, const char *text)
{
	return *pattern == '\0' || dt_glob_match(pattern, text);
}

bool dt_pattern_match(const char *pattern, const char *text)
{
	return dt_match_field(pattern, text);
}

static bool desc_ends(const char *field, size_t size)
{
	return dt_strnlen(field, size) < size;
}

bool dt_desc_check(const struct dtrace_probedesc *desc)
{
	return desc_ends(desc->provider, sizeof(desc->provider)) && desc_ends(desc->module, sizeof(desc->module)) &&
	       desc_ends(desc->function, sizeof(desc->function)) && desc_ends(desc->name, sizeof(desc->name));
}

bool dt_desc_names_provider(const struct dtrace_probedesc *desc)
{
	const char *c;

	for (c = desc->provider; *c == '*' || *c == '?'; c++)
		;
	return *c != '\0';
}
