/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_statement.c - which records are a statement, which of them are its values, and where these are in a firing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/statement.h"
#include "program/program.h"

#define RECORDS 9

/* printf("%d %s\n", a, b); trace(c); what -F adds; count(); exit(d); a printf() without values; trace(e); trace(f) */
static dtrace_eprobedesc_t *clause(void)
{
	static const dtrace_recdesc_t records[RECORDS] = {
		{ .action = DTRACEACT_PRINTF, .size = 4, .offset = 8, .uarg = 1, .format = 7 },
		{ .action = DTRACEACT_PRINTF, .size = 256, .offset = 12, .uarg = 1, .format = 7 },
		{ .action = DTRACEACT_DIFEXPR, .size = 8, .offset = 272, .uarg = 2 },
		{ .action = DTRACEACT_DIFEXPR, .size = 8, .offset = 280, .uarg = LDT_UARG_FLOW },
		{ .action = DTRACEAGG_COUNT, .size = 8, .offset = 288, .uarg = 3 },
		{ .action = DTRACEACT_EXIT, .size = 4, .offset = 296, .uarg = 4 },
		{ .action = DTRACEACT_PRINTF, .size = 0, .offset = 300, .uarg = 5, .format = 8 },
		{ .action = DTRACEACT_DIFEXPR, .size = 8, .offset = 304, .uarg = 6 },
		{ .action = DTRACEACT_DIFEXPR, .size = 8, .offset = 312, .uarg = 6 },
	};
	dtrace_eprobedesc_t *desc = calloc(1, sizeof(*desc) + sizeof(records));

	assert_non_null(desc);
	desc->records = RECORDS;
	memcpy(desc->rec, records, sizeof(records));
	return desc;
}

static void is_statement(const struct ldt_statements *statements, uint32_t index, uint32_t first, uint32_t count,
			 size_t values, uint32_t format, unsigned int kind)
{
	const struct ldt_statement *statement = &statements->all[index];

	assert_int_equal(statement->first, first);
	assert_int_equal(statement->count, count);
	assert_int_equal(statement->value_count, values);
	assert_int_equal(statement->format, format);
	assert_int_equal(statement->kind, kind);
}

static void test_found(void **state)
{
	struct ldt_statements statements;
	dtrace_eprobedesc_t *desc = clause();

	(void)state;
	assert_int_equal(ldt_statements_make(desc, &statements), 0);
	assert_int_equal(statements.count, 6);
	is_statement(&statements, 0, 0, 2, 2, 7, DTRACEACT_PRINTF);
	is_statement(&statements, 1, 2, 1, 1, 0, DTRACEACT_DIFEXPR);
	is_statement(&statements, 2, 5, 1, 1, 0, DTRACEACT_EXIT);
	is_statement(&statements, 3, 6, 1, 0, 8, DTRACEACT_PRINTF);
	/* values that are traced are statements of their own, whatever they have in common */
	is_statement(&statements, 4, 7, 1, 1, 0, DTRACEACT_DIFEXPR);
	is_statement(&statements, 5, 8, 1, 1, 0, DTRACEACT_DIFEXPR);
	ldt_statements_fini(&statements);
	free(desc);
}

static void test_values(void **state)
{
	static const char first[512], second[512];
	struct ldt_statements statements;
	dtrace_eprobedesc_t *desc = clause();

	(void)state;
	assert_int_equal(ldt_statements_make(desc, &statements), 0);
	ldt_statements_set(&statements, first);
	assert_ptr_equal(statements.all[0].values[0].data, first + 8);
	assert_ptr_equal(statements.all[0].values[1].data, first + 12);
	assert_ptr_equal(statements.all[0].values[1].rec, &desc->rec[1]);
	ldt_statements_set(&statements, second);
	assert_ptr_equal(statements.all[0].values[0].data, second + 8);
	assert_ptr_equal(statements.all[1].values[0].data, second + 272);
	assert_ptr_equal(statements.all[5].values[0].data, second + 312);
	assert_ptr_equal(statements.all[5].values[0].rec, &desc->rec[8]);
	ldt_statements_fini(&statements);
	free(desc);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_found), cmocka_unit_test(test_values) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
