/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_print.c - aggregations printed: printa() with and without format, what is left
 * at the end, agghist and aggpack.
 *
 * Sections: groups with the same keys; the end of tracing. Values and keys are in aggregate_value.c, tables in
 * aggregate_table.c.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate.h"
#include "consumer/aggregate_columns.h"
#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_print.h"
#include "consumer/aggregate_value.h"
#include "consumer/consume.h"
#include "consumer/emit.h"
#include "consumer/print.h"

static bool is_text_key(const struct dtrace_hdl *dtp, const dtrace_recdesc_t *rec)
{
	return ldt_is_symbolic(rec->action) ? !ldt_is_stack(rec->action) : ldt_is_text(dtp, ldt_rec_flags(rec));
}

/* Indented like a frame of a stack. */
static int print_key_line(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data, unsigned int index)
{
	char *text = ldt_key_text(dtp, data, index);

	if (!text)
		return -1;
	fprintf(out, "%*s%s\n", (int)ldt_option(dtp, LDT_OPT_STACKINDENT), "", text);
	free(text);
	return 0;
}

/*
 * Texts after a stack are lines of their own, so that programs that fold stacks (a line is a frame, a number
 * the end) take them as frames; -x compat has them in the line of the value, as the lineages do.
 */
static int print_keys(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data)
{
	bool after_stack = false;

	for (unsigned int i = 0; i < ldt_key_count(data); i++) {
		const dtrace_recdesc_t *rec = ldt_key_rec(data, i);
		bool own_line = after_stack && is_text_key(dtp, rec);

		if ((own_line ? print_key_line : ldt_print_key)(dtp, out, data, i) == -1)
			return -1;
		after_stack |= ldt_is_stack(rec->action) && !dtp->copts.compat_set;
	}
	return 0;
}

/* ---- a group of aggregations with the same keys */

struct group {
	struct dtrace_hdl *dtp;
	FILE *out;
	const struct ldt_format *format;
	const uint32_t *vars;           /* of the columns */
	const dtrace_aggdata_t **shown; /* room for the entries of a row, one for each column */
	struct ldt_value *keys;         /* room for the keys of a row */
	unsigned int keys_room;
	const dtrace_aggdata_t **rows; /* those that are printed together, when a table is wanted */
	size_t count, room;
	bool wants_table;
	bool wants_columns;
	struct ldt_columns columns;
	bool final; /* the print at the end: leaves no mark, it may be repeated */
	/* -x toprows: at most so many rows, 0: all; so many there were */
	uint32_t most, printed;
};

/* The entry whose key is printed: the first that is there. */
static const dtrace_aggdata_t *any_entry(const dtrace_aggdata_t **data, int count)
{
	for (int i = 0; i < count; i++) {
		if (data[i])
			return data[i];
	}
	return NULL;
}

/* The columns of a row: where an aggregation does not have the key, an entry without values. */
static int fill_blanks(const struct group *group, const dtrace_aggdata_t **data, int count)
{
	for (int i = 0; i < count; i++) {
		group->shown[i] = data[i] ? data[i] : ldt_aggregate_blank(group->dtp, group->vars[i]);
		if (!group->shown[i])
			return -1;
	}
	return 0;
}

/* The keys of a row in group->keys; their number, -1 without memory. */
static int fill_keys(struct group *group, const dtrace_aggdata_t *entry)
{
	unsigned int count = ldt_key_count(entry);

	if (count > group->keys_room) {
		struct ldt_value *more = realloc(group->keys, count * sizeof(*more));

		if (!more)
			return ldt_set_errno(group->dtp, EDT_NOMEM);
		group->keys = more;
		group->keys_room = count;
	}
	for (unsigned int i = 0; i < count; i++)
		group->keys[i] = ldt_key_value(entry, i);
	return (int)count;
}

static int print_formatted(struct group *group, const dtrace_aggdata_t **data, int count)
{
	int keys = fill_keys(group, any_entry(data, count));
	struct ldt_format_args args = { .values = group->keys, .value_count = (size_t)keys };

	if (keys == -1 || fill_blanks(group, data, count) == -1)
		return -1;
	args.aggs = group->shown;
	args.agg_count = (size_t)count;
	return ldt_format_print(group->dtp, group->out, group->format, &args);
}

static int print_plain(struct group *group, const dtrace_aggdata_t **data, int count)
{
	if (fill_blanks(group, data, count) == -1 || print_keys(group->dtp, group->out, any_entry(data, count)) == -1)
		return -1;
	for (int i = 0; i < count; i++) {
		if (ldt_print_agg_value(group->dtp, group->out, group->shown[i]) == -1)
			return -1;
	}
	fputc('\n', group->out);
	return 0;
}

/* Output that is not text: the row, with the text that a format makes of it. A page takes no text. */
static int emit_row(struct group *group, const dtrace_aggdata_t **data, int count)
{
	FILE *out = group->out;
	char *bytes = NULL;
	dtrace_text_t text = { NULL, 0 };
	int result = 0;

	if (group->format && ldt_emits(group->dtp)) {
		group->out = open_memstream(&bytes, &text.size);
		result = group->out ? print_formatted(group, data, count) : ldt_set_errno(group->dtp, EDT_NOMEM);
		if (group->out && fclose(group->out) != 0)
			result = ldt_set_errno(group->dtp, EDT_NOMEM);
		group->out = out;
		text.data = bytes;
	}
	if (result == 0)
		result = ldt_emit_row(group->dtp, out, data, count, any_entry(data, count), group->final, group->format,
				      &text);
	free(bytes);
	return result;
}

static int table_add(struct group *group, const dtrace_aggdata_t *data)
{
	if (group->count == group->room) {
		size_t room = group->room ? group->room * 2 : 16;
		const dtrace_aggdata_t **more = realloc(group->rows, room * sizeof(*more));

		if (!more)
			return ldt_set_errno(group->dtp, EDT_NOMEM);
		group->rows = more;
		group->room = room;
	}
	group->rows[group->count++] = data;
	return 0;
}

static int columns_add(struct group *group, const dtrace_aggdata_t **data, int count)
{
	if (fill_blanks(group, data, count) == -1)
		return -1;
	return ldt_columns_add(group->dtp, &group->columns, any_entry(data, count), group->shown, (unsigned int)count);
}

/* A row as text, or for a table. */
static int print_text(struct group *group, const dtrace_aggdata_t **data, int count)
{
	if (group->wants_table)
		return table_add(group, data[0]);
	if (group->wants_columns)
		return columns_add(group, data, count);
	return (group->format ? print_formatted : print_plain)(group, data, count);
}

static int print_row(const dtrace_aggdata_t **data, int count, void *arg)
{
	struct group *group = arg;
	int result = 0;

	for (int i = 0; i < count; i++) {
		if (!group->final && data[i] && ldt_aggregate_set_printed(group->dtp, data[i]->dtada_desc->varid) == -1)
			return DTRACE_AGGWALK_ERROR;
	}
	if (group->most && group->printed++ == group->most)
		return DTRACE_AGGWALK_ABORT;
	if (!ldt_emits(group->dtp))
		result = print_text(group, data, count);
	if (result == 0 && ldt_emits_rows(group->dtp))
		result = emit_row(group, data, count);
	return result == -1 ? DTRACE_AGGWALK_ERROR : DTRACE_AGGWALK_NEXT;
}

/* Whether the options ask for a table instead of lines. */
static bool table_wanted(struct dtrace_hdl *dtp, uint32_t varid)
{
	bool histogram = ldt_option(dtp, LDT_OPT_AGGHIST) != 0, pack = ldt_option(dtp, LDT_OPT_AGGPACK) != 0;

	if (!histogram && !pack)
		return false;
	for (const struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next) {
		if (entry->data.dtada_desc->varid == varid)
			return ldt_agg_is_distribution(&entry->data) ? pack : histogram;
	}
	return false;
}

/* Whether all entries of the aggregations can be rows of straight columns. */
static bool columns_fit(struct dtrace_hdl *dtp, const uint32_t *vars, size_t count)
{
	for (const struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next) {
		for (size_t i = 0; i < count; i++) {
			if (entry->data.dtada_desc->varid == vars[i] && !ldt_columns_fit(&entry->data))
				return false;
		}
	}
	return true;
}

static int print_group(struct dtrace_hdl *dtp, FILE *out, const uint32_t *vars, size_t count,
		       const struct ldt_format *format, bool final)
{
	struct group group = { .dtp = dtp, .out = out, .format = format, .vars = vars, .final = final };
	int result;

	if (!final && count > 1)
		group.most = dtp->copts.top_rows;
	group.shown = malloc((count + 1) * sizeof(*group.shown));
	if (!group.shown)
		return ldt_set_errno(dtp, EDT_NOMEM);
	group.wants_table = !ldt_emits(dtp) && !format && count == 1 && table_wanted(dtp, vars[0]);
	group.wants_columns = !ldt_emits(dtp) && !format && !group.wants_table && ldt_columns_wanted(dtp, out) &&
			      columns_fit(dtp, vars, count);
	ldt_emit_print(dtp, vars, count, final);
	result = dtrace_aggregate_walk_joined(dtp, (dtrace_aggvarid_t *)vars, (int)count, print_row, &group);
	if (result == 0 && group.count > 0)
		result = ldt_print_agg_table(dtp, out, group.rows, group.count);
	if (result == 0 && group.columns.count > 0)
		ldt_columns_print(&group.columns, out, ldt_columns_width(out));
	ldt_columns_free(&group.columns);
	free(group.rows);
	free(group.keys);
	free(group.shown);
	return result;
}

int ldt_print_aggregations(struct dtrace_hdl *dtp, FILE *out, const uint32_t *vars, size_t count,
			   const struct ldt_format *format)
{
	return print_group(dtp, out, vars, count, format, false);
}

/* ---- the end of tracing */

static int compare_ids(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The variables that have entries and were not printed yet, in order; malloc'ed. */
static uint32_t *unprinted(struct dtrace_hdl *dtp, size_t *count)
{
	uint32_t *vars = malloc((dtp->aggregate->count + 1) * sizeof(*vars));
	size_t used = 0, unique = 0;

	if (!vars) {
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	for (const struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next) {
		uint32_t varid = entry->data.dtada_desc->varid;

		if ((used == 0 || vars[used - 1] != varid) && !ldt_aggregate_is_printed(dtp->aggregate, varid))
			vars[used++] = varid;
	}
	qsort(vars, used, sizeof(*vars), compare_ids);
	for (size_t i = 0; i < used; i++) {
		if (i == 0 || vars[i] != vars[unique - 1])
			vars[unique++] = vars[i];
	}
	*count = unique;
	return vars;
}

struct print_one {
	FILE *out;
};

static int print_entry(const dtrace_aggdata_t *data, void *arg)
{
	struct print_one *one = arg;
	const dtrace_aggdata_t *shown;
	struct group group = { .dtp = data->dtada_handle, .out = one->out, .shown = &shown, .final = true };

	if (ldt_aggregate_is_printed(group.dtp->aggregate, data->dtada_desc->varid))
		return DTRACE_AGGWALK_NEXT;
	ldt_emit_print(group.dtp, &data->dtada_desc->varid, 1, true);
	if (!ldt_emits(group.dtp) && print_plain(&group, &data, 1) == -1)
		return DTRACE_AGGWALK_ERROR;
	if (ldt_emits_rows(group.dtp) && emit_row(&group, &data, 1) == -1)
		return DTRACE_AGGWALK_ERROR;
	return DTRACE_AGGWALK_NEXT;
}

int dtrace_aggregate_print(dtrace_hdl_t *dtp, FILE *out, dtrace_aggregate_walk_f *walk)
{
	struct print_one one = { .out = out };
	bool reverse = ldt_option(dtp, LDT_OPT_AGGSORTREV) != 0;
	uint32_t *vars;
	size_t count;
	int result = 0;

	if (ldt_emit_open(dtp, out) == -1)
		return -1;
	if (walk)
		return walk(dtp, print_entry, &one);
	vars = unprinted(dtp, &count);
	if (!vars)
		return -1;
	for (size_t i = 0; i < count && result == 0; i++)
		result = print_group(dtp, out, &vars[reverse ? count - 1 - i : i], 1, NULL, true);
	free(vars);
	return result;
}
