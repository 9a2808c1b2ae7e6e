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

bool ldt_agg_is_distribution(const dtrace_aggdata_t *data)
{
	unsigned int action = ldt_agg_value_rec(data)->action;

	return action >= DTRACEAGG_QUANTIZE && action <= DTRACEAGG_LLQUANTIZE_BOTH;
}

const dtrace_recdesc_t *ldt_key_rec(const dtrace_aggdata_t *data, unsigned int index)
{
	return &data->dtada_desc->rec[index + 1];
}

unsigned int ldt_key_count(const dtrace_aggdata_t *data)
{
	return data->dtada_desc->records - 2;
}
