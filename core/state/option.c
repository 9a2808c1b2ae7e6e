/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* option.c - the table of run-time options, their defaults and ranges. */
#include "core/state/option.h"

#include <stddef.h>

#include "os/os.h"

enum option_kind { NO_OPTION, SIZE, RATE, INT, FLAG, POLICY, RESIZE, STRING };

/* The possible values, as text for people. */
#define RANGE_SIZE   "0 to 4194304t"
#define RANGE_RATE   "0 and more"
#define RANGE_INT    "0 to 2147483647"
#define RANGE_FLAG   "set or unset"
#define RANGE_POLICY "ring, fill or switch"
#define RANGE_RESIZE "auto or manual"
#define RANGE_STRING "any text"

struct option_entry {
	uint8_t kind;
	bool dynamic;
	const char *standard; /* the default, as a user would write it; "" for unset */
	const char *refusal;
};

static const struct option_entry entries[DTRACEOPT_MAX] = {
#define DT_OPTION(number, NAME, text, kind, value, dynamic) \
	[number] = { kind, dynamic, value, "option-value:" text ":" RANGE_##kind },
#include "spec/options.def"
#undef DT_OPTION
};

#define SIZE_LIMIT    (1ull << 62) /* GO reduces or refuses what memory cannot give */
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

	options->given = 0;
	for (i = 0; i < DTRACEOPT_MAX; i++)
		options->value[i] = entries[i].kind == NO_OPTION ? DTRACE_OPTION_UNSET : option_parse(&entries[i]);
}

/* Those with limits of their own: NULL, or the refusal. */
static const char *check_special(uint32_t number, uint64_t value)
{
	switch (number) {
	case DTRACEOPT_STRSIZE:
		return value >= 1 && value <= DT_STRSIZE_MAX ? NULL : "option-value:strsize:1 to 1m";
	case DTRACEOPT_CPU:
		return value < os_cpu_count() ? NULL : "option-value:cpu:the number of a CPU";
	case DTRACEOPT_NSPEC:
		return value <= DT_NSPEC_MAX ? NULL : "option-value:nspec:0 to 1024";
	case DTRACEOPT_STACKFRAMES:
		return value <= DT_FRAMES_MAX ? NULL : "option-value:stackframes:0 to 1024";
	case DTRACEOPT_USTACKFRAMES:
		return value <= DT_FRAMES_MAX ? NULL : "option-value:ustackframes:0 to 1024";
	case DTRACEOPT_JSTACKFRAMES:
		return value <= DT_FRAMES_MAX ? NULL : "option-value:jstackframes:0 to 1024";
	case DTRACEOPT_JSTACKSTRSIZE:
		return value <= DT_STRSIZE_MAX ? NULL : "option-value:jstackstrsize:0 to 1m";
	default:
		return NULL;
	}
}

static uint64_t kind_limit(uint8_t kind)
{
	switch (kind) {
	case POLICY:
		return DTRACE_BUFPOLICY_SWITCH;
	case RESIZE:
		return DTRACE_BUFRESIZE_MANUAL;
	case INT:
		return INT32_MAX;
	case SIZE:
		return SIZE_LIMIT;
	default:
		return INT64_MAX;
	}
}

const char *dt_option_check(uint32_t number, uint64_t value)
{
	const char *refusal;

	if (number >= DTRACEOPT_MAX || entries[number].kind == NO_OPTION)
		return "option-unknown";
	if (entries[number].kind == STRING || value == (uint64_t)DTRACE_OPTION_UNSET)
		return NULL;
	if (number == DTRACEOPT_CPU && value == (uint64_t)DTRACE_CPUALL)
		return NULL;
	refusal = check_special(number, value);
	return refusal == NULL && value > kind_limit(entries[number].kind) ? entries[number].refusal : refusal;
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

DT_STATIC_ASSERT(DTRACEOPT_MAX <= 64, "each option has a bit of dt_options.given");

void dt_option_give(struct dt_options *options, uint32_t number, uint64_t value)
{
	dt_option_set(options, number, value);
	options->given |= 1ull << number;
}
