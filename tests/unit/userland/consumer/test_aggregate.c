/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_aggregate.c - aggregations: sums over snapshots and CPUs, order, library actions, distributions byte for byte.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/aggregate.h"
#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_print.h"
#include "consumer/aggregate_sort.h"
#include "consumer/aggregate_value.h"
#include "consumer/distribution.h"
#include "fake_engine.h"

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
};

static const dtrace_recdesc_t int_key = { .action = DTRACEACT_DIFEXPR, .size = 4, .arg = DTRACE_EXPR_SIGNED };
static const dtrace_recdesc_t string_key = { .action = DTRACEACT_DIFEXPR, .size = 16, .arg = DTRACE_EXPR_STRING };

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	world->dtp = fake_open(&world->fake);
	fake_probe(world->fake, 1, "dtrace", "", "", "BEGIN");
	fake_eprobe(world->fake, 1, 1);
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	fake_close(world->dtp, world->fake);
	free(world);
	return 0;
}

static void snap(struct world *world)
{
	if (!world->dtp->active)
		assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(ldt_aggregate_snap_now(world->dtp), 0);
}

/* Everything that is not printed yet, as at the end of tracing. */
static void expect_print(struct world *world, const char *wanted)
{
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	assert_int_equal(dtrace_aggregate_print(world->dtp, out, NULL), 0);
	fclose(out);
	if (strcmp(got, wanted) != 0)
		fail_msg("printed:\n%s\nnot:\n%s", got, wanted);
	free(got);
}

static void words(struct world *world, uint32_t cpu, uint32_t id, int key, size_t count, const int64_t *values)
{
	char *record = fake_agg_record(world->fake, cpu, id);
	const dtrace_aggdesc_t *desc = world->fake->aggs[id];

	if (desc->records > 2)
		memcpy(record + desc->rec[1].offset, &key, sizeof(key));
	memcpy(record + desc->rec[desc->records - 1].offset, values, count * sizeof(*values));
}

static void one(struct world *world, uint32_t cpu, uint32_t id, int key, int64_t value)
{
	words(world, cpu, id, key, 1, &value);
}

static void test_count(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, NULL, 0);
	snap(world);
	assert_int_equal(world->dtp->recorded, 0); /* nothing came */
	one(world, 0, 1, 0, 3);
	one(world, 3, 1, 0, 4);
	snap(world);
	assert_int_not_equal(world->dtp->recorded, 0);
	one(world, 0, 1, 0, 5);
	snap(world);
	expect_print(world, "               12\n");
}

static void test_min_max(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_MIN, 8, NULL, 0);
	fake_agg(world->fake, 2, 2, DTRACEAGG_MAX, 8, NULL, 0);
	one(world, 0, 1, 0, -3);
	one(world, 1, 1, 0, 9);
	one(world, 0, 2, 0, -3);
	one(world, 1, 2, 0, -9);
	snap(world);
	expect_print(world, "               -3\n               -3\n");
	dtrace_aggregate_clear(world->dtp);
	expect_print(world, "                0\n                0\n");
	one(world, 0, 1, 0, 8);
	one(world, 1, 1, 0, 7);
	one(world, 0, 2, 0, -8);
	one(world, 1, 2, 0, -7);
	snap(world);
	expect_print(world, "                7\n               -7\n");
}

static void test_avg(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_AVG, 16, NULL, 0);
	words(world, 0, 1, 0, 2, (const int64_t[]){ 2, 10 });
	words(world, 1, 1, 0, 2, (const int64_t[]){ 1, 11 });
	snap(world);
	expect_print(world, "                7\n");
}

static void test_stddev(void **state)
{
	struct world *world = *state;
	const uint64_t big[4] = { 2, 0, 0, 2 }; /* -2^64.. and 2^64: mean 0, sum of squares 2 * 2^64 */

	fake_agg(world->fake, 1, 1, DTRACEAGG_STDDEV, 32, NULL, 0);
	words(world, 0, 1, 0, 4, (const int64_t[]){ 4, 20, 4 + 16 + 36 + 64, 0 }); /* 2 4 6 8 */
	snap(world);
	expect_print(world, "                2\n");
	assert_int_equal(ldt_shows_DEVIATION.number(big, 1), 1ull << 32);
	assert_int_equal(ldt_shows_DEVIATION.number((const uint64_t[]){ 0, 0, 0, 0 }, 1), 0);
	assert_int_equal(ldt_shows_DEVIATION.number((const uint64_t[]){ 1, (uint64_t)-5, 25, 0 }, 1), 0);
}

static void test_stddev_carry(void **state)
{
	struct world *world = *state;
	const int64_t half[4] = { 1, 0, INT64_MIN, 0 };

	fake_agg(world->fake, 1, 1, DTRACEAGG_STDDEV, 32, NULL, 0);
	words(world, 0, 1, 0, 4, half);
	words(world, 1, 1, 0, 4, half);
	snap(world);
	assert_int_equal(((const uint64_t *)ldt_agg_value(&world->dtp->aggregate->first->data))[3], 1);
	expect_print(world, "       3037000499\n");
}

static void test_keys_and_order(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &int_key, 1);
	one(world, 0, 1, 30, 1);
	one(world, 0, 1, -2, 5);
	one(world, 0, 1, 10, -5);
	one(world, 1, 1, 20, 1);
	snap(world);
	expect_print(world, "       10               -5\n"
			    "       20                1\n"
			    "       30                1\n"
			    "       -2                5\n");
	assert_int_equal(dtrace_setopt(world->dtp, "aggsortkey", NULL), 0);
	expect_print(world, "       -2                5\n"
			    "       10               -5\n"
			    "       20                1\n"
			    "       30                1\n");
	assert_int_equal(dtrace_setopt(world->dtp, "aggsortrev", NULL), 0);
	expect_print(world, "       30                1\n"
			    "       20                1\n"
			    "       10               -5\n"
			    "       -2                5\n");
}

static void test_string_keys(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, &string_key, 1);
	strcpy(fake_agg_record(world->fake, 0, 1) + 8, "beta");
	strcpy(fake_agg_record(world->fake, 0, 1) + 8, "alpha");
	snap(world);
	expect_print(world, "  alpha                                                             0\n"
			    "  beta                                                              0\n");
}

static void test_unsigned_key(void **state)
{
	struct world *world = *state;
	dtrace_recdesc_t key = int_key;

	key.arg = 0;
	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, &key, 1);
	one(world, 0, 1, -1, 1);
	one(world, 0, 1, 1, 1);
	snap(world);
	expect_print(world, "        1                1\n 4294967295                1\n");
}

static void test_key_position(void **state)
{
	struct world *world = *state;
	const dtrace_recdesc_t keys[2] = { int_key, int_key };
	static const int pairs[3][2] = { { 1, 3 }, { 2, 2 }, { 3, 1 } };

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, keys, 2);
	for (int i = 0; i < 3; i++)
		memcpy(fake_agg_record(world->fake, 0, 1) + 8, pairs[i], sizeof(pairs[i]));
	snap(world);
	assert_int_equal(dtrace_setopt(world->dtp, "aggsortkey", NULL), 0);
	assert_int_equal(dtrace_setopt(world->dtp, "aggsortkeypos", "1"), 0);
	expect_print(world, "        3        1                0\n"
			    "        2        2                0\n"
			    "        1        3                0\n");
}

/* Texts after a stack are frames of it; numbers share the line of the value, and so does everything with -x compat. */
static void test_keys_after_a_stack(void **state)
{
	struct world *world = *state;
	const dtrace_recdesc_t stack_key = { .action = DTRACEACT_STACK, .size = 16 };
	const dtrace_recdesc_t keys[4] = { string_key, stack_key, string_key, int_key };
	const uint64_t frames[2] = { 0x10, 0x20 };
	const int number = 7;
	char *record;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, keys, 4);
	record = fake_agg_record(world->fake, 0, 1);
	strcpy(record + world->fake->aggs[1]->rec[1].offset, "before");
	memcpy(record + world->fake->aggs[1]->rec[2].offset, frames, sizeof(frames));
	strcpy(record + world->fake->aggs[1]->rec[3].offset, "after");
	memcpy(record + world->fake->aggs[1]->rec[4].offset, &number, sizeof(number));
	snap(world);
	expect_print(world, "  before                                            \n"
			    "              0x10\n"
			    "              0x20\n"
			    "              after\n"
			    "        7                0\n");
	world->dtp->copts.compat_set = true; /* as -x compat=illumos, before tracing began */
	expect_print(world, "  before                                            \n"
			    "              0x10\n"
			    "              0x20\n"
			    "  after                                                     7                0\n");
}

static void test_trunc(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, &int_key, 1);
	for (int i = 1; i <= 5; i++)
		one(world, 0, 1, i, i * 10);
	snap(world);
	assert_int_equal(ldt_aggregate_trunc(world->dtp, 1, false, 3), 0);
	expect_print(world, "        3               30\n        4               40\n        5               50\n");
	assert_int_equal(ldt_aggregate_trunc(world->dtp, 1, false, -1), 0);
	expect_print(world, "        3               30\n");
	assert_int_equal(ldt_aggregate_trunc(world->dtp, 1, true, 0), 0);
	expect_print(world, "");
	one(world, 0, 1, 3, 1);
	snap(world);
	expect_print(world, "        3                1\n");
}

static void test_normalize(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, NULL, 0);
	one(world, 0, 1, 0, -1000);
	snap(world);
	ldt_aggregate_normalize(world->dtp, 1, 10);
	expect_print(world, "             -100\n");
	ldt_aggregate_normalize(world->dtp, 1, 1);
	expect_print(world, "            -1000\n");
}

static void test_percpu(void **state)
{
	struct world *world = *state;

	assert_int_equal(dtrace_setopt(world->dtp, "aggpercpu", NULL), 0);
	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, NULL, 0);
	one(world, 1, 1, 0, 3);
	one(world, 2, 1, 0, 4);
	snap(world);
	expect_print(world, "                7\n"
			    "    [CPU 0]                0\n"
			    "    [CPU 1]                3\n"
			    "    [CPU 2]                4\n"
			    "    [CPU 3]                0\n");
}

static void test_many_keys(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, &int_key, 1);
	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 2000; i++)
			one(world, (uint32_t)i % FAKE_CPUS, 1, i, 1);
		snap(world);
	}
	assert_int_equal(world->dtp->aggregate->count, 2000);
	for (struct ldt_aggent *entry = world->dtp->aggregate->first; entry; entry = entry->next)
		assert_int_equal(ldt_agg_scalar(&entry->data), 10);
}

/* ---- distributions */

#define HEADER "\n           value  ------------- Distribution ------------- count    \n"

static void quantize(struct world *world, size_t bucket, int64_t count)
{
	int64_t values[DTRACE_QUANTIZE_BUCKETS] = { 0 };

	values[bucket] = count;
	words(world, 0, 1, 0, DTRACE_QUANTIZE_BUCKETS, values);
}

static void test_quantize(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_QUANTIZE, DTRACE_QUANTIZE_BUCKETS * 8, NULL, 0);
	quantize(world, DTRACE_QUANTIZE_ZERO + 1, 1);
	quantize(world, DTRACE_QUANTIZE_ZERO + 3, 2);
	snap(world);
	expect_print(world, HEADER "               0 |                                         0        \n"
				   "               1 |@@@@@@@@@@@@@                            1        \n"
				   "               2 |                                         0        \n"
				   "               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@              2        \n"
				   "               8 |                                         0        \n"
				   "\n");
}

static void test_quantize_negative(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_QUANTIZE, DTRACE_QUANTIZE_BUCKETS * 8, NULL, 0);
	quantize(world, DTRACE_QUANTIZE_ZERO - 2, -1);
	snap(world);
	expect_print(world, HEADER "              -4                                         | 0        \n"
				   "              -2 @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@| -1       \n"
				   "              -1                                         | 0        \n"
				   "\n");
	quantize(world, DTRACE_QUANTIZE_ZERO, 3);
	snap(world);
	expect_print(world, HEADER "              -4                     |                     0        \n"
				   "              -2                @@@@@|                     -1       \n"
				   "              -1                     |                     0        \n"
				   "               0                     |@@@@@@@@@@@@@@@      3        \n"
				   "               1                     |                     0        \n"
				   "\n");
}

static void test_quantize_edges(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_QUANTIZE, DTRACE_QUANTIZE_BUCKETS * 8, NULL, 0);
	quantize(world, 0, 0);
	snap(world);
	expect_print(world, HEADER "              -1 |                                         0        \n"
				   "               0 |                                         0        \n"
				   "               1 |                                         0        \n"
				   "\n");
	quantize(world, DTRACE_QUANTIZE_BUCKETS - 1, 1);
	snap(world);
	expect_print(world, HEADER "2305843009213693952 |                                         0        \n"
				   "4611686018427387904 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        \n"
				   "\n");
}

static void test_lquantize(void **state)
{
	struct world *world = *state;
	int64_t values[8] = { (int64_t)DTRACE_LQUANTIZE_ARG(-10, 5, 10), 1, 0, 0, 2, 0, 0, 1 };

	fake_agg(world->fake, 1, 1, DTRACEAGG_LQUANTIZE, sizeof(values), NULL, 0);
	words(world, 0, 1, 0, 8, values);
	words(world, 1, 1, 0, 8, values);
	snap(world);
	expect_print(world, HEADER "           < -10 |@@@@@@@@@@                               2        \n"
				   "             -10 |                                         0        \n"
				   "               0 |                                         0        \n"
				   "              10 |@@@@@@@@@@@@@@@@@@@@                     4        \n"
				   "              20 |                                         0        \n"
				   "              30 |                                         0        \n"
				   "           >= 40 |@@@@@@@@@@                               2        \n"
				   "\n");
	dtrace_aggregate_clear(world->dtp);
	expect_print(world, HEADER "           < -10 |                                         0        \n"
				   "             -10 |                                         0        \n"
				   "               0 |                                         0        \n"
				   "\n");
}

static void test_llquantize(void **state)
{
	struct world *world = *state;
	/* factor 10, magnitudes 0..1, 10 steps: < 1, 1..9, 10 20 .. 90, >= 100 */
	int64_t values[21] = { (int64_t)DTRACE_LLQUANTIZE_ARG(10, 0, 1, 10) };

	values[1] = 1;
	values[1 + 9] = 1;  /* 9 */
	values[1 + 11] = 1; /* 20 */
	values[20] = 1;
	fake_agg(world->fake, 1, 1, DTRACEAGG_LLQUANTIZE, sizeof(values), NULL, 0);
	words(world, 0, 1, 0, 21, values);
	snap(world);
	expect_print(world, HEADER "             < 1 |@@@@@@@@@@                               1        \n"
				   "               1 |                                         0        \n"
				   "               2 |                                         0        \n"
				   "               3 |                                         0        \n"
				   "               4 |                                         0        \n"
				   "               5 |                                         0        \n"
				   "               6 |                                         0        \n"
				   "               7 |                                         0        \n"
				   "               8 |                                         0        \n"
				   "               9 |@@@@@@@@@@                               1        \n"
				   "              10 |                                         0        \n"
				   "              20 |@@@@@@@@@@                               1        \n"
				   "              30 |                                         0        \n"
				   "              40 |                                         0        \n"
				   "              50 |                                         0        \n"
				   "              60 |                                         0        \n"
				   "              70 |                                         0        \n"
				   "              80 |                                         0        \n"
				   "              90 |                                         0        \n"
				   "          >= 100 |@@@@@@@@@@                               1        \n"
				   "\n");
}

/* Order of distributions: the sum of label times count. */
static void test_quantize_order(void **state)
{
	struct world *world = *state;
	int64_t values[DTRACE_QUANTIZE_BUCKETS] = { 0 };
	struct ldt_aggsort sort = { .var_first = true };

	fake_agg(world->fake, 1, 1, DTRACEAGG_QUANTIZE, sizeof(values), &int_key, 1);
	values[DTRACE_QUANTIZE_ZERO + 3] = 1;
	words(world, 0, 1, 1, DTRACE_QUANTIZE_BUCKETS, values);
	values[DTRACE_QUANTIZE_ZERO + 3] = 0;
	values[DTRACE_QUANTIZE_ZERO + 2] = 3;
	words(world, 0, 1, 2, DTRACE_QUANTIZE_BUCKETS, values);
	snap(world);
	assert_true(ldt_aggsort_compare(&sort, &world->dtp->aggregate->first->data,
					&world->dtp->aggregate->last->data) < 0);
	sort.reverse = true;
	assert_true(ldt_aggsort_compare(&sort, &world->dtp->aggregate->first->data,
					&world->dtp->aggregate->last->data) > 0);
}

/* ---- printa */

static void expect_printa(struct world *world, const char *format, const uint32_t *vars, size_t count,
			  const char *wanted)
{
	const char *why;
	struct ldt_format *parsed = format ? ldt_format_parse(world->dtp, format, &why) : NULL;
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	assert_int_equal(ldt_print_aggregations(world->dtp, out, vars, count, parsed), 0);
	fclose(out);
	ldt_format_destroy(parsed);
	if (strcmp(got, wanted) != 0)
		fail_msg("printed:\n%s\nnot:\n%s", got, wanted);
	free(got);
}

static void test_printa(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, &int_key, 1);
	fake_agg(world->fake, 2, 2, DTRACEAGG_SUM, 8, &int_key, 1);
	one(world, 0, 1, 5, 100);
	one(world, 0, 1, 6, 50);
	one(world, 0, 2, 6, -1);
	one(world, 0, 2, 7, -2);
	snap(world);
	expect_printa(world, "%d:%@d\n", (const uint32_t[]){ 1 }, 1, "6:50\n5:100\n");
	expect_printa(world, "%@8d|", (const uint32_t[]){ 1 }, 1, "      50|     100|");
	expect_printa(world, "%d %@d %@d\n", (const uint32_t[]){ 1, 2 }, 2, "7 0 -2\n6 50 -1\n5 100 0\n");
	expect_printa(world, "%d %@d %@d %@d\n", (const uint32_t[]){ 1 }, 1, "6 50 50 50\n5 100 100 100\n");
	expect_printa(world, NULL, (const uint32_t[]){ 1, 2 }, 2,
		      "        7                0               -2\n"
		      "        6               50               -1\n"
		      "        5              100                0\n");
	assert_int_equal(dtrace_setopt(world->dtp, "aggsortpos", "1"), 0);
	expect_printa(world, "%d ", (const uint32_t[]){ 1, 2 }, 2, "5 7 6 ");
	expect_print(world, ""); /* all of it has been printed */
}

/* The core has no memory for what is asked about a record: that is what is said, not that the record is wrong. */
static void test_no_memory(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, &int_key, 1);
	fake_agg_record(world->fake, 0, 1);
	world->fake->probes_error = -ENOMEM;
	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(ldt_aggregate_snap_now(world->dtp), -1);
	assert_string_equal(dtrace_errmsg(world->dtp, dtrace_errno(world->dtp)), strerror(ENOMEM));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_count),
		TEST(test_min_max),
		TEST(test_avg),
		TEST(test_stddev),
		TEST(test_stddev_carry),
		TEST(test_keys_and_order),
		TEST(test_string_keys),
		TEST(test_unsigned_key),
		TEST(test_key_position),
		TEST(test_keys_after_a_stack),
		TEST(test_trunc),
		TEST(test_normalize),
		TEST(test_percpu),
		TEST(test_many_keys),
		TEST(test_quantize),
		TEST(test_quantize_negative),
		TEST(test_quantize_edges),
		TEST(test_lquantize),
		TEST(test_llquantize),
		TEST(test_quantize_order),
		TEST(test_printa),
		TEST(test_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
