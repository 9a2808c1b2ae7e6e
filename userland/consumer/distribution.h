/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/distribution.h - quantize(), lquantize(), llquantize(): buckets as rows, and as text. */
#ifndef LDT_CONSUMER_DISTRIBUTION_H
#define LDT_CONSUMER_DISTRIBUTION_H

#include "consumer/consumer.h"

/* A distribution (quantize, lquantize, llquantize) as rows: a label and a count each. */
struct ldt_distribution {
	int64_t *labels; /* owned */
	int64_t *counts; /* owned */
	size_t cells;
	/* Oracle's llquantize: the row around zero; labels are distances from zero. 0: another function */
	size_t middle;
	bool is_unsigned;   /* labels are */
	bool is_linear;     /* lquantize */
	bool open_ends;     /* the first row is "< label", the last ">= label" */
	size_t first, last; /* rows to show */
	uint64_t normal;
};
/* ldt_distribution_init / fini - return 0 or -1 without memory; fini accepts a zeroed one. */
int ldt_distribution_init(struct ldt_distribution *dist, const dtrace_aggdata_t *data);
void ldt_distribution_fini(struct ldt_distribution *dist);
void ldt_distribution_label(const struct ldt_distribution *dist, size_t cell, char *buf, size_t size);
/*
 * ldt_distribution_bucket - the numbers that a row counts, and its count, normalised. False for a bucket that no number
 * falls into.
 */
bool ldt_distribution_bucket(const struct ldt_distribution *dist, size_t cell, dtrace_bucket_t *ret);
int ldt_distribution_print(struct dtrace_hdl *dtp, FILE *out, const struct ldt_distribution *dist);
long long ldt_distribution_total(const struct ldt_distribution *dist); /* sum of the counts, normalised */

/*
 * How the counts of one table become bars: a full bar is the sum of all counts, with aggzoom the largest of
 * them; with encoding=utf8 bars are made of blocks.
 */
struct ldt_bars {
	long double total;
	bool positive, negative; /* there are such counts: each side gets a half */
	bool zoom, blocks;
};
struct ldt_bars ldt_bars_init(struct dtrace_hdl *dtp);
void ldt_bars_add(struct ldt_bars *bars, int64_t count);
/* ldt_bar - one bar and its count as rows of a distribution have them. */
void ldt_bar(FILE *out, const struct ldt_bars *bars, int64_t count, uint64_t normal);
/*
 * ldt_distribution_pack - the rows from @first to @last in one line, a sign for each; @bars says
 * how, its total is not used.
 */
void ldt_distribution_pack(FILE *out, const struct ldt_distribution *dist, size_t first, size_t last,
			   const struct ldt_bars *bars);
/*
 * ldt_distribution_sum - sum of label * count, as sorting wants it; ldt_distribution_zero - the count
 * of the bucket that holds 0.
 */
long double ldt_distribution_sum(const dtrace_aggdata_t *data);
int64_t ldt_distribution_zero(const dtrace_aggdata_t *data);

#endif
