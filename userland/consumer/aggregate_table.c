/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggregate_table.c - -x agghist: one table of bars for an aggregation of numbers. -x aggpack: one line for each
 * distribution of an aggregation.
 *
 *                   key  ------------- Distribution ------------- count
 *                  bash |@@@@@@@@@@@@@@@@@@@@                     2
 *
 *                   key  min .-----. max  | count
 *                  bash    0 :  x  : 16   | 2
 *
 * A column is as wide as the type of its keys needs, or the longest of them: all rows are aligned.
 * Stacks have no column, they are printed before their row.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_print.h"
#include "consumer/aggregate_value.h"
#include "consumer/consume.h"
#include "consumer/distribution.h"
#include "consumer/print.h"

#define NO_KEY_WIDTH 16 /* of the first column where there is no key */
#define LABEL_WIDTH  4  /* of the ends of quantize(), at least */
#define BOUNDS_WIDTH 7  /* of those of lquantize() and llquantize(): "< 0", ">= 100" */

struct table {
	struct dtrace_hdl *dtp;
	FILE *out;
	const dtrace_aggdata_t *const *rows;
	size_t count;
	unsigned int keys;
	int *widths; /* of the keys; 0: a stack */
};

static int standard_width(const dtrace_recdesc_t *rec)
{
	bool is_number = ldt_key_is_number(rec);

	if (ldt_is_stack(rec->action))
		return 0;
	return is_number && rec->size == 1 ? 3 : is_number && rec->size == 2 ? 5 : is_number && rec->size == 4 ? 8 : 16;
}

static int find_widths(struct table *table)
{
	table->keys = ldt_key_count(table->rows[0]);
	table->widths = calloc(table->keys + 1, sizeof(*table->widths));
	if (!table->widths)
		return ldt_set_errno(table->dtp, EDT_NOMEM);
	for (unsigned int key = 0; key < table->keys; key++) {
		table->widths[key] = standard_width(ldt_key_rec(table->rows[0], key));
		for (size_t i = 0; table->widths[key] && i < table->count; i++) {
			char *text = ldt_key_text(table->dtp, table->rows[i], key);

			if (!text)
				return -1;
			table->widths[key] = DT_MAX(table->widths[key], (int)strlen(text));
			free(text);
		}
	}
	return 0;
}

/* Columns of the keys, each with the blank before it. */
static int width_of_keys(const struct table *table)
{
	int width = 0;

	for (unsigned int key = 0; key < table->keys; key++)
		width += table->widths[key] ? table->widths[key] + 1 : 0;
	return width;
}

static int print_row_keys(const struct table *table, const dtrace_aggdata_t *row)
{
	for (unsigned int key = 0; key < table->keys; key++) {
		if (!table->widths[key] && ldt_print_key(table->dtp, table->out, row, key) == -1)
			return -1;
	}
	for (unsigned int key = 0; key < table->keys; key++) {
		char *text;

		if (!table->widths[key])
			continue;
		text = ldt_key_text(table->dtp, row, key);
		if (!text)
			return -1;
		fprintf(table->out, " %*s", table->widths[key], text);
		free(text);
	}
	return 0;
}

/* ---- agghist */

static int print_histogram(const struct table *table)
{
	struct ldt_bars bars = ldt_bars_init(table->dtp);
	int width = width_of_keys(table);

	for (size_t i = 0; i < table->count; i++)
		ldt_bars_add(&bars, ldt_agg_scalar(table->rows[i]));
	fprintf(table->out, "\n%*s %41s %-9s\n", width ? width : NO_KEY_WIDTH, width ? "key" : "value",
		"------------- Distribution -------------", "count");
	for (size_t i = 0; i < table->count; i++) {
		if (print_row_keys(table, table->rows[i]) == -1)
			return -1;
		fprintf(table->out, "%*s ", width ? 0 : NO_KEY_WIDTH, "");
		ldt_bar(table->out, &bars, ldt_agg_scalar(table->rows[i]), 1);
	}
	return 0;
}

/* ---- aggpack */

static bool is_set_to_utf8(const char *name, bool *decided)
{
	const char *value = getenv(name);

	*decided = value && *value;
	return *decided && (strstr(value, "UTF-8") || strstr(value, "utf8"));
}

/* -x encoding decides; else the locale, on a terminal that can show more than letters. */
static bool want_blocks(struct dtrace_hdl *dtp)
{
	static const char *const locale[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *term = getenv("TERM");
	bool utf8 = false, decided = false;

	if (dtp->copts.encoding_set)
		return dtp->copts.encoding_utf8;
	if (term && (!strcmp(term, "dumb") || !strcmp(term, "sun") || !strcmp(term, "sun-color")))
		return false;
	for (size_t i = 0; i < DT_ARRAY_SIZE(locale) && !decided; i++)
		utf8 = is_set_to_utf8(locale[i], &decided);
	return utf8;
}

static bool is_used(const struct ldt_distribution *dists, size_t count, size_t cell)
{
	for (size_t i = 0; i < count; i++) {
		if (dists[i].counts[cell])
			return true;
	}
	return false;
}

/*
 * The rows to show: of lquantize() all; of the others the fewest that show every distribution, without the
 * negative side of quantize() when it is empty.
 */
static void pack_range(const struct ldt_distribution *dists, size_t count, size_t *first, size_t *last)
{
	*first = dists[0].first;
	*last = dists[0].last;
	for (size_t i = 1; i < count; i++) {
		*first = DT_MIN(*first, dists[i].first);
		*last = DT_MAX(*last, dists[i].last);
	}
	if (dists[0].is_linear) {
		*first = 0;
		*last = dists[0].cells - 1;
	} else if (!dists[0].open_ends && *first + 1 == DTRACE_QUANTIZE_ZERO && !is_used(dists, count, *first)) {
		(*first)++;
	}
}

static int print_packed_rows(const struct table *table, const struct ldt_distribution *dists)
{
	struct ldt_bars bars = ldt_bars_init(table->dtp);
	int width = width_of_keys(table), low_width, high_width;
	char low[40], high[40];
	size_t first, last;

	bars.blocks = want_blocks(table->dtp);
	pack_range(dists, table->count, &first, &last);
	ldt_distribution_label(&dists[0], first, low, sizeof(low));
	ldt_distribution_label(&dists[0], last, high, sizeof(high));
	low_width = DT_MAX((int)strlen(low), dists[0].open_ends ? BOUNDS_WIDTH : LABEL_WIDTH);
	high_width = DT_MAX((int)strlen(high), dists[0].open_ends ? BOUNDS_WIDTH + 1 : LABEL_WIDTH);
	fprintf(table->out, "\n%*s %*s .", width, width ? "key" : "", low_width, "min");
	for (size_t i = first; i <= last; i++)
		fputc('-', table->out);
	fprintf(table->out, ". %-*s | count\n", high_width, "max");
	for (size_t i = 0; i < table->count; i++) {
		if (print_row_keys(table, table->rows[i]) == -1)
			return -1;
		fprintf(table->out, " %*s :", low_width, low);
		ldt_distribution_pack(table->out, &dists[i], first, last, &bars);
		fprintf(table->out, ": %-*s | %lld\n", high_width, high, ldt_distribution_total(&dists[i]));
	}
	return 0;
}

static int print_packed(const struct table *table)
{
	struct ldt_distribution *dists = calloc(table->count, sizeof(*dists));
	int result = 0;

	if (!dists)
		return ldt_set_errno(table->dtp, EDT_NOMEM);
	for (size_t i = 0; i < table->count && result == 0; i++)
		result = ldt_distribution_init(&dists[i], table->rows[i]);
	if (result == 0)
		result = print_packed_rows(table, dists);
	for (size_t i = 0; i < table->count; i++)
		ldt_distribution_fini(&dists[i]);
	free(dists);
	return result;
}

int ldt_print_agg_table(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *rows, size_t count)
{
	struct table table = { .dtp = dtp, .out = out, .rows = rows, .count = count };

	int result = find_widths(&table);

	if (result == 0)
		result = ldt_agg_is_distribution(rows[0]) ? print_packed(&table) : print_histogram(&table);
	free(table.widths);
	return result;
}
