/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_function.c - the aggregating functions, by their rows of spec/agg.def: how two
 * results become one, and those that are shown as a number.
 */
#include "consumer/aggregate_function.h"

#include <dtrace/action.h>

/* ---- two results are one --------------------------------------------------------------------- */

static void merge_SUM(uint64_t *to, const uint64_t *from, size_t words, bool first)
{
	for (size_t i = 0; i < words; i++)
		to[i] += from[i];
}

static void merge_LESSER(uint64_t *to, const uint64_t *from, size_t words, bool first)
{
	if (first || (int64_t)from[0] < (int64_t)to[0])
		to[0] = from[0];
}

static void merge_GREATER(uint64_t *to, const uint64_t *from, size_t words, bool first)
{
	if (first || (int64_t)from[0] > (int64_t)to[0])
		to[0] = from[0];
}

/* Count, sum, and a sum of squares of 128 bits. */
static void merge_DEVIATION(uint64_t *to, const uint64_t *from, size_t words, bool first)
{
	to[0] += from[0];
	to[1] += from[1];
	to[2] += from[2];
	to[3] += from[3] + (to[2] < from[2]);
}

/* ---- shown as a number ----------------------------------------------------------------------- */

static int64_t number_of_first(const uint64_t *words, int64_t normal)
{
	return ldt_divide((int64_t)words[0], normal);
}

/* cells: count, sum. */
static int64_t number_of_average(const uint64_t *words, int64_t normal)
{
	return words[0] ? ldt_divide(ldt_divide((int64_t)words[1], normal), (int64_t)words[0]) : 0;
}

/* ---- 128-bit arithmetic for stddev: no CPU of ours may need a wider C type than 64 bits */

struct wide {
	uint64_t low, high;
};

static struct wide wide_divide(struct wide number, uint64_t by)
{
	struct wide quotient = { 0, 0 };
	uint64_t rest = 0;

	for (int bit = 127; bit >= 0; bit--) {
		bool carry = rest >> 63;

		rest = rest << 1 | ((bit >= 64 ? number.high >> (bit - 64) : number.low >> bit) & 1);
		if (carry || rest >= by) {
			rest -= by;
			if (bit >= 64)
				quotient.high |= 1ull << (bit - 64);
			else
				quotient.low |= 1ull << bit;
		}
	}
	return quotient;
}

static struct wide wide_square(uint64_t number)
{
	uint64_t low = (uint32_t)number, high = number >> 32, middle = low * high;
	struct wide result = { low * low, high * high };
	uint64_t shifted = middle << 33;

	result.high += middle >> 31;
	result.low += shifted;
	result.high += result.low < shifted;
	return result;
}

static int wide_compare(struct wide a, struct wide b)
{
	if (a.high != b.high)
		return a.high < b.high ? -1 : 1;
	return (a.low > b.low) - (a.low < b.low);
}

static uint64_t wide_root(struct wide number)
{
	uint64_t root = 0;

	for (int bit = 63; bit >= 0; bit--) {
		uint64_t candidate = root | 1ull << bit;

		if (wide_compare(wide_square(candidate), number) <= 0)
			root = candidate;
	}
	return root;
}

/* cells: count, sum, sum of squares, low and high word. */
static int64_t number_of_deviation(const uint64_t *words, int64_t normal)
{
	struct wide squares, square;
	int64_t average;

	if (words[0] == 0)
		return 0;
	squares = wide_divide((struct wide){ words[2], words[3] }, (uint64_t)normal);
	squares = wide_divide(wide_divide(squares, (uint64_t)normal), words[0]);
	average = ldt_divide(ldt_divide((int64_t)words[1], normal), (int64_t)words[0]);
	square = wide_square(average < 0 ? -(uint64_t)average : (uint64_t)average);
	if (wide_compare(squares, square) < 0)
		return 0;
	squares.high -= square.high + (squares.low < square.low);
	squares.low -= square.low;
	return (int64_t)wide_root(squares);
}

const struct ldt_agg_shows ldt_shows_FIRST = { .number = number_of_first };
const struct ldt_agg_shows ldt_shows_AVERAGE = { .number = number_of_average };
const struct ldt_agg_shows ldt_shows_DEVIATION = { .number = number_of_deviation, .is_unsigned = true };

/* ---- the rows -------------------------------------------------------------------------------- */

#define PARAMETERS_ZERO       0
#define PARAMETERS_LEAST      0
#define PARAMETERS_GREATEST   0
#define PARAMETERS_PARAMETERS 1

static const struct ldt_agg_function functions[] = {
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) \
	[id] = { PARAMETERS_##start, merge_##merge, &ldt_shows_##shows },
#define DT_AGG_FORM(id, NAME, cells, start, merge, shows) \
	[id] = { PARAMETERS_##start, merge_##merge, &ldt_shows_##shows },
#include "../../spec/agg.def"
};

const struct ldt_agg_function *ldt_agg_function(unsigned int action)
{
	unsigned int id = action - DTRACEACT_AGGREGATION;

	return DTRACEACT_ISAGG(action) && id < sizeof(functions) / sizeof(functions[0]) && functions[id].shows
		       ? &functions[id]
		       : NULL;
}
