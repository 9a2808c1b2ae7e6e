/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate.h - aggregations: the hash of keys. */
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
	uint64_t since;  /* ... and how many prints there were at that time, for a page (output/output.h) */
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
	uint64_t prints;           /* so many were begun */
	struct ldt_aggent *blanks; /* by next: for each variable that was asked for, an entry without values */
};

int ldt_aggregate_snap_now(struct dtrace_hdl *dtp);
int ldt_aggregate_trunc(struct dtrace_hdl *dtp, uint32_t varid, bool all, int64_t count);
int ldt_aggregate_clear_var(struct dtrace_hdl *dtp, uint32_t varid);
void ldt_aggregate_normalize(struct dtrace_hdl *dtp, uint32_t varid, uint64_t normal);
bool ldt_aggregate_is_printed(const struct ldt_aggregate *aggregate, uint32_t varid);
int ldt_aggregate_set_printed(struct dtrace_hdl *dtp, uint32_t varid);
/* ldt_aggregate_since - how many prints there were when the value of @data began to count. @data is an entry's. */
uint64_t ldt_aggregate_since(const dtrace_aggdata_t *data);
/*
 * ldt_aggregate_blank - what printa() shows for a key that variable @varid does not have: an entry of
 * that function and its parameters to which nothing was added. Its key is zeros and means nothing.
 * return: the aggregate's until it is destroyed; NULL with the error set when there is no such variable.
 */
const dtrace_aggdata_t *ldt_aggregate_blank(struct dtrace_hdl *dtp, uint32_t varid);

#endif
