/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_sort.c - the order of aggregations: by variable, value, key, as the options aggsort* say.
 *
 * Values: scalars signed, avg by sum/count, stddev by its result, distributions by the sum of label times count and
 * then by the weight of their zero bucket. Keys: integers by size and sign, strings bytewise. Normalisation does not
 * change the order.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_sort.h"
#include "consumer/aggregate_value.h"
#include "consumer/distribution.h"
#include "consumer/print.h"

static void merge(void **from, void **to, size_t low, size_t middle, size_t high,
		  int (*compare)(const void *, const void *, void *), void *arg)
{
	size_t a = low, b = middle;

	for (size_t i = low; i < high; i++) {
		if (a < middle && (b >= high || compare(from[a], from[b], arg) <= 0))
			to[i] = from[a++];
		else
			to[i] = from[b++];
	}
}

int ldt_merge_sort(void **array, size_t count, int (*compare)(const void *a, const void *b, void *arg), void *arg)
{
	void **other, **from = array, **to;

	if (count < 2)
		return 0;
	other = malloc(count * sizeof(*other));
	if (!other)
		return -1;
	to = other;
	for (size_t width = 1; width < count; width *= 2) {
		void **swap = from;

		for (size_t low = 0; low < count; low += 2 * width)
			merge(from, to, low, DT_MIN(low + width, count), DT_MIN(low + 2 * width, count), compare, arg);
		from = to;
		to = swap;
	}
	if (from != array)
		memcpy(array, from, count * sizeof(*array));
	free(other);
	return 0;
}

void ldt_aggsort_options(struct dtrace_hdl *dtp, struct ldt_aggsort *sort)
{
	*sort = (struct ldt_aggsort){
		.key_first = ldt_option(dtp, LDT_OPT_AGGSORTKEY) != 0,
		.reverse = ldt_option(dtp, LDT_OPT_AGGSORTREV) != 0,
		.key_position = (unsigned int)ldt_option(dtp, LDT_OPT_AGGSORTKEYPOS),
		.var_first = true,
	};
}

static int compare_numbers(int64_t a, int64_t b, bool is_signed)
{
	if (is_signed)
		return (a > b) - (a < b);
	return ((uint64_t)a > (uint64_t)b) - ((uint64_t)a < (uint64_t)b);
}

static int compare_words(const char *a, const char *b, size_t size)
{
	for (size_t i = 0; i + sizeof(uint64_t) <= size; i += sizeof(uint64_t)) {
		uint64_t x, y;

		memcpy(&x, a + i, sizeof(x));
		memcpy(&y, b + i, sizeof(y));
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

/* One key of two records. With compat=oracle integers are unsigned, whatever their type is. */
static int compare_key(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b, unsigned int index)
{
	const dtrace_recdesc_t *x = &a->dtada_desc->rec[index + 1], *y = &b->dtada_desc->rec[index + 1];
	const char *left = a->dtada_data + x->offset, *right = b->dtada_data + y->offset;
	bool is_signed = ldt_rec_signed(x) && !a->dtada_handle->copts.oracle_compat, ok;
	int64_t number;

	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	if (ldt_is_symbolic(x->action))
		return compare_words(left, right, x->size);
	if (ldt_rec_flags(x) & DTRACE_EXPR_STRING)
		return strncmp(left, right, x->size);
	number = ldt_int(left, x->size, is_signed, &ok);
	if (ok && !(ldt_rec_flags(x) & DTRACE_EXPR_BYREF))
		return compare_numbers(number, ldt_int(right, y->size, is_signed, &ok), is_signed);
	return memcmp(left, right, x->size);
}

int ldt_aggsort_keys(const struct ldt_aggsort *sort, const dtrace_aggdata_t *a, const dtrace_aggdata_t *b)
{
	unsigned int keys = a->dtada_desc->records - 2, other = b->dtada_desc->records - 2;
	unsigned int first = keys && sort->key_position < keys ? sort->key_position : 0;

	if (keys != other)
		return keys < other ? -1 : 1;
	for (unsigned int i = 0; i < keys; i++) {
		int result = compare_key(a, b, (first + i) % keys);

		if (result)
			return result;
	}
	return 0;
}

static int compare_distributions(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b)
{
	long double x = ldt_distribution_sum(a), y = ldt_distribution_sum(b);

	if (x != y)
		return x < y ? -1 : 1;
	return compare_numbers(ldt_distribution_zero(a), ldt_distribution_zero(b), true);
}

int ldt_aggsort_values(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b)
{
	unsigned int x = ldt_agg_value_rec(a)->action, y = ldt_agg_value_rec(b)->action;

	if (x != y)
		return x < y ? -1 : 1;
	if (ldt_agg_is_distribution(a))
		return compare_distributions(a, b);
	return compare_numbers(ldt_agg_number(a, 1), ldt_agg_number(b, 1), !ldt_agg_shows(a)->is_unsigned);
}

static int compare_variables(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b)
{
	return compare_numbers(a->dtada_desc->varid, b->dtada_desc->varid, false);
}

int ldt_aggsort_compare(const struct ldt_aggsort *sort, const dtrace_aggdata_t *a, const dtrace_aggdata_t *b)
{
	int result = sort->var_first ? compare_variables(a, b) : 0;

	if (result == 0)
		result = sort->key_first ? ldt_aggsort_keys(sort, a, b) : ldt_aggsort_values(a, b);
	if (result == 0)
		result = sort->key_first ? ldt_aggsort_values(a, b) : ldt_aggsort_keys(sort, a, b);
	if (result == 0 && !sort->var_first)
		result = compare_variables(a, b);
	return sort->reverse ? -result : result;
}
