/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/statement.c - once for each clause; only where its values are changes from firing to firing. */
#include "consumer/statement.h"

#include <stdlib.h>

#include "consumer/consume.h"
#include "consumer/line.h"
#include "consumer/print.h"

static bool has_parts(unsigned int kind)
{
	return ldt_is_formatted(kind) || ldt_action_shows(kind) == LDT_SHOWS_PARTS;
}

static bool is_of_none(const dtrace_recdesc_t *rec)
{
	return DTRACEACT_ISAGG(rec->action) || rec->uarg == LDT_UARG_FLOW || rec->uarg == LDT_UARG_TAIL;
}

/* The statement that begins with record @first; its values from @values on. */
static struct ldt_statement statement_at(const dtrace_eprobedesc_t *desc, uint32_t first, struct ldt_value *values)
{
	const dtrace_recdesc_t *rec = &desc->rec[first];
	struct ldt_statement statement = { .first = first, .count = 1, .kind = rec->action, .values = values };

	if (has_parts(rec->action) && rec->uarg != 0) {
		while (first + statement.count < desc->records && desc->rec[first + statement.count].uarg == rec->uarg)
			statement.count++;
	}
	for (uint32_t i = first; i < first + statement.count; i++) {
		rec = &desc->rec[i];
		if (rec->format && ldt_is_formatted(rec->action))
			statement.format = rec->format;
		if (rec->size > 0)
			values[statement.value_count++] = (struct ldt_value){ .rec = rec };
	}
	return statement;
}

int ldt_statements_make(const dtrace_eprobedesc_t *desc, struct ldt_statements *ret)
{
	*ret = (struct ldt_statements){ .all = calloc(desc->records + 1, sizeof(ret->all[0])),
					.values = calloc(desc->records + 1, sizeof(ret->values[0])) };
	if (!ret->all || !ret->values) {
		ldt_statements_fini(ret);
		return -1;
	}
	for (uint32_t i = 0; i < desc->records;) {
		struct ldt_statement *statement = &ret->all[ret->count];

		if (is_of_none(&desc->rec[i])) {
			i++;
			continue;
		}
		*statement = statement_at(desc, i, ret->values + ret->value_count);
		ret->count++;
		ret->value_count += statement->value_count;
		i += statement->count;
	}
	return 0;
}

void ldt_statements_fini(struct ldt_statements *statements)
{
	for (uint32_t i = 0; i < statements->count; i++)
		ldt_line_destroy(statements->all[i].line);
	free(statements->all);
	free(statements->values);
	*statements = (struct ldt_statements){ .all = NULL };
}
