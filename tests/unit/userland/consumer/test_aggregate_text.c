/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_aggregate_text.c - what a consumer does with an entry: its keys and value as text and number; the order
 * of each walk, and how a walk ends.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/aggregate.h"
#include "fake_engine.h"

static const dtrace_recdesc_t int_key = { .action = DTRACEACT_DIFEXPR, .size = 4, .arg = DTRACE_EXPR_SIGNED };
static const dtrace_recdesc_t keys[] = {
	{ .action = DTRACEACT_DIFEXPR, .size = 4, .arg = DTRACE_EXPR_SIGNED },
	{ .action = DTRACEACT_DIFEXPR, .size = 1 },
	{ .action = DTRACEACT_DIFEXPR, .size = 16, .arg = DTRACE_EXPR_STRING },
	{ .action = DTRACEACT_SYM, .size = 8 },
};

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
	char seen[256]; /* what the walk's function was called with */
	int request, calls;
};

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

static void put(struct world *world, uint32_t id, int key, int64_t value)
{
	char *record = fake_agg_record(world->fake, 0, id);
	const dtrace_aggdesc_t *desc = world->fake->aggs[id];

	memcpy(record + desc->rec[1].offset, &key, sizeof(key));
	memcpy(record + desc->rec[2].offset, &value, sizeof(value));
}

static const dtrace_aggdata_t *first(struct world *world)
{
	return &world->dtp->aggregate->first->data;
}

static void expect_key(struct world *world, unsigned int index, const char *wanted)
{
	char text[64];

	assert_ptr_equal(dtrace_aggkey2str(first(world), index, text, sizeof(text)), text);
	assert_string_equal(text, wanted);
}

static void test_keys(void **state)
{
	struct world *world = *state;
	const uint64_t address = 0xffff000000000010;
	const int number = -7;
	char *record, small[4];

	fake_agg(world->fake, 1, 1, DTRACEAGG_COUNT, 8, keys, 4);
	record = fake_agg_record(world->fake, 0, 1);
	memcpy(record + world->fake->aggs[1]->rec[1].offset, &number, sizeof(number));
	record[world->fake->aggs[1]->rec[2].offset] = (char)200;
	strcpy(record + world->fake->aggs[1]->rec[3].offset, " a name ");
	memcpy(record + world->fake->aggs[1]->rec[4].offset, &address, sizeof(address));
	snap(world);
	assert_int_equal(dtrace_aggkeys(first(world)), 4);
	expect_key(world, 0, "-7");
	expect_key(world, 1, "200");
	expect_key(world, 2, " a name ");
	expect_key(world, 3, "0xffff000000000010");
	assert_ptr_equal(dtrace_aggkey2str(first(world), 3, small, sizeof(small)), small);
	assert_string_equal(small, "0xf");
	assert_null(dtrace_aggkey2str(first(world), 4, small, sizeof(small)));
	assert_int_equal(dtrace_errno(world->dtp), EDT_BADAGGKEY);
}

static void check_value(struct world *world, const char *wanted, int64_t number)
{
	char text[512];
	int64_t got = 0;

	assert_ptr_equal(dtrace_aggvalue2str(first(world), text, sizeof(text)), text);
	assert_string_equal(text, wanted);
	assert_int_equal(dtrace_aggvalue(first(world), &got), 0);
	assert_int_equal(got, number);
}

static void test_value(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &int_key, 1);
	put(world, 1, 1, -1000);
	snap(world);
	check_value(world, "-1000", -1000);
	world->dtp->aggregate->first->data.dtada_normal = 10;
	check_value(world, "-100", -100);
}

static void test_average(void **state)
{
	struct world *world = *state;
	const int64_t words[2] = { 4, 22 };

	fake_agg(world->fake, 1, 1, DTRACEAGG_AVG, 16, NULL, 0);
	memcpy(fake_agg_record(world->fake, 0, 1) + world->fake->aggs[1]->rec[1].offset, words, sizeof(words));
	snap(world);
	assert_int_equal(dtrace_aggkeys(first(world)), 0);
	check_value(world, "5", 5);
}

static void test_distribution(void **state)
{
	struct world *world = *state;
	const int64_t one = 1;
	int64_t number = 77;
	char text[1024];

	fake_agg(world->fake, 1, 1, DTRACEAGG_QUANTIZE, 127 * 8, NULL, 0);
	memcpy(fake_agg_record(world->fake, 0, 1) + world->fake->aggs[1]->rec[1].offset + 64 * 8, &one, sizeof(one));
	snap(world);
	assert_non_null(dtrace_aggvalue2str(first(world), text, sizeof(text)));
	assert_memory_equal(text, "value  ------------- Distribution ------------- count\n0 |", 57);
	assert_int_equal(dtrace_aggvalue(first(world), &number), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_BADAGGVALUE);
	assert_int_equal(number, 77);
}

/* quantize() has 127 buckets, whatever is in them; their counts are normalised. */
static void test_buckets(void **state)
{
	struct world *world = *state;
	const int64_t seven = 7;
	dtrace_bucket_t buckets[127];
	bool is_unsigned = true;

	fake_agg(world->fake, 1, 1, DTRACEAGG_QUANTIZE, 127 * 8, NULL, 0);
	memcpy(fake_agg_record(world->fake, 0, 1) + world->fake->aggs[1]->rec[1].offset + 66 * 8, &seven,
	       sizeof(seven));
	snap(world);
	world->dtp->aggregate->first->data.dtada_normal = 2;
	assert_int_equal(dtrace_aggbuckets(first(world), buckets, 127, &is_unsigned), 127);
	assert_false(is_unsigned);
	assert_true(buckets[0].low == INT64_MIN && buckets[0].high == -(1ll << 62));
	assert_true(buckets[62].low == -1 && buckets[62].high == -1);
	assert_true(buckets[63].low == 0 && buckets[63].high == 0 && buckets[63].count == 0);
	assert_true(buckets[66].low == 4 && buckets[66].high == 7 && buckets[66].count == 3);
	assert_true(buckets[126].low == 1ll << 62 && buckets[126].high == INT64_MAX);
	for (size_t i = 1; i < 127; i++)
		assert_true(buckets[i].low == buckets[i - 1].high + 1);
}

/* As many as there is room for; the first and last of lquantize() are open. */
static void test_buckets_open(void **state)
{
	struct world *world = *state;
	const int64_t words[6] = { (int64_t)DTRACE_LQUANTIZE_ARG(-10, 3, 10), 1, 2, 3, 4, 5 };
	dtrace_bucket_t buckets[5] = { 0 };
	bool is_unsigned = true;

	fake_agg(world->fake, 1, 1, DTRACEAGG_LQUANTIZE, sizeof(words), NULL, 0);
	memcpy(fake_agg_record(world->fake, 0, 1) + world->fake->aggs[1]->rec[1].offset, words, sizeof(words));
	snap(world);
	assert_int_equal(dtrace_aggbuckets(first(world), buckets, 2, &is_unsigned), 5);
	assert_true(!buckets[0].has_low && buckets[0].high == -11 && buckets[0].count == 1);
	assert_true(buckets[1].low == -10 && buckets[1].high == -1 && buckets[1].count == 2);
	assert_false(buckets[2].has_high);
	assert_int_equal(dtrace_aggbuckets(first(world), buckets, 5, &is_unsigned), 5);
	assert_true(buckets[4].low == 20 && !buckets[4].has_high && buckets[4].count == 5);
}

static void test_no_buckets(void **state)
{
	struct world *world = *state;
	bool is_unsigned;

	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &int_key, 1);
	put(world, 1, 1, 5);
	snap(world);
	assert_int_equal(dtrace_aggbuckets(first(world), NULL, 0, &is_unsigned), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_BADAGGVALUE);
}

static void test_name(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &int_key, 1);
	put(world, 1, 1, 5);
	snap(world);
	assert_null(dtrace_aggname(first(world)));
	assert_int_equal(ldt_aggregation_set_name(world->dtp, 1, "reads"), 0);
	assert_string_equal(dtrace_aggname(first(world)), "reads");
}

static int note_blank(const dtrace_aggdata_t *data, void *arg)
{
	struct world *world = arg;
	size_t used = strlen(world->seen);

	snprintf(world->seen + used, sizeof(world->seen) - used, "%u:%u ", data->dtada_desc->varid,
		 dtrace_aggkeys(data));
	return world->request;
}

/* Each variable once, though two clauses have it, before there is any entry. */
static void test_iter(void **state)
{
	struct world *world = *state;

	fake_agg(world->fake, 1, 2, DTRACEAGG_SUM, 8, &int_key, 1);
	fake_agg(world->fake, 2, 1, DTRACEAGG_COUNT, 8, keys, 4);
	fake_agg(world->fake, 3, 2, DTRACEAGG_SUM, 8, &int_key, 1);
	assert_int_equal(dtrace_aggregate_iter(world->dtp, note_blank, world), 0);
	assert_string_equal(world->seen, "2:1 1:4 ");
	world->request = DTRACE_AGGWALK_ABORT;
	assert_int_equal(dtrace_aggregate_iter(world->dtp, note_blank, world), 0);
	assert_string_equal(world->seen, "2:1 1:4 2:1 ");
	world->request = DTRACE_AGGWALK_ERROR;
	assert_int_equal(dtrace_aggregate_iter(world->dtp, note_blank, world), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_CALLABORT);
	world->request = DTRACE_AGGWALK_NEXT;
	world->fake->agg_error = EFAULT; /* not the end of the list */
	assert_int_equal(dtrace_aggregate_iter(world->dtp, note_blank, world), -1);
	assert_int_equal(dtrace_errno(world->dtp), EFAULT);
}

/* A snapshot at once, though aggrate says an hour. */
static void test_snap_now(void **state)
{
	struct world *world = *state;

	assert_int_equal(dtrace_aggregate_snap_now(world->dtp), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_NOTACTIVE);
	assert_int_equal(dtrace_setopt(world->dtp, "aggrate", "3600s"), 0);
	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(dtrace_aggregate_snap(world->dtp), 0);
	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &int_key, 1);
	put(world, 1, 1, 5);
	assert_int_equal(dtrace_aggregate_snap(world->dtp), 0);
	assert_null(world->dtp->aggregate->first);
	assert_int_equal(dtrace_aggregate_snap_now(world->dtp), 0);
	check_value(world, "5", 5);
}

static int note(const dtrace_aggdata_t *data, void *arg)
{
	struct world *world = arg;
	char key[16];
	int64_t value;
	size_t used = strlen(world->seen);

	assert_non_null(dtrace_aggkey2str(data, 0, key, sizeof(key)));
	assert_int_equal(dtrace_aggvalue(data, &value), 0);
	snprintf(world->seen + used, sizeof(world->seen) - used, "%u:%s=%d ", data->dtada_desc->varid, key, (int)value);
	world->calls++;
	return world->request;
}

static void expect_walk(struct world *world, dtrace_aggregate_walk_f *walk, const char *wanted)
{
	world->seen[0] = '\0';
	assert_int_equal(walk(world->dtp, note, world), 0);
	assert_string_equal(world->seen, wanted);
}

static void fill(struct world *world)
{
	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &int_key, 1);
	fake_agg(world->fake, 2, 2, DTRACEAGG_SUM, 8, &int_key, 1);
	put(world, 2, 5, 1);
	put(world, 1, 4, 30);
	put(world, 1, 6, 10);
	put(world, 1, 5, 20);
	put(world, 2, 4, 15);
	snap(world);
}

static void test_walks(void **state)
{
	struct world *world = *state;

	fill(world);
	expect_walk(world, dtrace_aggregate_walk_keysorted, "1:4=30 1:5=20 1:6=10 2:4=15 2:5=1 ");
	expect_walk(world, dtrace_aggregate_walk_valsorted, "1:6=10 1:5=20 1:4=30 2:5=1 2:4=15 ");
	expect_walk(world, dtrace_aggregate_walk_keyrevsorted, "2:5=1 2:4=15 1:6=10 1:5=20 1:4=30 ");
	expect_walk(world, dtrace_aggregate_walk_valrevsorted, "2:4=15 2:5=1 1:4=30 1:5=20 1:6=10 ");
	expect_walk(world, dtrace_aggregate_walk_keyvarsorted, "2:4=15 1:4=30 2:5=1 1:5=20 1:6=10 ");
	expect_walk(world, dtrace_aggregate_walk_valvarsorted, "2:5=1 1:6=10 2:4=15 1:5=20 1:4=30 ");
	expect_walk(world, dtrace_aggregate_walk_sorted, "1:6=10 1:5=20 1:4=30 2:5=1 2:4=15 ");
	assert_int_equal(dtrace_setopt(world->dtp, "aggsortrev", NULL), 0);
	expect_walk(world, dtrace_aggregate_walk_sorted, "2:4=15 2:5=1 1:4=30 1:5=20 1:6=10 ");
}

/* Every result of the function: end without and with an error, other counts, remove the entry. */
static void test_requests(void **state)
{
	struct world *world = *state;

	fill(world);
	world->request = DTRACE_AGGWALK_ABORT;
	expect_walk(world, dtrace_aggregate_walk_keysorted, "1:4=30 ");
	world->request = DTRACE_AGGWALK_ERROR;
	assert_int_equal(dtrace_aggregate_walk_keysorted(world->dtp, note, world), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_CALLABORT);
	world->request = DTRACE_AGGWALK_CLEAR;
	expect_walk(world, dtrace_aggregate_walk_keysorted, "1:4=30 1:5=20 1:6=10 2:4=15 2:5=1 ");
	world->request = DTRACE_AGGWALK_REMOVE;
	expect_walk(world, dtrace_aggregate_walk_keysorted, "1:4=0 1:5=0 1:6=0 2:4=0 2:5=0 ");
	world->request = DTRACE_AGGWALK_NEXT;
	expect_walk(world, dtrace_aggregate_walk_keysorted, "");
}

static void test_no_program(void **state)
{
	struct world *world = *state;
	dtrace_proginfo_t info;

	memset(&info, 0xff, sizeof(info));
	assert_int_equal(dtrace_program_exec(world->dtp, NULL, &info), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_BADPROG);
	dtrace_program_info(world->dtp, NULL, &info);
	assert_int_equal(info.dpi_matches, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_keys),       TEST(test_value),        TEST(test_average),    TEST(test_distribution),
		TEST(test_buckets),    TEST(test_buckets_open), TEST(test_no_buckets), TEST(test_name),
		TEST(test_iter),       TEST(test_snap_now),     TEST(test_walks),      TEST(test_requests),
		TEST(test_no_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
