/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * settings/settings.h - what command lines of several commands have in common: -x NAME[=VALUE], and numbers.
 *
 * A command collects the settings while it reads its options, and applies them, in their order, when it has a handle.
 */
#ifndef SETTINGS_SETTINGS_H
#define SETTINGS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace.h>

struct setting {
	char *name;        /* owned */
	const char *value; /* in name, or the caller's; NULL: none */
};

/* Zero at first. */
struct settings {
	struct setting *all; /* owned */
	size_t count;
};

/*
 * settings_add - one more.
 * args:    @name NAME, copied; @value borrowed for as long as the settings live; NULL: @name is NAME or NAME=VALUE.
 * return:  false without memory.
 */
bool settings_add(struct settings *settings, const char *name, const char *value);

/*
 * settings_apply - set all of them.
 * return:  NULL, or the first that was refused: dtrace_errno() says why; those after it are not set.
 */
const struct setting *settings_apply(const struct settings *settings, dtrace_hdl_t *dtp);

/* settings_has - whether one has that name. */
bool settings_has(const struct settings *settings, const char *name);

void settings_free(struct settings *settings);

/*
 * settings_number - a number of a command line: decimal, or hexadecimal after 0x; nothing before or after it.
 * return:  false: it is none, or not from @least to @most.
 */
bool settings_number(const char *text, uint64_t least, uint64_t most, uint64_t *ret);

#endif
