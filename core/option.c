/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* option.c - the table of run-time options, their defaults and ranges. */
#include "core/option.h"

#include <stddef.h>

#include "core/util.h"
#include "os/os.h"

enum option_kind { NO_OPTION, SIZE, RATE, INT, FLAG, POLICY, RESIZE, STRING };

struct option_entry {
	uint8_t kind;
	bool dynamic;
	const char *standard; /* the default, as a user would write it; "" for unset */
};

static const struct option_entry entries[DTRACEOPT_MAX] = {
#define DT_OPTION(number, NAME, text, kind, value, dynamic) [number] = { kind, dynamic, value },
#include "spec/options.def"
#undef DT_OPTION
};

#define SIZE_LIMIT    (1ull << 46)
#define SECOND        1000000000ull
#define CLEANRATE_MIN (SECOND / 5000)
#define CLEANRATE_MAX (60 * SECOND)

/* Defaults: a number, with k or m for sizes, hz for rates; or the word of a policy. */
static int64_t option_parse(const struct option_entry *entry)
{
	const char *text = entry->standard;
	uint64_t value = 0;

	if (*text == '\0')
		return DTRACE_OPTION_UNSET;
	if (entry->kind == POLICY)
		return DTRACE_BUFPOLICY_SWITCH;
	if (entry->kind == RESIZE)
		return DTRACE_BUFRESIZE_AUTO;
	for (; *text >= '0' && *text <= '9'; text++)
		value = value * 10 + (uint64_t)(*text - '0');
	if (entry->kind == SIZE && *text == 'k')
		value <<= 10;
	if (entry->kind == SIZE && *text == 'm')
		value <<= 20;
	if (entry->kind == RATE && *text == 'h' && value != 0)
		value = SECOND / value;
	return (int64_t)value;
}

void dt_options_init(struct dt_options *options)
{
	uint32_t i;

	for (i = 0; i < DTRACEOPT_MAX; i++)
		options->value[i] = entries[i].kind == NO_OPTION ? DTRACE_OPTION_UNSET : option_parse(&entries[i]);
}

static bool option_in_range(uint32_t number, uint64_t value)
{
	switch (number) {
	case DTRACEOPT_STRSIZE:
		return value >= 1 && value <= DT_STRSIZE_MAX;
	case DTRACEOPT_CPU:
		return value < os_cpu_count();
	case DTRACEOPT_NSPEC:
		return value <= DT_NSPEC_MAX;
	case DTRACEOPT_STACKFRAMES:
	case DTRACEOPT_USTACKFRAMES:
	case DTRACEOPT_JSTACKFRAMES:
		return value <= DT_FRAMES_MAX;
	case DTRACEOPT_JSTACKSTRSIZE:
		return value <= DT_STRSIZE_MAX;
	}
	switch (entries[number].kind) {
	case POLICY:
		return value <= DTRACE_BUFPOLICY_SWITCH;
	case RESIZE:
		return value <= DTRACE_BUFRESIZE_MANUAL;
	case INT:
		return value <= INT32_MAX;
	case SIZE:
		return value <= SIZE_LIMIT;
	default:
		return value <= INT64_MAX;
	}
}

const char *dt_option_check(uint32_t number, uint64_t value)
{
	if (number >= DTRACEOPT_MAX || entries[number].kind == NO_OPTION)
		return "option-unknown";
	if (entries[number].kind == STRING || value == (uint64_t)DTRACE_OPTION_UNSET)
		return NULL;
	if (number == DTRACEOPT_CPU && value == (uint64_t)DTRACE_CPUALL)
		return NULL;
	return option_in_range(number, value) ? NULL : "option-value";
}

bool dt_option_dynamic(uint32_t number)
{
	return entries[number].dynamic;
}

bool dt_option_is_string(uint32_t number)
{
	return entries[number].kind == STRING;
}

void dt_option_set(struct dt_options *options, uint32_t number, uint64_t value)
{
	int64_t number_value = (int64_t)value;

	if (number == DTRACEOPT_CPU && number_value < 0)
		number_value = DTRACE_OPTION_UNSET;
	if (number == DTRACEOPT_CLEANRATE && number_value >= 0)
		number_value = (int64_t)DT_MIN(DT_MAX(value, CLEANRATE_MIN), CLEANRATE_MAX);
	options->value[number] = number_value;
}
