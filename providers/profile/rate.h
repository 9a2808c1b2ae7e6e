/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rate.h - the N of profile-N and tick-N: how a rate is written in a probe's name. */
#ifndef PROFILE_RATE_H
#define PROFILE_RATE_H

#include <stdint.h>

#define PROFILE_PERIOD_MIN 200000ull /* ns: nothing fires more often than 5 kHz */

/*
 * profile_rate_parse - the period that a rate means.
 * args:    @text digits and a suffix ns nsec us usec ms msec s sec m min h hour d day hz, or none: hz.
 * return:  ns; 0 when it is not a rate, is zero, or does not fit 63 bits.
 * context: any.
 */
uint64_t profile_rate_parse(const char *text);

#endif
