/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * numbers.c - names with numbers of processes for a consumer in a pid namespace of its own. A provider of a process is
 * called by the number in the initial namespace, which is unique; the consumer knows the process by another.
 */
#include "core/consumer/consumer.h"

#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "base/line.h"
#include "base/text.h"

/* The length of @name without the decimal number at its end; 0 when it does not end so, or is nothing else. */
static size_t stem_length(const char *name, uint64_t number)
{
	char digits[24];
	size_t length = dt_strlen(name),
	       count = dt_format_line(digits, sizeof(digits), "%llu", (unsigned long long)number);

	if (length <= count || dt_strcmp(name + length - count, digits) != 0)
		return 0;
	return length - count;
}

static void put_number(char *text, const char *name, size_t stem, uint64_t number)
{
	char kept[DTRACE_PROVNAMELEN];

	dt_strlcpy(kept, name, stem + 1);
	dt_format_line(text, DTRACE_PROVNAMELEN, "%s%llu", kept, (unsigned long long)number);
}

/* foo12 may be foo of process 12, or foo1 of process 2: the one that there is, the longer number first. */
void dt_numbers_in(const struct dt_state *state, char provider[DTRACE_PROVNAMELEN])
{
	const struct dt_state_process *process;
	char name[DTRACE_PROVNAMELEN], best[DTRACE_PROVNAMELEN];
	size_t stem, best_stem = 0;
	uint32_t i;

	for (i = 1; state->numbered && i <= state->processes.count; i++) {
		process = dt_table_get(&state->processes, i);
		stem = stem_length(provider, process->named);
		if (stem == 0 || (best_stem != 0 && stem >= best_stem))
			continue;
		put_number(name, provider, stem, process->number);
		if (dt_provider_find(name) == NULL)
			continue;
		best_stem = stem;
		dt_strlcpy(best, name, sizeof(best));
	}
	if (best_stem != 0)
		dt_strlcpy(provider, best, DTRACE_PROVNAMELEN);
}

const char *dt_numbers_out(const struct dt_state *state, const struct dt_probe *probe, char text[DTRACE_PROVNAMELEN])
{
	const char *name = probe->provider->name->text;
	const struct dt_state_process *process;
	size_t stem;
	uint32_t i;

	for (i = 1; state->numbered && i <= state->processes.count; i++) {
		process = dt_table_get(&state->processes, i);
		stem = process->process == probe->provider->arg ? stem_length(name, process->number) : 0;
		if (stem == 0)
			continue;
		put_number(text, name, stem, process->named);
		return text;
	}
	return name;
}
