/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_join.c - walks over several aggregations at once: one row for each key. */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate.h"
#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_sort.h"

/* Entries of one key: one pointer per aggregation asked for, NULL where the key is missing. */
struct row {
	const dtrace_aggdata_t **data;
	const dtrace_aggdata_t *any; /* one that is there, for the key */
};

struct row_order {
	struct ldt_aggsort sort;
	int count, position;
};

static int compare_row_values(const struct row_order *order, const struct row *a, const struct row *b)
{
	for (int i = 0; i < order->count; i++) {
		int at = (order->position + i) % order->count, result;

		if (!a->data[at] || !b->data[at])
			result = (a->data[at] != NULL) - (b->data[at] != NULL);
		else
			result = ldt_aggsort_values(a->data[at], b->data[at]);
		if (result)
			return result;
	}
	return 0;
}

static int compare_rows(const void *left, const void *right, void *arg)
{
	const struct row *a = left, *b = right;
	const struct row_order *order = arg;
	int keys = ldt_aggsort_keys(&order->sort, a->any, b->any), values = compare_row_values(order, a, b);
	int result = order->sort.key_first ? (keys ? keys : values) : (values ? values : keys);

	return order->sort.reverse ? -result : result;
}

static bool same_key(const dtrace_aggdata_t *a, const dtrace_aggdata_t *b)
{
	size_t x = ldt_agg_value_rec(a)->offset, y = ldt_agg_value_rec(b)->offset;

	return x == y &&
	       memcmp(a->dtada_data + sizeof(uint64_t), b->dtada_data + sizeof(uint64_t), x - sizeof(uint64_t)) == 0;
}

static int compare_for_join(const void *a, const void *b, void *arg)
{
	const dtrace_aggdata_t *x = a, *y = b;
	static const struct ldt_aggsort plain;

	return ldt_aggsort_keys(&plain, x, y);
}

static int variable_index(const dtrace_aggvarid_t *vars, int count, uint32_t varid)
{
	for (int i = 0; i < count; i++) {
		if (vars[i] == varid)
			return i;
	}
	return -1;
}

/* All entries of the variables, sorted by key. NULL without memory. */
static const dtrace_aggdata_t **collect(struct dtrace_hdl *dtp, const dtrace_aggvarid_t *vars, int count, size_t *found)
{
	const dtrace_aggdata_t **all = malloc((dtp->aggregate->count + 1) * sizeof(*all));

	*found = 0;
	if (!all)
		return NULL;
	for (struct ldt_aggent *entry = dtp->aggregate->first; entry; entry = entry->next) {
		if (variable_index(vars, count, entry->data.dtada_desc->varid) >= 0)
			all[(*found)++] = &entry->data;
	}
	if (ldt_merge_sort((void **)all, *found, compare_for_join, NULL) == -1) {
		free(all);
		return NULL;
	}
	return all;
}

/*
 * Put equal keys into one row. A variable that is asked for twice is in both places. Returns
 * the number of rows.
 */
static size_t make_rows(const dtrace_aggdata_t **all, size_t found, const dtrace_aggvarid_t *vars, int count,
			struct row *rows, const dtrace_aggdata_t **cells)
{
	size_t used = 0;

	for (size_t i = 0; i < found; i++) {
		if (i == 0 || !same_key(all[i - 1], all[i])) {
			rows[used] = (struct row){ .data = cells + used * (size_t)count, .any = all[i] };
			used++;
		}
		for (int v = 0; v < count; v++) {
			if (vars[v] == all[i]->dtada_desc->varid)
				rows[used - 1].data[v] = all[i];
		}
	}
	return used;
}

static int walk_rows(struct dtrace_hdl *dtp, struct row *rows, size_t count, const struct row_order *order,
		     dtrace_aggregate_walk_joined_f *fn, void *arg)
{
	struct row **sorted = malloc((count + 1) * sizeof(*sorted));
	int result = 0;

	if (!sorted)
		return ldt_set_errno(dtp, EDT_NOMEM);
	for (size_t i = 0; i < count; i++)
		sorted[i] = &rows[i];
	if (ldt_merge_sort((void **)sorted, count, compare_rows, (void *)order) == -1)
		result = ldt_set_errno(dtp, EDT_NOMEM);
	for (size_t i = 0; i < count && result == 0; i++) {
		int request = fn(sorted[i]->data, order->count, arg);

		if (request == DTRACE_AGGWALK_ABORT)
			break;
		if (request != DTRACE_AGGWALK_NEXT)
			result = dtp->error ? -1 : ldt_set_errno(dtp, EDT_CALLABORT);
	}
	free(sorted);
	return result;
}

int dtrace_aggregate_walk_joined(dtrace_hdl_t *dtp, dtrace_aggvarid_t *vars, int count,
				 dtrace_aggregate_walk_joined_f *fn, void *arg)
{
	struct row_order order = { .count = count, .position = (int)ldt_option(dtp, LDT_OPT_AGGSORTPOS) };
	const dtrace_aggdata_t **all, **cells;
	struct row *rows;
	size_t found, used;
	int result;

	if (count < 1)
		return ldt_set_errno(dtp, EDT_BADAGGVAR);
	ldt_aggsort_options(dtp, &order.sort);
	if (order.position < 0 || order.position >= count)
		order.position = 0;
	all = collect(dtp, vars, count, &found);
	cells = calloc(found * (size_t)count + 1, sizeof(*cells));
	rows = calloc(found + 1, sizeof(*rows));
	if (all && cells && rows) {
		used = make_rows(all, found, vars, count, rows, cells);
		result = walk_rows(dtp, rows, used, &order, fn, arg);
	} else {
		result = ldt_set_errno(dtp, EDT_NOMEM);
	}
	free(all);
	free(cells);
	free(rows);
	return result;
}
