/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rate.c - rates of profile and tick probes as text. */
#include "providers/profile/rate.h"

#include <dtrace/compiler.h>
#include <stddef.h>

#define NS_PER_SEC 1000000000ull
#define PERIOD_MAX 0x7fffffffffffffffull

static const struct {
	const char *text;
	uint64_t ns; /* 0: hertz */
} suffixes[] = {
	{ "", 0 },
	{ "hz", 0 },
	{ "ns", 1 },
	{ "nsec", 1 },
	{ "us", 1000 },
	{ "usec", 1000 },
	{ "ms", 1000000 },
	{ "msec", 1000000 },
	{ "s", NS_PER_SEC },
	{ "sec", NS_PER_SEC },
	{ "m", 60 * NS_PER_SEC },
	{ "min", 60 * NS_PER_SEC },
	{ "h", 3600 * NS_PER_SEC },
	{ "hour", 3600 * NS_PER_SEC },
	{ "d", 86400 * NS_PER_SEC },
	{ "day", 86400 * NS_PER_SEC },
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int same(const char *a, const char *b)
{
	while (*a != '\0' && lower(*a) == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

uint64_t profile_rate_parse(const char *text)
{
	uint64_t value = 0;
	size_t digits = 0;
	size_t i;

	for (; text[digits] >= '0' && text[digits] <= '9'; digits++) {
		if (value > PERIOD_MAX / 10 - 1)
			return 0;
		value = value * 10 + (uint64_t)(text[digits] - '0');
	}
	if (digits == 0 || value == 0)
		return 0;
	for (i = 0; i < DT_ARRAY_SIZE(suffixes); i++) {
		if (!same(text + digits, suffixes[i].text))
			continue;
		if (suffixes[i].ns == 0)
			return NS_PER_SEC / value;
		return value > PERIOD_MAX / suffixes[i].ns ? 0 : value * suffixes[i].ns;
	}
	return 0;
}
