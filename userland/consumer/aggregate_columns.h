/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_columns.h - aggregations of numbers for people: straight columns, as wide as their widest cell.
 *
 *      bash             read            12      keys: texts to the left, numbers to the right
 *      systemd-journal  epoll_wait    3456      values: to the right
 *
 * Only where a terminal is written to, or -x columns asks for it: elsewhere the layout is the lineage's, which programs read.
 */
#ifndef LDT_CONSUMER_AGGREGATE_COLUMNS_H
#define LDT_CONSUMER_AGGREGATE_COLUMNS_H

#include "consumer/print.h"

struct ldt_columns {
	char **cells; /* row after row, owned */
	size_t count, room;
	unsigned int keys, values; /* columns of each */
	bool *is_number;           /* of the keys */
};

/*
 * ldt_columns_wanted - whether aggregations that go to @out are printed so: -x columns=yes|no; not set: @out is a terminal
 * and compat is not set.
 */
bool ldt_columns_wanted(struct dtrace_hdl *dtp, FILE *out);
/* ldt_columns_fit - whether an entry can be a row: its value is one number, and no key is a stack. */
bool ldt_columns_fit(const dtrace_aggdata_t *data);
/* ldt_columns_add - a row: the keys of @key, and the values of @values entries, none NULL. 0, or -1 with the error set. */
int ldt_columns_add(struct dtrace_hdl *dtp, struct ldt_columns *columns, const dtrace_aggdata_t *key,
		    const dtrace_aggdata_t *const *data, unsigned int values);
/*
 * ldt_columns_print - all rows. @width is the terminal's: where a line would be longer, long texts are cut in their
 * middle (...), to 12 columns at least; 0: they are not.
 */
void ldt_columns_print(const struct ldt_columns *columns, FILE *out, unsigned int width);
/* ldt_columns_width - the columns of the terminal that @out is; 0: it is none, or does not say. */
unsigned int ldt_columns_width(FILE *out);
void ldt_columns_free(struct ldt_columns *columns);

#endif
