/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_text.c - keys and values of one aggregation entry for consumers that print them
 * their own way: the texts of printa() without its columns, numbers, buckets.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"
#include "consumer/distribution.h"
#include "consumer/print.h"

unsigned int dtrace_aggkeys(const dtrace_aggdata_t *data)
{
	return ldt_key_count(data);
}

/* Put lines to the left: no blanks before or after one, no empty first or last line. In place. */
static void strip(char *text)
{
	char *to = text;

	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n"), blanks = strspn(line, " ");
		const char *next = line + length + (line[length] == '\n');

		if (blanks < length) {
			while (length > blanks && line[length - 1] == ' ')
				length--;
			if (to > text)
				*to++ = '\n';
			memmove(to, line + blanks, length - blanks);
			to += length - blanks;
		}
		line = next;
	}
	*to = '\0';
}

/* Put the output of @print into @buf. NULL with the error set when it fails. */
static char *print_to(const dtrace_aggdata_t *data, int (*print)(const dtrace_aggdata_t *, FILE *, unsigned int),
		      unsigned int index, char *buf, size_t size)
{
	struct dtrace_hdl *dtp = data->dtada_handle;
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int result;

	if (!out) {
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	result = print(data, out, index);
	if (fclose(out) == EOF)
		result = ldt_set_errno(dtp, EDT_NOMEM);
	if (result == 0) {
		strip(text);
		snprintf(buf, size, "%s", text);
	}
	free(text);
	return result == 0 ? buf : NULL;
}

static int print_key(const dtrace_aggdata_t *data, FILE *out, unsigned int index)
{
	return ldt_print_key(data->dtada_handle, out, data, index);
}

static int print_value(const dtrace_aggdata_t *data, FILE *out, unsigned int index)
{
	(void)index;
	return ldt_print_agg_value(data->dtada_handle, out, data);
}

char *dtrace_aggkey2str(const dtrace_aggdata_t *data, unsigned int index, char *buf, size_t size)
{
	const dtrace_recdesc_t *rec;

	if (index >= ldt_key_count(data)) {
		ldt_set_errno(data->dtada_handle, EDT_BADAGGKEY);
		return NULL;
	}
	rec = ldt_key_rec(data, index);
	/* a string keeps its own blanks */
	if (!ldt_is_symbolic(rec->action) && ldt_is_text(data->dtada_handle, ldt_rec_flags(rec))) {
		snprintf(buf, size, "%.*s", (int)rec->size, data->dtada_data + rec->offset);
		return buf;
	}
	return print_to(data, print_key, index, buf, size);
}

char *dtrace_aggvalue2str(const dtrace_aggdata_t *data, char *buf, size_t size)
{
	return print_to(data, print_value, 0, buf, size);
}

int dtrace_aggvalue(const dtrace_aggdata_t *data, int64_t *value_ret)
{
	if (ldt_agg_is_distribution(data))
		return ldt_set_errno(data->dtada_handle, EDT_BADAGGVALUE);
	*value_ret = ldt_agg_scalar(data);
	return 0;
}

const char *dtrace_aggname(const dtrace_aggdata_t *data)
{
	return ldt_aggregation_name(data->dtada_handle, data->dtada_desc->varid);
}

int dtrace_aggbuckets(const dtrace_aggdata_t *data, dtrace_bucket_t *buckets, size_t room, bool *is_unsigned_ret)
{
	struct ldt_distribution dist;
	dtrace_bucket_t bucket;
	size_t count = 0;

	if (!ldt_agg_is_distribution(data))
		return ldt_set_errno(data->dtada_handle, EDT_BADAGGVALUE);
	if (ldt_distribution_init(&dist, data) == -1)
		return -1;
	for (size_t cell = 0; cell < dist.cells; cell++) {
		if (!ldt_distribution_bucket(&dist, cell, &bucket))
			continue;
		if (count < room)
			buckets[count] = bucket;
		count++;
	}
	*is_unsigned_ret = dist.is_unsigned;
	ldt_distribution_fini(&dist);
	return (int)count;
}
