/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* engine/probe_spelling.c - tracepoints as users of other tracers write them. */
#include <stdio.h>
#include <string.h>

#include "engine/engine.h"

#define OURS   "sdt"
#define THEIRS "rawtp"

bool ldt_probe_respell(const struct dtrace_probedesc *desc, struct dtrace_probedesc *ret)
{
	bool ours = strcmp(desc->provider, OURS) == 0, theirs = strcmp(desc->provider, THEIRS) == 0;
	struct dtrace_probedesc other = *desc;

	if (desc->id || *desc->function || !(theirs || (ours && *desc->module)))
		return false;
	memset(other.provider, 0, sizeof(other.provider));
	memset(other.module, 0, sizeof(other.module));
	memset(other.function, 0, sizeof(other.function));
	memcpy(other.provider, OURS, sizeof(OURS));
	snprintf(other.function, sizeof(other.function), "%s", desc->module);
	*ret = other;
	return true;
}
