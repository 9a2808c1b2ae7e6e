/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* glob.c - matching texts with patterns. */
#include "base/glob.h"

#include <stddef.h>

#include "base/text.h"

/*
 * One bracket expression; @pattern points after the `[`. Returns where it ends (after the `]`),
 * NULL when it never does: the `[` is then an ordinary character.
 */
static const char *glob_set(const char *pattern, char c, bool *member)
{
	bool negated = *pattern == '!', found = false, first = true;
	unsigned char low, high, byte = (unsigned char)c;

	if (negated)
		pattern++;
	for (; *pattern != '\0' && (first || *pattern != ']'); first = false) {
		if (*pattern == '\\' && pattern[1] != '\0')
			pattern++;
		low = high = (unsigned char)*pattern++;
		if (pattern[0] == '-' && pattern[1] != ']' && pattern[1] != '\0') {
			pattern++;
			if (*pattern == '\\' && pattern[1] != '\0')
				pattern++;
			high = (unsigned char)*pattern++;
		}
		if (byte >= low && byte <= high)
			found = true;
	}
	if (*pattern != ']')
		return NULL;
	*member = found != negated;
	return pattern + 1;
}

/* Match one character of text. Returns the rest of the pattern, NULL when it does not fit. */
static const char *glob_one(const char *pattern, char c)
{
	const char *after;
	bool member;

	switch (*pattern) {
	case '\0':
		return NULL;
	case '?':
		return pattern + 1;
	case '[':
		after = glob_set(pattern + 1, c, &member);
		if (after != NULL)
			return member ? after : NULL;
		break;
	case '\\':
		if (pattern[1] != '\0')
			pattern++;
		break;
	}
	return *pattern == c ? pattern + 1 : NULL;
}

bool dt_glob_match(const char *pattern, const char *text)
{
	const char *star = NULL;  /* pattern after the last `*` */
	const char *again = NULL; /* where in the text that star's run ends for now */
	const char *next;

	while (*text != '\0') {
		if (*pattern == '*') {
			star = ++pattern;
			if (*star == '\0')
				return true;
			again = text;
			continue;
		}
		next = glob_one(pattern, *text);
		if (next != NULL) {
			pattern = next;
			text++;
		} else if (star != NULL) {
			pattern = star;
			text = ++again;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

bool dt_glob_special(const char *pattern)
{
	for (; *pattern != '\0'; pattern++) {
		if (*pattern == '*' || *pattern == '?' || *pattern == '[' || *pattern == '\\')
			return true;
	}
	return false;
}

bool dt_glob_plain(const char *pattern)
{
	return *pattern != '\0' && !dt_glob_special(pattern);
}

bool dt_glob_all(const char *pattern)
{
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

bool dt_glob_excludes(const char *pattern, const char *name)
{
	return dt_glob_plain(pattern) && !dt_str_same(pattern, name);
}
