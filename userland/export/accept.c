/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* accept.c - the header Accept: media types with versions and how much each is wanted. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "serve.h"

/* A word up to one of @ends, without blanks around; *at is moved to that end. */
static void take_word(const char **at, const char *ends, char *word, size_t size)
{
	size_t length, used;

	*at += strspn(*at, " \t");
	used = length = strcspn(*at, ends);
	while (used > 0 && strchr(" \t", (*at)[used - 1]))
		used--;
	if (used >= size)
		used = size - 1; /* no type that is looked for */
	memcpy(word, *at, used);
	word[used] = '\0';
	*at += length;
}

/* One type with its parameters: how much it is wanted as OpenMetrics and as text, if more than before. */
static void take_type(const char **at, double *open, double *text)
{
	char type[64], parameter[64];
	double wanted = 1;
	bool is_known = true, is_open, is_text;

	take_word(at, ",;", type, sizeof(type));
	is_open = strcasecmp(type, "application/openmetrics-text") == 0;
	is_text = strcasecmp(type, "text/plain") == 0 || strcmp(type, "text/*") == 0 || strcmp(type, "*/*") == 0;
	while (**at == ';') {
		(*at)++;
		take_word(at, ",;", parameter, sizeof(parameter));
		if (strncasecmp(parameter, "q=", 2) == 0)
			wanted = strtod(parameter + 2, NULL);
		else if (is_open && strncasecmp(parameter, "version=", 8) == 0)
			is_known = strcmp(parameter + 8, "1.0.0") == 0 || strcmp(parameter + 8, "0.0.1") == 0;
	}
	if (is_open && is_known && wanted > *open)
		*open = wanted;
	if (is_text && wanted > *text)
		*text = wanted;
}

enum format serve_format(const char *accept)
{
	double open = 0, text = 0;

	while (accept && *accept) {
		take_type(&accept, &open, &text);
		accept += *accept == ',';
	}
	return open > 0 && open >= text ? FORMAT_OPENMETRICS : FORMAT_PROMETHEUS;
}
