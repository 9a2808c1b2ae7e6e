/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_entry.h - the parts of an entry: its keys, from 0, and its value. */
#ifndef LDT_CONSUMER_AGGREGATE_ENTRY_H
#define LDT_CONSUMER_AGGREGATE_ENTRY_H

#include "consumer/aggregate_function.h"
#include "consumer/consumer.h"

unsigned int ldt_key_count(const dtrace_aggdata_t *data);
const dtrace_recdesc_t *ldt_key_rec(const dtrace_aggdata_t *data, unsigned int index);
const dtrace_recdesc_t *ldt_agg_value_rec(const dtrace_aggdata_t *data);
const char *ldt_agg_value(const dtrace_aggdata_t *data);
/*
 * ldt_agg_shows - how an entry's function is shown. ldt_agg_number - its number, when it has one,
 * divided by @normal.
 */
const struct ldt_agg_shows *ldt_agg_shows(const dtrace_aggdata_t *data);
int64_t ldt_agg_number(const dtrace_aggdata_t *data, int64_t normal);
bool ldt_agg_is_distribution(const dtrace_aggdata_t *data);

#endif
