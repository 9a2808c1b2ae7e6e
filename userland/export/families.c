/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * families.c - from libdtrace's aggregations to families and series.
 *
 * Sections: a family; names; a value.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "families.h"
#include "text.h"

#define KEY_TEXT 65536 /* the longest text of a key */

/* What the functions of the two walks have. */
struct walk {
	struct metrics *metrics;
	dtrace_hdl_t *dtp;
	struct descriptions *descriptions;
	const char *name;
	char *key, *labels; /* room for a key's text; for those of all keys, made clean */
	size_t labels_room;
	bool has_failed;
};

static const dtrace_recdesc_t *value_of(const dtrace_aggdata_t *data)
{
	return &data->dtada_desc->rec[data->dtada_desc->records - 1];
}

/* ---- a family -------------------------------------------------------------------------------- */

/* The buckets of an entry, malloc'ed; counts not divided by what normalize() says. */
static dtrace_bucket_t *buckets_of(const dtrace_aggdata_t *data, size_t *count_ret, bool *is_unsigned_ret)
{
	dtrace_aggdata_t plain = *data;
	dtrace_bucket_t *buckets;
	int count;

	plain.dtada_normal = 1;
	count = dtrace_aggbuckets(&plain, NULL, 0, is_unsigned_ret);
	buckets = count > 0 ? calloc((size_t)count, sizeof(*buckets)) : NULL;
	if (!buckets || dtrace_aggbuckets(&plain, buckets, (size_t)count, is_unsigned_ret) != count) {
		free(buckets);
		return NULL;
	}
	*count_ret = (size_t)count;
	return buckets;
}

static bool add_bounds(struct family *family, const dtrace_aggdata_t *data)
{
	bool is_unsigned;
	dtrace_bucket_t *buckets = buckets_of(data, &family->word_count, &is_unsigned);

	family->bounds = buckets ? calloc(family->word_count, sizeof(family->bounds[0])) : NULL;
	for (size_t i = 0; family->bounds && i < family->word_count; i++)
		family->bounds[i] = (struct bound){ is_unsigned, i + 1 == family->word_count, buckets[i].high };
	free(buckets);
	return family->bounds != NULL;
}

static bool add_labels(struct family *family, const struct description *description, size_t count)
{
	char name[32];

	family->labels = calloc(count + 1, sizeof(char *));
	if (!family->labels)
		return false;
	for (; family->label_count < count; family->label_count++) {
		snprintf(name, sizeof(name), "key%zu", family->label_count + 1);
		family->labels[family->label_count] = strdup(
			description && description->label_count ? description->labels[family->label_count] : name);
		if (!family->labels[family->label_count])
			return false;
	}
	return true;
}

static bool add_help(struct family *family, const struct description *description, const char *program)
{
	int result;

	if (description && description->help)
		return (family->help = strdup(description->help)) != NULL;
	result = asprintf(&family->help, "Aggregation @%s%s%s.", family->aggregation, *program ? " of " : "", program);
	if (result == -1)
		family->help = NULL;
	return result != -1;
}

/* ---- names ----------------------------------------------------------------------------------- */

/*
 * "anytrace_NAME_AGGREGATION", without those of the two that there are not: D calls an aggregation without a name "_".
 * What may not be in a name becomes "_"; a counter has its _total anyway.
 */
static char *metric_name(const char *program, const char *aggregation, enum kind kind)
{
	size_t length = strcmp(aggregation, "_") == 0 ? 0 : strlen(aggregation);
	char *name;

	if (kind == KIND_COUNTER && length > 6 && strcmp(aggregation + length - 6, "_total") == 0)
		length -= 6;
	if (asprintf(&name, "anytrace%s%s%s%.*s", *program ? "_" : "", program, length ? "_" : "", (int)length,
		     aggregation) == -1)
		return NULL;
	for (char *at = name; *at; at++) {
		if (!isalnum((unsigned char)*at))
			*at = '_';
	}
	return name;
}

static bool does_fit(const struct description *description, const struct family *family, unsigned int keys)
{
	if (description->label_count && description->label_count != keys) {
		say("%s: @%s has %u keys, not %zu", description->place, family->aggregation, keys,
		    description->label_count);
		return false;
	}
	if (description->is_signed && family->function != DTRACEAGG_QUANTIZE) {
		say("%s: @%s is no quantize(): nothing to be signed", description->place, family->aggregation);
		return false;
	}
	return true;
}

/* All of a family but its place among the others. NULL: the walk has failed, and why has been said. */
static struct family *make_family(const struct walk *walk, const dtrace_aggdata_t *data)
{
	const char *name = dtrace_aggname(data);
	struct description *description = descriptions_find(walk->descriptions, name ? name : "");
	struct family *family = calloc(1, sizeof(*family));
	bool is_made;

	if (family) {
		family->varid = data->dtada_desc->varid;
		family->function = value_of(data)->action;
		family->parameter = value_of(data)->arg;
		family->word_count = family_words(family->function);
		family->all_bounds = family->function != DTRACEAGG_QUANTIZE || (description && description->is_signed);
		family->aggregation = strdup(name && *name ? name : "_");
	}
	if (family && family->aggregation && !family_kind(family->function, &family->kind)) {
		say("@%s: no metric is known for this function", family->aggregation);
		family_free(family);
		return NULL;
	}
	is_made = family && family->aggregation &&
		  (family->name = metric_name(walk->name, family->aggregation, family->kind)) &&
		  add_help(family, description, walk->name);
	if (is_made && description && !does_fit(description, family, dtrace_aggkeys(data))) {
		family_free(family);
		return NULL;
	}
	if (is_made && add_labels(family, description, dtrace_aggkeys(data)) &&
	    (family->kind != KIND_HISTOGRAM || add_bounds(family, data))) {
		if (description)
			description->is_used = true;
		return family;
	}
	family_free(family);
	say("out of memory");
	return NULL;
}

static int add_family(const dtrace_aggdata_t *data, void *arg)
{
	struct walk *walk = arg;
	struct family *family = make_family(walk, data);
	const char *why;

	if (!family) {
		walk->has_failed = true;
		return DTRACE_AGGWALK_ABORT;
	}
	why = metrics_add(walk->metrics, family);
	if (why) {
		say("@%s cannot be %s: %s. Rename one of them, or use -N", family->aggregation, family->name, why);
		family_free(family);
		walk->has_failed = true;
		return DTRACE_AGGWALK_ABORT;
	}
	/* counters begin at 0, so that the first event is an increase */
	if (family->label_count == 0 && family->kind != KIND_GAUGE && !family_series(walk->metrics, family, "", 0)) {
		say("out of memory");
		walk->has_failed = true;
		return DTRACE_AGGWALK_ABORT;
	}
	return DTRACE_AGGWALK_NEXT;
}

int families_make(struct metrics *metrics, dtrace_hdl_t *dtp, struct descriptions *descriptions, const char *name)
{
	struct walk walk = { .metrics = metrics, .dtp = dtp, .descriptions = descriptions, .name = name };

	if (dtrace_aggregate_iter(dtp, add_family, &walk) == -1) {
		say("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
		return -1;
	}
	if (walk.has_failed)
		return -1;
	if (!metrics->first) {
		say("the program has no aggregation: there is nothing to export");
		return -1;
	}
	for (size_t i = 0; i < descriptions->count; i++) {
		if (!descriptions->all[i].is_used) {
			say("%s: the program has no @%s", descriptions->all[i].place, descriptions->all[i].aggregation);
			return -1;
		}
	}
	return 0;
}

/* ---- a value --------------------------------------------------------------------------------- */

static bool is_stack(const dtrace_recdesc_t *rec)
{
	return rec->action == DTRACEACT_STACK || rec->action == DTRACEACT_USTACK || rec->action == DTRACEACT_JSTACK;
}

/* The texts of the keys, one after the other, in walk->labels; how many bytes, or -1. */
static ptrdiff_t label_texts(struct walk *walk, const dtrace_aggdata_t *data)
{
	unsigned int keys = dtrace_aggkeys(data);
	size_t used = 0;

	if (walk->labels_room < keys * (size_t)(3 * KEY_TEXT + 1)) {
		size_t room = keys * (size_t)(3 * KEY_TEXT + 1);
		char *more = realloc(walk->labels, room);

		if (!more)
			return -1;
		walk->labels = more;
		walk->labels_room = room;
	}
	for (unsigned int i = 0; i < keys; i++) {
		char *text = walk->key, *folded = walk->key + KEY_TEXT;

		if (!dtrace_aggkey2str(data, i, text, KEY_TEXT))
			return -1;
		if (is_stack(&data->dtada_desc->rec[i + 1])) {
			text_fold(folded, text);
			text = folded;
		}
		used += text_clean(walk->labels + used, text) + 1;
	}
	return (ptrdiff_t)used;
}

static bool add_value(struct family *family, struct series *series, const dtrace_aggdata_t *data)
{
	uint64_t words[4];
	dtrace_bucket_t *buckets;
	uint64_t *counts;
	bool is_unsigned;
	size_t count;

	if (family->kind != KIND_HISTOGRAM) {
		memcpy(words, data->dtada_data + value_of(data)->offset, family->word_count * sizeof(words[0]));
		series_add(family, series, words);
		return true;
	}
	buckets = buckets_of(data, &count, &is_unsigned);
	counts = buckets ? calloc(count, sizeof(*counts)) : NULL;
	for (size_t i = 0; counts && i < count; i++)
		counts[i] = (uint64_t)buckets[i].count;
	if (counts)
		series_add(family, series, counts);
	free(buckets);
	free(counts);
	return counts != NULL;
}

static int take_entry(const dtrace_aggdata_t *data, void *arg)
{
	struct walk *walk = arg;
	struct family *family = metrics_by_variable(walk->metrics, data->dtada_desc->varid);
	ptrdiff_t size = label_texts(walk, data);
	struct series *series = NULL;
	bool was_down = family && family->went_down;

	if (family && size >= 0)
		series = family_series(walk->metrics, family, walk->labels ? walk->labels : "", (size_t)size);
	if (!series || !add_value(family, series, data)) {
		walk->has_failed = true;
		return DTRACE_AGGWALK_ABORT;
	}
	if (family->went_down && !was_down)
		say("@%s has gone down: %s is a gauge from now on", family->aggregation, family->name);
	return DTRACE_AGGWALK_REMOVE;
}

int families_take(struct metrics *metrics, dtrace_hdl_t *dtp)
{
	struct walk walk = { .metrics = metrics, .dtp = dtp, .key = malloc((size_t)2 * KEY_TEXT) };
	int result = -1;

	if (walk.key && dtrace_aggregate_walk(dtp, take_entry, &walk) == 0 && !walk.has_failed)
		result = 0;
	free(walk.key);
	free(walk.labels);
	return result;
}
