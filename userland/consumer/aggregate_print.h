/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_print.h - aggregations printed whole. */
#ifndef LDT_CONSUMER_AGGREGATE_PRINT_H
#define LDT_CONSUMER_AGGREGATE_PRINT_H

#include "program/program.h"

int ldt_print_aggregations(struct dtrace_hdl *dtp, FILE *out, const uint32_t *vars, size_t count,
			   const struct ldt_format *format);

/* ldt_print_agg_table - agghist or aggpack: all entries of one aggregation, of which there is at least one. 0 or -1. */
int ldt_print_agg_table(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *rows, size_t count);

#endif
