/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/distribution.c - distributions: which values their buckets count, and how they are
 * printed.
 *
 *                  value  ------------- Distribution ------------- count
 *                      0 |                                         0
 *                      1 |@@@@@@@@@@@@@@@@@@@@@@@@@@               2
 *
 * A bar has 40 columns for the sum of all counts; when there are negative counts too (weights can be), both sides
 * get 20.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/distribution.h"

#define BAR   40
#define BLOCK 8 /* parts of a block */

static int64_t word_get(const char *data, size_t index)
{
	int64_t value;

	memcpy(&value, data + index * sizeof(value), sizeof(value));
	return value;
}

/* Whether a bucket holds no number at all: more steps than a magnitude has numbers. */
static bool is_hollow(const struct ldt_distribution *dist, size_t cell)
{
	size_t outer = cell > dist->middle ? cell + 1 : cell - 1;

	return dist->middle && cell != dist->middle && cell > 0 && cell + 1 < dist->cells &&
	       dist->labels[cell] == dist->labels[outer];
}

/* First and last row to show: one around what is not zero. */
static void find_range(struct ldt_distribution *dist, size_t empty_first, size_t empty_last)
{
	dist->first = 0;
	dist->last = dist->cells - 1;
	while (dist->first < dist->cells && dist->counts[dist->first] == 0)
		dist->first++;
	if (dist->first == dist->cells) {
		dist->first = empty_first;
		dist->last = DT_MIN(empty_last, dist->cells - 1);
		return;
	}
	while (dist->counts[dist->last] == 0)
		dist->last--;
	do
		dist->first -= dist->first > 0;
	while (is_hollow(dist, dist->first));
	do
		dist->last += dist->last < dist->cells - 1;
	while (is_hollow(dist, dist->last));
}

int ldt_distribution_init(struct ldt_distribution *dist, const dtrace_aggdata_t *data)
{
	const dtrace_recdesc_t *rec = ldt_agg_value_rec(data);
	size_t parameters = ldt_agg_function(rec->action)->parameters;
	const struct ldt_agg_shows *shows = ldt_agg_shows(data);
	const char *value = ldt_agg_value(data);

	memset(dist, 0, sizeof(*dist));
	dist->cells = rec->size / sizeof(int64_t) - parameters;
	dist->normal = data->dtada_normal;
	dist->labels = calloc(dist->cells + 1, sizeof(dist->labels[0]));
	dist->counts = calloc(dist->cells + 1, sizeof(dist->counts[0]));
	if (!dist->labels || !dist->counts) {
		ldt_distribution_fini(dist);
		return ldt_set_errno(data->dtada_handle, EDT_NOMEM);
	}
	for (size_t i = 0; i < dist->cells; i++)
		dist->counts[i] = word_get(value, i + parameters);
	shows->label(dist, parameters ? (uint64_t)word_get(value, 0) : 0);
	if (shows->empty_last)
		find_range(dist, shows->empty_first, shows->empty_last);
	else
		find_range(dist, dist->middle - 1, dist->middle + 1);
	return 0;
}

void ldt_distribution_fini(struct ldt_distribution *dist)
{
	free(dist->labels);
	free(dist->counts);
	memset(dist, 0, sizeof(*dist));
}

/* Oracle's llquantize. The middle is one number, or all that are nearer to zero than the first buckets. */
static void label_both(const struct ldt_distribution *dist, size_t cell, char *buf, size_t size)
{
	unsigned long long label = (unsigned long long)dist->labels[cell];

	if (cell == dist->middle && label == 1)
		snprintf(buf, size, "0");
	else if (cell == dist->middle)
		snprintf(buf, size, dist->first < dist->middle ? "abs() < %llu" : "< %llu", label);
	else if (cell < dist->middle)
		snprintf(buf, size, "%s-%llu", cell == 0 ? "<= " : "", label);
	else
		snprintf(buf, size, "%s%llu", cell == dist->cells - 1 ? ">= " : "", label);
}

void ldt_distribution_label(const struct ldt_distribution *dist, size_t cell, char *buf, size_t size)
{
	const char *prefix = !dist->open_ends ? "" : cell == 0 ? "< " : cell == dist->cells - 1 ? ">= " : "";

	if (dist->middle)
		label_both(dist, cell, buf, size);
	else if (dist->is_unsigned)
		snprintf(buf, size, "%s%llu", prefix, (unsigned long long)dist->labels[cell]);
	else
		snprintf(buf, size, "%s%lld", prefix, (long long)dist->labels[cell]);
}

/* Oracle's llquantize: labels are distances from zero, those of the middle's neighbours where the sides begin. */
static void bound_both(const struct ldt_distribution *dist, size_t cell, dtrace_bucket_t *bucket)
{
	if (cell == dist->middle) {
		bucket->low = -(dist->labels[cell] - 1);
		bucket->high = dist->labels[cell] - 1;
	} else if (cell < dist->middle) {
		bucket->high = -dist->labels[cell];
		bucket->low = bucket->has_low ? -(dist->labels[cell - 1] - 1) : 0;
	} else {
		bucket->low = dist->labels[cell];
		bucket->high = bucket->has_high ? dist->labels[cell + 1] - 1 : 0;
	}
}

/* quantize: powers of two on both sides of zero. */
static void bound_powers(const struct ldt_distribution *dist, size_t cell, dtrace_bucket_t *bucket)
{
	int64_t label = dist->labels[cell];

	bucket->low = bucket->high = label;
	if (label < 0)
		bucket->low = cell == 0 ? INT64_MIN : dist->labels[cell - 1] + 1;
	else if (label > 0)
		bucket->high = cell + 1 == dist->cells ? INT64_MAX : dist->labels[cell + 1] - 1;
}

bool ldt_distribution_bucket(const struct ldt_distribution *dist, size_t cell, dtrace_bucket_t *ret)
{
	if (is_hollow(dist, cell))
		return false;
	*ret = (dtrace_bucket_t){ .has_low = !dist->open_ends || cell > 0,
				  .has_high = !dist->open_ends || cell + 1 < dist->cells,
				  .count = ldt_divide(dist->counts[cell], (int64_t)(dist->normal ? dist->normal : 1)) };
	if (dist->middle) {
		bound_both(dist, cell, ret);
	} else if (!dist->open_ends) {
		bound_powers(dist, cell, ret);
	} else {
		ret->low = ret->has_low ? dist->labels[cell] : 0;
		ret->high = cell == 0 ? dist->labels[0] - 1 : ret->has_high ? dist->labels[cell + 1] - 1 : 0;
	}
	return true;
}

static void repeat(FILE *out, char c, int count)
{
	while (count-- > 0)
		fputc(c, out);
}

static long double weight_of(int64_t count)
{
	return count < 0 ? -(long double)count : (long double)count;
}

/* The length of the bar of a count, in @parts of a full bar. */
static unsigned int share(const struct ldt_bars *bars, int64_t count, unsigned int parts)
{
	return bars->total > 0 ? (unsigned int)(weight_of(count) * parts / bars->total + 0.5L) : 0;
}

struct ldt_bars ldt_bars_init(struct dtrace_hdl *dtp)
{
	return (struct ldt_bars){ .zoom = ldt_option(dtp, LDT_OPT_AGGZOOM) != 0,
				  .blocks = dtp->copts.encoding_set && dtp->copts.encoding_utf8 };
}

void ldt_bars_add(struct ldt_bars *bars, int64_t count)
{
	long double weight = weight_of(count);

	bars->positive |= count > 0;
	bars->negative |= count < 0;
	bars->total = bars->zoom ? DT_MAX(bars->total, weight) : bars->total + weight;
}

/* U+2588 is a full block; U+2589 to U+258F are seven eighths to one, from the left. */
static void print_blocks(FILE *out, unsigned int eighths)
{
	for (unsigned int i = 0; i < eighths / BLOCK; i++)
		fputs("\xe2\x96\x88", out);
	if (eighths % BLOCK)
		fprintf(out, "\xe2\x96%c", 0x90 - eighths % BLOCK);
	repeat(out, ' ', (int)(BAR - (eighths + BLOCK - 1) / BLOCK));
}

void ldt_bar(FILE *out, const struct ldt_bars *bars, int64_t count, uint64_t normal)
{
	int columns = bars->positive && bars->negative ? BAR / 2 : BAR, length = (int)share(bars, count, columns);
	long long shown = ldt_divide(count, (int64_t)(normal ? normal : 1));

	if (!bars->negative || (bars->positive && count > 0)) {
		repeat(out, ' ', bars->negative ? columns : 0);
		fputc('|', out);
		if (bars->blocks && !bars->negative) {
			print_blocks(out, share(bars, count, BAR * BLOCK));
		} else {
			repeat(out, '@', length);
			repeat(out, ' ', columns - length);
		}
	} else {
		repeat(out, ' ', columns - length);
		repeat(out, '@', length);
		fputc('|', out);
		repeat(out, ' ', bars->positive ? columns : 0);
	}
	fprintf(out, " %-9lld\n", shown);
}

int ldt_distribution_print(struct dtrace_hdl *dtp, FILE *out, const struct ldt_distribution *dist)
{
	struct ldt_bars bars = ldt_bars_init(dtp);
	char label[40];

	for (size_t i = 0; i < dist->cells; i++)
		ldt_bars_add(&bars, dist->counts[i]);
	fprintf(out, "\n%16s %41s %-9s\n", "value", "------------- Distribution -------------", "count");
	for (size_t i = dist->first; i <= dist->last; i++) {
		if (is_hollow(dist, i))
			continue;
		ldt_distribution_label(dist, i, label, sizeof(label));
		fprintf(out, "%16s ", label);
		ldt_bar(out, &bars, dist->counts[i], dist->normal);
	}
	return 0;
}

/* ---- in one line: a sign per bucket, taller for larger counts */

static void print_sign(FILE *out, const struct ldt_bars *bars, int64_t count)
{
	static const char ascii[] = "__xxxxXX", below[] = "vvvvVV";

	if (count == 0)
		fputc(' ', out);
	else if (count < 0)
		fputc(below[share(bars, count, sizeof(below) - 2)], out);
	else if (bars->blocks) /* U+2581 is an eighth from below, U+2588 all of it */
		fprintf(out, "\xe2\x96%c", 0x81 + share(bars, count, BLOCK - 1));
	else
		fputc(ascii[share(bars, count, sizeof(ascii) - 2)], out);
}

void ldt_distribution_pack(FILE *out, const struct ldt_distribution *dist, size_t first, size_t last,
			   const struct ldt_bars *bars)
{
	struct ldt_bars own = { .zoom = bars->zoom, .blocks = bars->blocks };

	for (size_t i = first; i <= last; i++)
		ldt_bars_add(&own, dist->counts[i]);
	for (size_t i = first; i <= last; i++)
		print_sign(out, &own, dist->counts[i]);
}

long long ldt_distribution_total(const struct ldt_distribution *dist)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < dist->cells; i++)
		sum += (uint64_t)dist->counts[i];
	return ldt_divide((int64_t)sum, (int64_t)(dist->normal ? dist->normal : 1));
}

/* ---- for sorting */

/*
 * The value that stands for a row: its beginning; the lowest row has none: one less than its end.
 */
static long double sort_label(const struct ldt_distribution *dist, size_t cell)
{
	long double label = (long double)(uint64_t)dist->labels[cell];

	if (dist->middle)
		return cell == dist->middle ? 0 : cell < dist->middle ? -label : label;
	if (!dist->is_unsigned)
		label = (long double)dist->labels[cell];
	return label - (dist->open_ends && cell == 0);
}

long double ldt_distribution_sum(const dtrace_aggdata_t *data)
{
	struct ldt_distribution dist;
	long double sum = 0;

	if (ldt_distribution_init(&dist, data) == -1)
		return 0;
	for (size_t i = 0; i < dist.cells; i++) {
		sum += sort_label(&dist, i) * (long double)dist.counts[i];
	}
	ldt_distribution_fini(&dist);
	return sum;
}

int64_t ldt_distribution_zero(const dtrace_aggdata_t *data)
{
	struct ldt_distribution dist;
	int64_t count = 0;

	if (ldt_distribution_init(&dist, data) == -1)
		return 0;
	if (dist.middle)
		count = dist.counts[dist.middle];
	for (size_t i = dist.open_ends; !dist.middle && i < dist.cells; i++) {
		if (dist.labels[i] == 0)
			count = dist.counts[i];
	}
	ldt_distribution_fini(&dist);
	return count;
}
