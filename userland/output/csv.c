/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/csv.c - aggregations as CSV (RFC 4180): one table with a line of names first, every line with the same number of
 * fields. A distribution has a line for each bucket.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "output/writers.h"

struct csv {
	unsigned int keys;
	uint64_t records; /* that have no place here */
};

static void *csv_create(struct dtrace_hdl *dtp)
{
	return calloc(1, sizeof(struct csv));
}

/* A field; in quotes where a comma, a quote, a line end or a blank at an end is in it. */
static void print_field(FILE *out, const char *text, size_t size)
{
	bool quoted = size > 0 && (text[0] == ' ' || text[size - 1] == ' ');

	for (size_t i = 0; i < size && !quoted; i++)
		quoted = strchr(",\"\r\n", text[i]) != NULL;
	if (!quoted) {
		fwrite(text, 1, size, out);
		return;
	}
	fputc('"', out);
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '"')
			fputc('"', out);
		fputc(text[i], out);
	}
	fputc('"', out);
}

static int print_value(dtrace_hdl_t *dtp, FILE *out, const dtrace_value_t *value)
{
	size_t size;
	char *text = ldt_value_text(value, &size);

	if (!text)
		return ldt_set_errno(dtp, EDT_NOMEM);
	print_field(out, text, size);
	free(text);
	return 0;
}

static int csv_start(dtrace_hdl_t *dtp, FILE *out, const dtrace_outstart_t *start, void *arg)
{
	struct csv *csv = arg;

	csv->keys = start->keys;
	fputs("time,aggregation,function", out);
	for (unsigned int i = 1; i <= csv->keys; i++)
		fprintf(out, ",key%u", i);
	fputs(",low,high,value\r\n", out);
	return 0;
}

static int csv_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, void *arg)
{
	struct csv *csv = arg;

	for (size_t i = 0; i < record->count; i++) {
		if (strcmp(record->items[i].action, "exit") != 0) {
			csv->records++;
			break;
		}
	}
	return 0;
}

/* The fields that all lines of a cell begin with. */
static int print_head(dtrace_hdl_t *dtp, FILE *out, const struct csv *csv, const dtrace_outrow_t *row,
		      const dtrace_outcell_t *cell)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	fprintf(out, "%" PRId64 ",", (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
	if (cell->name)
		print_field(out, cell->name, strlen(cell->name));
	fprintf(out, ",%s", cell->function);
	for (size_t i = 0; i < csv->keys; i++) {
		fputc(',', out);
		if (i < row->key_count && print_value(dtp, out, &row->keys[i]) == -1)
			return -1;
	}
	return 0;
}

static void print_bound(FILE *out, bool is_there, bool is_unsigned, int64_t number)
{
	fputc(',', out);
	if (is_there && is_unsigned)
		fprintf(out, "%" PRIu64, (uint64_t)number);
	else if (is_there)
		fprintf(out, "%" PRId64, number);
}

static int print_cell(dtrace_hdl_t *dtp, FILE *out, const struct csv *csv, const dtrace_outrow_t *row,
		      const dtrace_outcell_t *cell)
{
	const dtrace_value_t *value = &cell->value;

	if (value->kind != DTRACE_VALUE_DISTRIBUTION) {
		if (print_head(dtp, out, csv, row, cell) == -1)
			return -1;
		fputs(",,,", out);
		if (print_value(dtp, out, value) == -1)
			return -1;
		fputs("\r\n", out);
		return 0;
	}
	for (size_t i = 0; i < value->distribution.count; i++) {
		const dtrace_bucket_t *bucket = &value->distribution.buckets[i];

		if (print_head(dtp, out, csv, row, cell) == -1)
			return -1;
		print_bound(out, bucket->has_low, value->distribution.is_unsigned, bucket->low);
		print_bound(out, bucket->has_high, value->distribution.is_unsigned, bucket->high);
		fprintf(out, ",%" PRId64 "\r\n", bucket->count);
	}
	return 0;
}

static int csv_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, void *arg)
{
	for (size_t i = 0; i < row->cell_count; i++) {
		if (row->cells[i].value.kind != DTRACE_VALUE_NONE &&
		    print_cell(dtp, out, arg, row, &row->cells[i]) == -1)
			return -1;
	}
	return 0;
}

static void csv_why(const void *state, char *buf, size_t size)
{
	const struct csv *csv = state;

	if (csv->records)
		snprintf(buf, size,
			 "%" PRIu64 " record%s not in the output: csv is for aggregations, json has everything",
			 csv->records, csv->records == 1 ? " is" : "s are");
}

const struct ldt_output_format ldt_output_csv = {
	.ops = { .start = csv_start, .record = csv_record, .row = csv_row },
	.create = csv_create,
	.destroy = free,
	.why = csv_why,
};
