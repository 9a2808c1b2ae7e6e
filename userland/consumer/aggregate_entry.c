/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_entry.c - the parts of an entry of an aggregation: its keys and its value. */
#include "consumer/aggregate_entry.h"

const dtrace_recdesc_t *ldt_agg_value_rec(const dtrace_aggdata_t *data)
{
	return &data->dtada_desc->rec[data->dtada_desc->records - 1];
}

const char *ldt_agg_value(const dtrace_aggdata_t *data)
{
	return data->dtada_data + ldt_agg_value_rec(data)->offset;
}

const struct ldt_agg_shows *ldt_agg_shows(const dtrace_aggdata_t *data)
{
	return ldt_agg_function(ldt_agg_value_rec(data)->action)->shows;
}

int64_t ldt_agg_number(const dtrace_aggdata_t *data, int64_t normal)
{
	return ldt_agg_shows(data)->number((const uint64_t *)ldt_agg_value(data), normal);
}

bool ldt_agg_is_distribution(const dtrace_aggdata_t *data)
{
	return ldt_agg_shows(data)->label != NULL;
}

const dtrace_recdesc_t *ldt_key_rec(const dtrace_aggdata_t *data, unsigned int index)
{
	return &data->dtada_desc->rec[index + 1];
}

unsigned int ldt_key_count(const dtrace_aggdata_t *data)
{
	return data->dtada_desc->records - 2;
}
