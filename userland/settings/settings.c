/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* settings/settings.c - what command lines of several commands have in common. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "settings/settings.h"

bool settings_add(struct settings *settings, const char *name, const char *value)
{
	struct setting *more = realloc(settings->all, (settings->count + 1) * sizeof(*more));
	char *copy, *equals;

	if (!more)
		return false;
	settings->all = more;
	copy = strdup(name);
	if (!copy)
		return false;
	equals = value ? NULL : strchr(copy, '=');
	if (equals)
		*equals++ = '\0';
	more[settings->count++] = (struct setting){ copy, equals ? equals : value };
	return true;
}

const struct setting *settings_apply(const struct settings *settings, dtrace_hdl_t *dtp)
{
	for (size_t i = 0; i < settings->count; i++) {
		if (dtrace_setopt(dtp, settings->all[i].name, settings->all[i].value) == -1)
			return &settings->all[i];
	}
	return NULL;
}

bool settings_has(const struct settings *settings, const char *name)
{
	for (size_t i = 0; i < settings->count; i++) {
		if (strcmp(settings->all[i].name, name) == 0)
			return true;
	}
	return false;
}

void settings_free(struct settings *settings)
{
	for (size_t i = 0; i < settings->count; i++)
		free(settings->all[i].name);
	free(settings->all);
	*settings = (struct settings){ NULL, 0 };
}

bool settings_number(const char *text, uint64_t least, uint64_t most, uint64_t *ret)
{
	bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *end;

	errno = 0;
	*ret = strtoull(text, &end, hexadecimal ? 16 : 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *ret >= least && *ret <= most;
}
