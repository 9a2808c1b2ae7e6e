/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate.h - aggregations: the hash of keys, its order, and how it is printed. */
#ifndef LDT_CONSUMER_AGGREGATE_H
#define LDT_CONSUMER_AGGREGATE_H

#include "consumer/consumer.h"
#include "program/program.h"

struct ldt_aggent {
	struct ldt_aggent *chain;       /* hash */
	struct ldt_aggent *next, *prev; /* order of appearance */
	uint64_t hash;
	dtrace_aggdata_t data;
	bool empty;      /* nothing was added since it was made or cleared */
	bool *cpu_empty; /* ... of each CPU, where data has them */
};

struct ldt_aggregate {
	struct ldt_aggent **buckets;
	size_t bucket_count; /* power of two */
	size_t count;
	struct ldt_aggent *first, *last;
	char *buffer; /* of one CPU's snapshot */
	size_t room;
	uint32_t *printed; /* variable ids that a printa has printed */
	size_t printed_count;
	struct ldt_aggent *blanks; /* by next: for each variable that was asked for, an entry without values */
};

int ldt_aggregate_snap_now(struct dtrace_hdl *dtp);
int ldt_aggregate_trunc(struct dtrace_hdl *dtp, uint32_t varid, bool all, int64_t count);
int ldt_aggregate_clear_var(struct dtrace_hdl *dtp, uint32_t varid);
void ldt_aggregate_normalize(struct dtrace_hdl *dtp, uint32_t varid, uint64_t normal);
bool ldt_aggregate_is_printed(const struct ldt_aggregate *aggregate, uint32_t varid);
int ldt_aggregate_set_printed(struct dtrace_hdl *dtp, uint32_t varid);
/*
 * ldt_aggregate_blank - what printa() shows for a key that variable @varid does not have: an entry of
 * that function and its parameters to which nothing was added. Its key is zeros, and of no meaning.
 * return: the aggregate's until it is destroyed; NULL with the error set when there is no such variable.
 */
const dtrace_aggdata_t *ldt_aggregate_blank(struct dtrace_hdl *dtp, uint32_t varid);
const dtrace_recdesc_t *ldt_agg_value_rec(const dtrace_aggdata_t *data);
const char *ldt_agg_value(const dtrace_aggdata_t *data);

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

int ldt_print_aggregations(struct dtrace_hdl *dtp, FILE *out, const uint32_t *vars, size_t count,
			   const struct ldt_format *format);
int ldt_print_agg_value(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data);
/*
 * ldt_key_count, ldt_key_rec, ldt_print_key - the keys of an entry, from 0; a key is printed as trace() prints values,
 * at the width that its type has in aggregations.
 */
unsigned int ldt_key_count(const dtrace_aggdata_t *data);
const dtrace_recdesc_t *ldt_key_rec(const dtrace_aggdata_t *data, unsigned int index);
int ldt_print_key(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data, unsigned int index);
/* ldt_key_text - one key as text without the blanks around it, malloc'ed; NULL with the error set. */
char *ldt_key_text(struct dtrace_hdl *dtp, const dtrace_aggdata_t *data, unsigned int index);
/* ldt_print_agg_table - agghist or aggpack: all entries of one aggregation, of which there is at least one. 0 or -1. */
int ldt_print_agg_table(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *rows, size_t count);
int64_t ldt_agg_scalar(const dtrace_aggdata_t *data); /* count, sum, min, max, avg, stddev, normalised */
bool ldt_agg_is_distribution(const dtrace_aggdata_t *data);

#endif
