/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_sort.h - the order of entries. */
#ifndef LDT_CONSUMER_AGGREGATE_SORT_H
#define LDT_CONSUMER_AGGREGATE_SORT_H

#include "consumer/consumer.h"

struct ldt_aggsort {
	bool key_first, reverse, var_first, no_var;
	unsigned int key_position;
};
void ldt_aggsort_options(struct dtrace_hdl *dtp, struct ldt_aggsort *sort);
int ldt_aggsort_compare(const struct ldt_aggsort *sort, const dtrace_aggdata_t *a, const dtrace_aggdata_t *b);
int ldt_aggsort_keys(const struct ldt_aggsort *sort, const dtrace_aggdata_t *a, const dtrace_aggdata_t *b);
int ldt_aggsort_values(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b);
/* ldt_merge_sort - stable sort of pointers. 0, or -1 without memory. */
int ldt_merge_sort(void **array, size_t count, int (*compare)(const void *a, const void *b, void *arg), void *arg);

#endif
