/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * metrics.c - families and series.
 *
 * Sections: functions; families; series; values; clear and trunc.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace.h>

#include "metrics.h"

void metrics_init(struct metrics *metrics, size_t max_samples)
{
	memset(metrics, 0, sizeof(*metrics));
	metrics->max_samples = max_samples;
}

void metrics_fini(struct metrics *metrics)
{
	while (metrics->first) {
		struct family *family = metrics->first;

		metrics->first = family->next;
		family_free(family);
	}
	memset(metrics, 0, sizeof(*metrics));
}

/* ---- functions ------------------------------------------------------------------------------- */

bool family_kind(unsigned int function, enum kind *ret)
{
	switch (function) {
	case DTRACEAGG_COUNT:
	case DTRACEAGG_SUM:
		*ret = KIND_COUNTER;
		return true;
	case DTRACEAGG_AVG:
		*ret = KIND_SUMMARY;
		return true;
	case DTRACEAGG_MIN:
	case DTRACEAGG_MAX:
	case DTRACEAGG_STDDEV:
		*ret = KIND_GAUGE;
		return true;
	case DTRACEAGG_QUANTIZE:
	case DTRACEAGG_LQUANTIZE:
	case DTRACEAGG_LLQUANTIZE:
	case DTRACEAGG_LLQUANTIZE_BOTH:
		*ret = KIND_HISTOGRAM;
		return true;
	}
	return false;
}

size_t family_words(unsigned int function)
{
	return function == DTRACEAGG_STDDEV ? 4 : function == DTRACEAGG_AVG ? 2 : 1;
}

/* ---- families -------------------------------------------------------------------------------- */

static void series_free(struct series *series)
{
	free(series->labels);
	free(series);
}

void family_free(struct family *family)
{
	if (!family)
		return;
	while (family->first) {
		struct series *series = family->first;

		family->first = series->next;
		series_free(series);
	}
	for (size_t i = 0; family->labels && i < family->label_count; i++)
		free(family->labels[i]);
	free(family->labels);
	free(family->bounds);
	free(family->buckets);
	free(family->help);
	free(family->aggregation);
	free(family->name);
	free(family);
}

/* Whether @name is @base, or @base with an ending that its lines may have: they would be read as the other's. */
static bool is_line_of(const char *name, const char *base)
{
	static const char *const endings[] = { "",      "_total",  "_count", "_sum",     "_bucket",
					       "_info", "_gcount", "_gsum",  "_created", NULL };
	size_t length = strlen(base);

	if (strncmp(name, base, length) != 0)
		return false;
	for (const char *const *ending = endings; *ending; ending++) {
		if (strcmp(name + length, *ending) == 0)
			return true;
	}
	return false;
}

static size_t samples_of(const struct family *family)
{
	size_t count = 0;

	if (family->kind != KIND_HISTOGRAM)
		return family->kind == KIND_SUMMARY ? 2 : 1;
	for (size_t i = 0; i < family->word_count; i++)
		count += family->all_bounds || family->bounds[i].is_unsigned || family->bounds[i].is_last ||
			 family->bounds[i].number >= -1;
	return count;
}

const char *metrics_add(struct metrics *metrics, struct family *family)
{
	if (is_line_of(family->name, "anytrace_export") || strncmp(family->name, "anytrace_export_", 16) == 0)
		return "names that begin with anytrace_export are the exporter's own";
	for (const struct family *other = metrics->first; other; other = other->next) {
		if (is_line_of(family->name, other->name) || is_line_of(other->name, family->name))
			return "another aggregation's metric has the same name, or one that is the same with an ending "
			       "like _total or _count";
	}
	family->samples = samples_of(family);
	if (metrics->last)
		metrics->last->next = family;
	else
		metrics->first = family;
	metrics->last = family;
	return NULL;
}

struct family *metrics_by_variable(const struct metrics *metrics, unsigned int varid)
{
	struct family *family = metrics->first;

	while (family && family->varid != varid)
		family = family->next;
	return family;
}

struct family *metrics_by_name(const struct metrics *metrics, const char *name)
{
	struct family *family = metrics->first;

	while (family && strcmp(family->name, name) != 0)
		family = family->next;
	return family;
}

/* ---- series ---------------------------------------------------------------------------------- */

static size_t hash_of(const char *labels, size_t size)
{
	size_t hash = 5381;

	for (size_t i = 0; i < size; i++)
		hash = hash * 33 + (unsigned char)labels[i];
	return hash ^ hash >> 15;
}

static bool hash_grow(struct family *family)
{
	size_t count = family->bucket_count ? family->bucket_count * 4 : 16;
	struct series **buckets = calloc(count, sizeof(struct series *));

	if (!buckets)
		return false;
	for (struct series *series = family->first; series; series = series->next) {
		size_t slot = hash_of(series->labels, series->labels_size) & (count - 1);

		series->chain = buckets[slot];
		buckets[slot] = series;
	}
	free(family->buckets);
	family->buckets = buckets;
	family->bucket_count = count;
	return true;
}

static struct series *series_find(const struct family *family, const char *labels, size_t size)
{
	struct series *series =
		family->bucket_count ? family->buckets[hash_of(labels, size) & (family->bucket_count - 1)] : NULL;

	while (series && (series->labels_size != size || memcmp(series->labels, labels, size) != 0))
		series = series->chain;
	return series;
}

static struct series *series_make(struct family *family, const char *labels, size_t size)
{
	struct series *series;
	size_t slot;

	if (family->series_count >= family->bucket_count && !hash_grow(family))
		return NULL;
	series = calloc(1, sizeof(*series) + family->word_count * sizeof(series->words[0]));
	if (!series || !(series->labels = malloc(size + 1))) {
		free(series);
		return NULL;
	}
	memcpy(series->labels, labels, size);
	series->labels_size = size;
	slot = hash_of(labels, size) & (family->bucket_count - 1);
	series->chain = family->buckets[slot];
	family->buckets[slot] = series;
	if (family->last)
		family->last->next = series;
	else
		family->first = series;
	family->last = series;
	family->series_count++;
	return series;
}

/* The series of those that there is no room for; each of its labels says so. */
static struct series *left_out(struct family *family)
{
	size_t size = family->label_count * sizeof(LEFT_OUT);
	char *labels;

	if (family->left_out)
		return family->left_out;
	labels = malloc(size + 1);
	if (!labels)
		return NULL;
	for (size_t i = 0; i < family->label_count; i++)
		memcpy(labels + i * sizeof(LEFT_OUT), LEFT_OUT, sizeof(LEFT_OUT));
	family->left_out = series_make(family, labels, size);
	free(labels);
	return family->left_out;
}

static bool says_left_out(const struct family *family, const char *labels, size_t size)
{
	if (family->label_count == 0 || size != family->label_count * sizeof(LEFT_OUT))
		return false;
	for (size_t i = 0; i < family->label_count; i++) {
		if (memcmp(labels + i * sizeof(LEFT_OUT), LEFT_OUT, sizeof(LEFT_OUT)) != 0)
			return false;
	}
	return true;
}

struct series *family_series(struct metrics *metrics, struct family *family, const char *labels, size_t size)
{
	struct series *series = series_find(family, labels, size);

	if (series)
		return series;
	if (says_left_out(family, labels, size)) /* of a state file, or of a key that is this text */
		return left_out(family);
	/* a family without labels has one series, which is always there */
	if (family->label_count > 0 && metrics->samples + family->samples > metrics->max_samples) {
		metrics->left_out++;
		return left_out(family);
	}
	series = series_make(family, labels, size);
	if (series)
		metrics->samples += family->samples;
	return series;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A sum that loses something, or that does not fit 64 bits any more. */
static void add_signed(struct family *family, uint64_t *to, uint64_t word)
{
	uint64_t sum = *to + word;

	if ((int64_t)sum < (int64_t)*to)
		family->went_down = true;
	*to = sum;
}

void series_add(struct family *family, struct series *series, const uint64_t *words)
{
	uint64_t *to = series->words;

	switch (family->function) {
	case DTRACEAGG_MIN:
		if (!series->has_value || (int64_t)words[0] < (int64_t)to[0])
			to[0] = words[0];
		break;
	case DTRACEAGG_MAX:
		if (!series->has_value || (int64_t)words[0] > (int64_t)to[0])
			to[0] = words[0];
		break;
	case DTRACEAGG_STDDEV:
		to[0] += words[0];
		to[1] += words[1];
		to[2] += words[2];
		to[3] += words[3] + (to[2] < words[2]);
		break;
	default:
		for (size_t i = 0; i < family->word_count; i++)
			add_signed(family, &to[i], words[i]);
	}
	series->has_value = true;
}

double series_deviation(const struct series *series)
{
	long double count = (long double)series->words[0], mean, squares;

	if (series->words[0] == 0)
		return 0;
	mean = (long double)(int64_t)series->words[1] / count;
	squares = ((long double)series->words[3] * 18446744073709551616.0L + (long double)series->words[2]) / count;
	return squares > mean * mean ? (double)sqrtl(squares - mean * mean) : 0;
}

/* ---- clear and trunc ------------------------------------------------------------------------- */

/* Take out the series that are marked by having no value. */
static void remove_cleared(struct metrics *metrics, struct family *family)
{
	struct series **link = &family->first, *series;

	memset(family->buckets, 0, family->bucket_count * sizeof(struct series *));
	family->last = NULL;
	while ((series = *link)) {
		size_t slot = hash_of(series->labels, series->labels_size) & (family->bucket_count - 1);

		if (series->has_value) {
			series->chain = family->buckets[slot];
			family->buckets[slot] = series;
			family->last = series;
			link = &series->next;
			continue;
		}
		*link = series->next;
		family->series_count--;
		if (series == family->left_out)
			family->left_out = NULL;
		else
			metrics->samples -= family->samples;
		series_free(series);
	}
}

void family_clear(struct metrics *metrics, struct family *family)
{
	if (family->kind != KIND_GAUGE || !family->first)
		return;
	for (struct series *series = family->first; series; series = series->next)
		series->has_value = false;
	remove_cleared(metrics, family);
}

struct ranked {
	const struct family *family;
	struct series *series;
	size_t place;
};

/* The least first; of equals the one that appeared first. */
static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int64_t first = (int64_t)x->series->words[0], second = (int64_t)y->series->words[0];

	if (x->family->function == DTRACEAGG_STDDEV) {
		double p = series_deviation(x->series), q = series_deviation(y->series);

		return p != q ? (p > q) - (p < q) : (x->place > y->place) - (x->place < y->place);
	}
	return first != second ? (first > second) - (first < second) : (x->place > y->place) - (x->place < y->place);
}

int family_keep(struct metrics *metrics, struct family *family, int64_t count)
{
	size_t found = 0, keep = count < 0 ? 0 - (size_t)count : (size_t)count, first;
	struct ranked *ranked;

	if (family->kind != KIND_GAUGE || !family->first)
		return 0;
	ranked = calloc(family->series_count, sizeof(*ranked));
	if (!ranked)
		return -1;
	for (struct series *series = family->first; series; series = series->next) {
		ranked[found] = (struct ranked){ family, series, found };
		found++;
	}
	qsort(ranked, found, sizeof(*ranked), compare_ranked);
	if (keep > found)
		keep = found;
	first = count < 0 ? 0 : found - keep;
	for (size_t i = 0; i < found; i++)
		ranked[i].series->has_value = i >= first && i < first + keep;
	free(ranked);
	remove_cleared(metrics, family);
	return 0;
}
