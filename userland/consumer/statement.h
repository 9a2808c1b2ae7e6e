/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/statement.h - the statements of a clause, found in the description of its records. */
#ifndef LDT_CONSUMER_STATEMENT_H
#define LDT_CONSUMER_STATEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "program/program.h"

/* A value in a record. */
struct ldt_value {
	const dtrace_recdesc_t *rec;
	const char *data; /* rec->size bytes */
};

struct ldt_line;

/*
 * One statement: consecutive records of a firing with one uarg (printf with its arguments, printa of several
 * aggregations, trunc and its number).
 */
struct ldt_statement {
	uint32_t first, count;          /* records first .. first + count - 1 */
	const struct ldt_value *values; /* those records that have data; the data is the firing's that is walked */
	size_t value_count;
	uint32_t format;       /* id, 0: none */
	unsigned int kind;     /* of the first record */
	struct ldt_line *line; /* of printf(), once it is known that it has one (line.h); NULL: none */
};

struct ldt_statements {
	struct ldt_statement *all;
	uint32_t count;
	struct ldt_value *values; /* of all of them, in order */
	size_t value_count;
};

/*
 * ldt_statements_make - find the statements of a clause; records of aggregations, and what -F adds, belong to none.
 * args:    @desc borrowed; it must stay as long as *@ret.
 * return:  0; -1 without memory, and *@ret is empty. ldt_statements_fini() frees what it has, the lines too.
 */
int ldt_statements_make(const dtrace_eprobedesc_t *desc, struct ldt_statements *ret);
void ldt_statements_fini(struct ldt_statements *statements);

/* ldt_statements_set - from now on the values are those of this firing. */
static inline void ldt_statements_set(struct ldt_statements *statements, const char *data)
{
	for (size_t i = 0; i < statements->value_count; i++)
		statements->values[i].data = data + statements->values[i].rec->offset;
}

#endif
