/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* option.h - run-time options in the core: the values of one consumer, checked against spec/options.def. */
#ifndef CORE_OPTION_H
#define CORE_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/dof.h>
#include <dtrace/ioctl.h>
#include <dtrace/option.h>

#define DT_STRSIZE_MAX (1024 * 1024)
#define DT_FRAMES_MAX  DOF_FRAMES_MAX
#define DT_NSPEC_MAX   1024

struct dt_options {
	int64_t value[DTRACEOPT_MAX]; /* DTRACE_OPTION_UNSET */
	uint64_t given;               /* bits by number: a program or the consumer has said what it is to be */
};

/* dt_options_init - all at their defaults. Context: any. */
void dt_options_init(struct dt_options *options);

/*
 * dt_option_check - whether an option exists and may have this value (string options: the value is not looked at).
 * return:  NULL; "option-unknown"; or "option-value:NAME:RANGE" with what is possible. Constant.
 * context: any.
 */
const char *dt_option_check(uint32_t number, uint64_t value);

/* dt_option_dynamic / dt_option_is_string - properties of a number that dt_option_check accepted. Context: any. */
bool dt_option_dynamic(uint32_t number);
bool dt_option_is_string(uint32_t number);

/* dt_option_set - a checked value; cleanrate is kept within what a timer can do. Context: any. */
void dt_option_set(struct dt_options *options, uint32_t number, uint64_t value);

/* dt_option_give - the same for what a program or the consumer says. dt_option_given - whether one has. Any context. */
void dt_option_give(struct dt_options *options, uint32_t number, uint64_t value);

static inline bool dt_option_given(const struct dt_options *options, uint32_t number)
{
	return options->given >> number & 1;
}

/* dt_option_get - the value, @otherwise when it is unset. dt_option_flag - whether a flag is set. Context: any. */
static inline uint64_t dt_option_get(const struct dt_options *options, uint32_t number, uint64_t otherwise)
{
	return options->value[number] < 0 ? otherwise : (uint64_t)options->value[number];
}

static inline bool dt_option_flag(const struct dt_options *options, uint32_t number)
{
	return options->value[number] >= 0;
}

#endif
