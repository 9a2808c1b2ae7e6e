/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_function.h - what the consumer knows of each aggregating function: a row of spec/agg.def as a
 * structure.
 */
#ifndef LDT_AGGREGATE_FUNCTION_H
#define LDT_AGGREGATE_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ldt_distribution;

/*
 * How a result is shown and sorted: as a number, or as a distribution. One of both is there, and which of two results
 * is the greater one follows from it.
 */
struct ldt_agg_shows {
	/*
	 * number - the result as one number.
	 * args:    @words: the cells; @normal: what normalize() said, not 0; 1 for sorting.
	 */
	int64_t (*number)(const uint64_t *words, int64_t normal);
	bool is_unsigned; /* the number is */
	/*
	 * label - fills in what the rows of a distribution are: labels, middle, is_unsigned, open_ends.
	 * args:    @dist: cells and zeroed labels are there; @parameters: the word of the program, 0 without.
	 */
	void (*label)(struct ldt_distribution *dist, uint64_t parameters);
	size_t empty_first, empty_last; /* rows to show where all are 0; 0 and 0: those around the middle */
};

struct ldt_agg_function {
	size_t parameters; /* cells before the counts that say what they are: 1 or 0 */
	/*
	 * merge - add one result to another.
	 * args:    @to, @from: @words cells without the parameters, aligned to 8; @first: nothing was added to @to.
	 */
	void (*merge)(uint64_t *to, const uint64_t *from, size_t words, bool first);
	const struct ldt_agg_shows *shows;
};

/* One for each word of the column `shows`: numbers in aggregate_function.c, distributions in distribution_label.c. */
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) \
	extern const struct ldt_agg_shows ldt_shows_##shows;
#define DT_AGG_FORM(id, NAME, cells, start, merge, shows) extern const struct ldt_agg_shows ldt_shows_##shows;
#include "../../spec/agg.def"

/* ldt_agg_function - by DTRACEAGG_*; NULL when there is no such function. */
const struct ldt_agg_function *ldt_agg_function(unsigned int action);

/* ldt_divide - @a by @b (not 0) as the DIF machine divides: the least number by -1 is the least number. */
static inline int64_t ldt_divide(int64_t a, int64_t b)
{
	return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

#endif
