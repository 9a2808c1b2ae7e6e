/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* families.h - from libdtrace's aggregations to families and series. */
#ifndef EXPORT_FAMILIES_H
#define EXPORT_FAMILIES_H

#include <dtrace.h>

#include "describe.h"
#include "metrics.h"

/*
 * families_make - a family for each aggregation of the enabled programs, and the series of those without keys.
 * args:    @name: of the program, a part of the names of metrics; "": none.
 * return:  0; -1 with the reason said on stderr: two have one name, a description does not fit.
 */
int families_make(struct metrics *metrics, dtrace_hdl_t *dtp, struct descriptions *descriptions, const char *name);

/*
 * families_take - add all that libdtrace has to the series, and remove it there.
 * return:  0, -1 without memory or with the handle's error set.
 */
int families_take(struct metrics *metrics, dtrace_hdl_t *dtp);

#endif
