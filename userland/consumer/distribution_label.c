/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/distribution_label.c - the distributions of spec/agg.def: where the buckets of each begin. */
#include <dtrace/action.h>

#include "consumer/aggregate_function.h"
#include "consumer/distribution.h"

static int64_t quantize_label(size_t bucket)
{
	if (bucket == DTRACE_QUANTIZE_ZERO)
		return 0;
	if (bucket < DTRACE_QUANTIZE_ZERO)
		return -(int64_t)(1ull << (DTRACE_QUANTIZE_ZERO - 1 - bucket));
	return (int64_t)(1ull << (bucket - DTRACE_QUANTIZE_ZERO - 1));
}

static void label_powers(struct ldt_distribution *dist, uint64_t parameters)
{
	for (size_t i = 0; i < dist->cells; i++)
		dist->labels[i] = quantize_label(i);
}

static void label_linear(struct ldt_distribution *dist, uint64_t parameters)
{
	int64_t base = DTRACE_LQUANTIZE_BASE(parameters), step = DTRACE_LQUANTIZE_STEP(parameters);

	dist->open_ends = dist->is_linear = true;
	dist->labels[0] = base;
	for (size_t i = 1; i < dist->cells; i++)
		dist->labels[i] = base + (int64_t)(i - 1) * step;
}

/*
 * Buckets of llquantize: below factor^low; then for each magnitude, ending at factor^(m+1), `buckets` parts of which
 * the first ones are covered by the magnitude before; then everything above.
 */
static void label_log_linear(struct ldt_distribution *dist, uint64_t parameters)
{
	uint64_t factor = DTRACE_LLQUANTIZE_FACTOR(parameters), steps = DTRACE_LLQUANTIZE_STEPS(parameters);
	uint64_t value = 1, end;
	unsigned int low = DTRACE_LLQUANTIZE_LOW(parameters), high = DTRACE_LLQUANTIZE_HIGH(parameters);
	size_t cell = 1;

	dist->open_ends = dist->is_unsigned = true;
	for (unsigned int i = 0; i < low; i++)
		value *= factor;
	dist->labels[0] = (int64_t)value;
	end = value * factor;
	for (unsigned int m = low; m <= high && cell < dist->cells; m++) {
		uint64_t buckets = end > steps ? steps : end, width = end / buckets;

		for (; value < end && cell < dist->cells; value += width)
			dist->labels[cell++] = (int64_t)value;
		end = m < high ? end * factor : end;
	}
	for (; cell < dist->cells; cell++)
		dist->labels[cell] = (int64_t)value;
}

/*
 * Labels of one side, rising from the middle: the smallest number of each bucket; the last is where
 * the overflow begins.
 */
static void label_side(uint64_t parameters, uint64_t *label, size_t count)
{
	uint64_t factor = DTRACE_LLQBOTH_FACTOR(parameters), steps = DTRACE_LLQBOTH_STEPS(parameters), top = 1;
	size_t cell = 0;

	for (unsigned int i = 0; i < DTRACE_LLQBOTH_LOW(parameters); i++)
		top *= factor;
	while (cell + 1 < count) {
		uint64_t bottom = top;

		top *= factor;
		for (uint64_t step = steps / factor; step < steps && cell + 1 < count; step++) {
			uint64_t value = top < steps ? (step * top + steps - 1) / steps : step * (top / steps);

			label[cell++] = DT_MAX(value, bottom);
		}
	}
	label[cell] = top;
}

/* The middle is at cells / 2; negative labels mirror the positive ones. */
static void label_both_sides(struct ldt_distribution *dist, uint64_t parameters)
{
	size_t middle = dist->cells / 2;

	dist->open_ends = true;
	dist->middle = middle;
	label_side(parameters, (uint64_t *)dist->labels + middle + 1, dist->cells - middle - 1);
	dist->labels[middle] = dist->labels[middle + 1];
	for (size_t i = 1; i <= middle; i++)
		dist->labels[middle - i] = dist->labels[middle + i];
}

const struct ldt_agg_shows ldt_shows_POWERS = { .label = label_powers,
						.empty_first = DTRACE_QUANTIZE_ZERO - 1,
						.empty_last = DTRACE_QUANTIZE_ZERO + 1 };
const struct ldt_agg_shows ldt_shows_LINEAR = { .label = label_linear, .empty_last = 2 };
const struct ldt_agg_shows ldt_shows_LOG_LINEAR = { .label = label_log_linear, .empty_last = 2 };
const struct ldt_agg_shows ldt_shows_BOTH = { .label = label_both_sides };
