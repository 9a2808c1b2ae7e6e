/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * metrics.h - what is exported: families of series, and their values. No tracing, no text, no files: pure data.
 *
 *      metrics --+-- family (one aggregation) --+-- series (one set of label values): the words of its value
 *                |                              +-- series
 *                |                              +-- the series of what --max-series has left out
 *                +-- family
 *
 * A series only gains: what an aggregation has gathered since the last time is added to it, by the rule of its function.
 * So a counter goes on whatever the program clears or truncates, and two keys with the same text are one series.
 * A value is an array of words: count, sum, min, max: one; avg: count, sum; stddev: count, sum, and the sum of squares in
 * two words, the lower one first; distributions: one for each bucket.
 *
 * One thread at a time; the caller's lock.
 */
#ifndef EXPORT_METRICS_H
#define EXPORT_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEFT_OUT "(left out)" /* what the labels say of the series of those that --max-series has left out */

/* What a family becomes. */
enum kind {
	KIND_COUNTER,   /* count, sum */
	KIND_SUMMARY,   /* avg */
	KIND_GAUGE,     /* min, max, stddev */
	KIND_HISTOGRAM, /* quantize, lquantize, llquantize */
};

/* The greatest number that a bucket counts; the last bucket has none. */
struct bound {
	bool is_unsigned, is_last;
	int64_t number; /* uint64_t where it is unsigned */
};

struct series {
	struct series *chain, *next; /* of the hash; of the family, in order of appearance */
	char *labels;                /* the values, each with its '\0' */
	size_t labels_size;
	bool has_value; /* something was added */
	uint64_t words[];
};

struct family {
	struct family *next;
	char *name;            /* of the metric, without _total and the like */
	char *aggregation;     /* without the @ */
	char *help;            /* one line or more, not escaped */
	unsigned int varid;    /* of the aggregation in its program */
	unsigned int function; /* DTRACEAGG_* */
	uint64_t parameter;    /* of the function */
	enum kind kind;
	char **labels; /* their names */
	size_t label_count;
	struct bound *bounds; /* one for each word of a histogram */
	size_t word_count;
	size_t samples;          /* lines that a series of it takes */
	bool all_bounds;         /* those below -1, too */
	bool went_down;          /* a counter that has lost something is a gauge from then on */
	struct series **buckets; /* the hash */
	size_t bucket_count, series_count;
	struct series *first, *last;
	struct series *left_out; /* one of them; NULL: nothing was left out */
};

struct metrics {
	struct family *first, *last;
	size_t samples, max_samples; /* without those of LEFT_OUT */
	uint64_t left_out;           /* additions to LEFT_OUT */
};

void metrics_init(struct metrics *metrics, size_t max_samples);
void metrics_fini(struct metrics *metrics);

/*
 * metrics_add - put a family at the end. @family: malloc'ed with all of its strings and arrays, and the fields down to
 * all_bounds filled in; it is the metrics' from now on.
 * return:  NULL, or why not: another family's name, or one of its lines, would be the same. The caller still has @family.
 */
const char *metrics_add(struct metrics *metrics, struct family *family);
void family_free(struct family *family);
struct family *metrics_by_variable(const struct metrics *metrics, unsigned int varid);
struct family *metrics_by_name(const struct metrics *metrics, const char *name);

/* family_kind - what a function becomes; false: it is not known. */
bool family_kind(unsigned int function, enum kind *ret);
/* family_words - the words of a value, of functions that are no histogram. */
size_t family_words(unsigned int function);

/*
 * family_series - the series with these label values, made with a value of zeros if there is none; LEFT_OUT's when there
 * is no room for another.
 * args:    @labels: label_count strings, each with its '\0', of UTF-8; copied.
 * return:  the family's; NULL without memory.
 */
struct series *family_series(struct metrics *metrics, struct family *family, const char *labels, size_t size);

/* series_add - add word_count words. A value that becomes less than it was makes the family a gauge. */
void series_add(struct family *family, struct series *series, const uint64_t *words);

/* family_clear - clear(): gauges have no series any more, until something is added. What counts goes on. */
void family_clear(struct metrics *metrics, struct family *family);
/*
 * family_keep - trunc(): of gauges only the greatest @count are left, of @count < 0 the least. What counts stays.
 * return:  0, -1 without memory.
 */
int family_keep(struct metrics *metrics, struct family *family, int64_t count);

/* series_deviation - of a stddev: the root of the mean square less the squared mean. */
double series_deviation(const struct series *series);

#endif
