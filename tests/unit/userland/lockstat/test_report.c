/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_report.c - tables of lockstat(8) from made-up records: joining, sorting, shares, layout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lockstat/lockstat.h"

static struct records records;
static struct options options;

/* Symbols begin at multiples of 0x100. */
static uint64_t start(void *arg, uint64_t addr)
{
	(void)arg;
	return addr & ~0xffull;
}

static const char *text(void *arg, uint64_t addr, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "s%x+0x%x", (unsigned int)(addr >> 8), (unsigned int)(addr & 0xff));
	return buf;
}

static void add(unsigned int event, uint64_t lock, uint64_t caller, uint64_t outer, uint64_t count, uint64_t time)
{
	uint64_t stack[STACK_MAX] = { caller, outer };
	struct record *record = records_find(&records, event, lock, caller, options.depth ? stack : NULL);

	assert_non_null(record);
	record->count += count;
	record->time += time;
	record->bucket[10] += count;
}

static int setup(void **state)
{
	(void)state;
	memset(&options, 0, sizeof(options));
	options.detail = DETAIL_TIME;
	memset(&records, 0, sizeof(records));
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	records_free(&records);
	return 0;
}

static void fill(void)
{
	add(1, 0x1000, 0x2010, 0x3010, 10, 1000);
	add(1, 0x1000, 0x2020, 0x3010, 30, 600);
	add(1, 0x1010, 0x2010, 0x3020, 60, 6000);
	add(0, 0x1000, 0x2010, 0x3010, 5, 500);
}

static void expect(const char *wanted)
{
	char *out;
	size_t size;
	FILE *file = open_memstream(&out, &size);

	assert_int_equal(records_arrange(&records, &options, start, NULL), 0);
	report_print(file, &records, &options, 2.0, text, NULL);
	fclose(file);
	assert_string_equal(out, wanted);
	free(out);
}

#define DASHES "-------------------------------------------------------------------------------\n"

static void test_table(void **state)
{
	(void)state;
	fill();
	expect("\nAdaptive mutex spin: 5 events in 2.000 seconds (2 events/sec)\n\n"
	       "Count indv cuml rcnt     nsec Lock                   Caller\n" DASHES
	       "    5 100% 100% 0.00      100 s10+0x0                s20+0x10\n" DASHES
	       "\nAdaptive mutex block: 100 events in 2.000 seconds (50 events/sec)\n\n"
	       "Count indv cuml rcnt     nsec Lock                   Caller\n" DASHES
	       "   60  60%  60% 0.00      100 s10+0x10               s20+0x10\n"
	       "   30  30%  90% 0.00       20 s10+0x0                s20+0x20\n"
	       "   10  10% 100% 0.00      100 s10+0x0                s20+0x10\n" DASHES);
}

static void test_by_time(void **state)
{
	(void)state;
	options.by_time = options.rates = true;
	options.top = 2;
	options.has_top = true;
	fill();
	records.count = 3;
	expect("\nAdaptive mutex block: 100 events in 2.000 seconds (50 events/sec)\n\n"
	       "ops/s indv cuml rcnt     nsec Lock                   Caller\n" DASHES
	       "   30  79%  79% 0.00      100 s10+0x10               s20+0x10\n"
	       "    5  13%  92% 0.00      100 s10+0x0                s20+0x10\n" DASHES);
}

/* The row of a lock has the caller that came most often, and the other way round. */
static void test_hottest(void **state)
{
	(void)state;
	options.any_caller = true;
	options.detail = DETAIL_COUNT;
	fill();
	records.count = 3;
	expect("\nAdaptive mutex block: 100 events in 2.000 seconds (50 events/sec)\n\n"
	       "Count indv cuml rcnt Lock                   Hottest Caller\n" DASHES
	       "   60  60%  60% 0.00 s10+0x10               s20+0x10\n"
	       "   40  40% 100% 0.00 s10+0x0                s20+0x20\n" DASHES);
	records_free(&records);
	options.any_caller = false;
	options.any_lock = true;
	fill();
	records.count = 3;
	expect("\nAdaptive mutex block: 100 events in 2.000 seconds (50 events/sec)\n\n"
	       "Count indv cuml rcnt Hottest Lock           Caller\n" DASHES
	       "   70  70%  70% 0.00 s10+0x10               s20+0x10\n"
	       "   30  30% 100% 0.00 s10+0x0                s20+0x20\n" DASHES);
}

static void test_by_symbol(void **state)
{
	(void)state;
	options.join_locks = options.join_callers = options.plain = true;
	fill();
	expect("0 5 s10+0x0 s20+0x0 0.00 500\n1 100 s10+0x0 s20+0x0 0.00 7600\n");
}

/* Each function on the stack has what it generated; a function that calls itself has it once. */
static void test_generated(void **state)
{
	(void)state;
	options.generated = true;
	options.depth = STACK_MAX;
	fill();
	records.count = 3;
	add(1, 0x1000, 0x2010, 0x2010, 100, 0);
	expect("\nAdaptive mutex block: 200 events in 2.000 seconds (100 events/sec)\n\n"
	       "Count indv genr rcnt     nsec Lock                   Caller\n" DASHES
	       "  110  55%  55% 0.00        9 s10+0x0                s20+0x10\n"
	       "   60  30%  30% 0.00      100 s10+0x10               s20+0x10\n"
	       "   60  30%  30% 0.00      100 s10+0x10               s30+0x20\n"
	       "   40  20%  20% 0.00       40 s10+0x0                s30+0x10\n"
	       "   30  15%  15% 0.00       20 s10+0x0                s20+0x20\n" DASHES);
}

static void test_distribution(void **state)
{
	struct record *record;

	(void)state;
	options.detail = DETAIL_HISTOGRAM;
	options.depth = 2;
	add(2, 0x1000, 0x2010, 0x3010, 3, 4000);
	record = &records.all[0];
	record->bucket[12] = 1;
	record->count = 4;
	expect("\nSpin lock spin: 4 events in 2.000 seconds (2 events/sec)\n\n" DASHES
	       "Count indv cuml rcnt     nsec Lock                   Caller\n"
	       "    4 100% 100% 0.00     1000 s10+0x0                s20+0x10\n"
	       "\n      nsec ------ Time Distribution ------ count     Stack\n"
	       "      1024 |@@@@@@@@@@@@@@@@@@@@@@@        3         s20+0x10\n"
	       "      2048 |                               0         s30+0x10\n"
	       "      4096 |@@@@@@@@                       1        \n" DASHES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_table, setup, teardown),
		cmocka_unit_test_setup_teardown(test_by_time, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hottest, setup, teardown),
		cmocka_unit_test_setup_teardown(test_by_symbol, setup, teardown),
		cmocka_unit_test_setup_teardown(test_generated, setup, teardown),
		cmocka_unit_test_setup_teardown(test_distribution, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
