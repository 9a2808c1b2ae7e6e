/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_aggregate.c - aggregating functions against plain arithmetic, and the table of keys. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/buffer/aggregate.h"

#define SIZE (1 << 20)

static _Alignas(16) uint8_t memory[SIZE];
static struct dt_aggbuf buf;

static int begin(void **state)
{
	memset(memory, 0xee, sizeof(memory));
	memset(&buf, 0xee, sizeof(buf));
	buf.data = memory;
	buf.size = SIZE;
	dt_aggbuf_reset(&buf);
	return 0;
}

static struct dt_agg make(unsigned int id, unsigned int action, uint64_t arg, unsigned int key_words)
{
	struct dt_agg agg = { .id = id, .action = (uint16_t)action, .arg = arg, .key_size = 8 + 8 * key_words };

	agg.size = agg.key_size + dt_agg_data_size(action, arg);
	assert_true(agg.size > agg.key_size);
	return agg;
}

static bool add(const struct dt_agg *agg, uint64_t key, int64_t value, int64_t increment)
{
	uint64_t record[2] = { agg->id, key };

	return dt_aggregate(agg, &buf, record, value, increment);
}

/* The result cells of the record with this key, as a consumer finds it. */
static uint64_t *result(const struct dt_agg *agg, uint64_t key)
{
	uint64_t *found = NULL;
	uint64_t *at = (uint64_t *)(void *)buf.data;

	for (size_t used = 0; used < buf.used; used += agg->size, at += agg->size / 8) {
		if (at[0] != agg->id || (agg->key_size > 8 && at[1] != key))
			continue;
		assert_null(found);
		found = at + agg->key_size / 8;
	}
	return found;
}

static void test_simple(void **state)
{
	static const int64_t values[] = { 5, -3, 0, INT64_MAX, INT64_MIN, 7 };
	static const struct {
		unsigned int action;
		uint64_t cells[2];
	} expected[] = {
		{ DTRACEAGG_COUNT, { 6, 0 } },       { DTRACEAGG_MIN, { (uint64_t)INT64_MIN, 0 } },
		{ DTRACEAGG_MAX, { INT64_MAX, 0 } }, { DTRACEAGG_SUM, { 8, 0 } },
		{ DTRACEAGG_AVG, { 6, 8 } },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(expected); i++) {
		struct dt_agg agg = make(i + 1, expected[i].action, 0, 0);

		dt_aggbuf_reset(&buf);
		for (unsigned int k = 0; k < DT_ARRAY_SIZE(values); k++)
			assert_true(add(&agg, 0, values[k], 1));
		assert_int_equal(buf.used, agg.size);
		assert_memory_equal(result(&agg, 0), expected[i].cells, agg.size - agg.key_size);
	}
}

static void test_min_max_of_one(void **state)
{
	struct dt_agg min = make(1, DTRACEAGG_MIN, 0, 0);
	struct dt_agg max = make(2, DTRACEAGG_MAX, 0, 0);

	add(&min, 0, 5, 1);
	assert_int_equal(*result(&min, 0), 5);
	dt_aggbuf_reset(&buf);
	add(&max, 0, -5, 1);
	assert_int_equal((int64_t)*result(&max, 0), -5);
}

static void test_stddev(void **state)
{
	static const int64_t values[] = { 3,         -4,        1ll << 31,    1ll << 32,           (1ll << 40) - 1,
					  INT64_MAX, INT64_MIN, -(1ll << 62), 0x123456789abcdefll, 0,
					  -1 };
	struct dt_agg agg = make(1, DTRACEAGG_STDDEV, 0, 0);
	unsigned __int128 squares = 0;
	uint64_t sum = 0;
	uint64_t *cells;

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(values); i++) {
		add(&agg, 0, values[i], 1);
		squares += (unsigned __int128)((__int128)values[i] * values[i]);
		sum += (uint64_t)values[i];
		cells = result(&agg, 0);
		assert_int_equal(cells[0], i + 1);
		assert_int_equal(cells[1], sum);
		assert_int_equal(cells[2], (uint64_t)squares);
		assert_int_equal(cells[3], (uint64_t)(squares >> 64));
	}
}

static void quantize_one(int64_t value, unsigned int bucket)
{
	struct dt_agg agg = make(1, DTRACEAGG_QUANTIZE, 0, 0);

	dt_aggbuf_reset(&buf);
	add(&agg, 0, value, 1);
	for (unsigned int i = 0; i < DTRACE_QUANTIZE_BUCKETS; i++)
		assert_int_equal(result(&agg, 0)[i], i == bucket);
}

static void test_quantize(void **state)
{
	quantize_one(0, 63);
	for (unsigned int power = 0; power < 63; power++) {
		quantize_one(1ll << power, 64 + power);
		quantize_one((1ll << power) + ((1ll << power) - 1), 64 + power);
		quantize_one(-(1ll << power), 62 - power);
		quantize_one(-((1ll << power) + ((1ll << power) - 1)), 62 - power);
	}
	quantize_one(INT64_MIN, 0);
}

static void test_increments(void **state)
{
	struct dt_agg agg = make(1, DTRACEAGG_QUANTIZE, 0, 0);

	add(&agg, 0, 1, 10);
	add(&agg, 0, 1, -30);
	assert_int_equal((int64_t)result(&agg, 0)[64], -20);
	dt_aggbuf_reset(&buf);
	agg = make(2, DTRACEAGG_LQUANTIZE, DTRACE_LQUANTIZE_ARG(0, 10, 1), 0);
	add(&agg, 0, 3, 5);
	assert_int_equal(result(&agg, 0)[2 + 3], 5);
	dt_aggbuf_reset(&buf);
	agg = make(3, DTRACEAGG_LLQUANTIZE, DTRACE_LLQUANTIZE_ARG(10, 0, 2, 10), 0);
	add(&agg, 0, 0, 5);
	assert_int_equal(result(&agg, 0)[1], 5);
}

static void lquantize_one(uint64_t arg, int64_t value, unsigned int cell)
{
	struct dt_agg agg = make(1, DTRACEAGG_LQUANTIZE, arg, 0);

	dt_aggbuf_reset(&buf);
	add(&agg, 0, value, 1);
	assert_int_equal(result(&agg, 0)[0], arg);
	for (unsigned int i = 1; i < (agg.size - agg.key_size) / 8; i++)
		assert_int_equal(result(&agg, 0)[i], i == cell);
}

static void test_lquantize(void **state)
{
	uint64_t arg = DTRACE_LQUANTIZE_ARG(-10, 4, 5);

	assert_int_equal(dt_agg_data_size(DTRACEAGG_LQUANTIZE, arg), 7 * 8);
	lquantize_one(arg, -11, 1);
	lquantize_one(arg, INT32_MIN, 1);
	lquantize_one(arg, -10, 2);
	lquantize_one(arg, -6, 2);
	lquantize_one(arg, -5, 3);
	lquantize_one(arg, 9, 5);
	lquantize_one(arg, 10, 6);
	lquantize_one(arg, INT32_MAX, 6);
	lquantize_one(DTRACE_LQUANTIZE_ARG(INT32_MIN, 65535, 65535), INT32_MAX, 2 + 65535);
	lquantize_one(arg, (1ll << 32) - 10, 2); /* 32 bits of it count */
}

/* A table that was emptied is like a new one, whether it had few records or many. */
static void test_empty(void **state)
{
	static const unsigned int counts[] = { 0, 1, 100, 1000, 8000, 50 };
	struct dt_agg agg = make(7, DTRACEAGG_SUM, 0, 1);
	struct dt_aggbuf made = buf;
	unsigned int i, key;

	for (i = 0; i < DT_ARRAY_SIZE(counts); i++) {
		for (key = 0; key < counts[i]; key++)
			assert_true(add(&agg, key * 77, key, 1));
		assert_int_equal(buf.used, counts[i] * agg.size);
		for (key = 0; key < counts[i]; key += 7)
			assert_int_equal(*result(&agg, key * 77), key);
		buf.drops = i;
		dt_aggbuf_empty(&buf);
		assert_memory_equal(&buf, &made, sizeof(buf));
		for (key = 0; key < buf.bucket_count; key++)
			assert_int_equal(buf.buckets[key], 0);
	}
}

static void llquantize_one(uint64_t arg, int64_t value, unsigned int bucket)
{
	struct dt_agg agg = make(1, DTRACEAGG_LLQUANTIZE, arg, 0);

	dt_aggbuf_reset(&buf);
	add(&agg, 0, value, 1);
	assert_int_equal(result(&agg, 0)[0], arg);
	for (unsigned int i = 1; i < (agg.size - agg.key_size) / 8; i++)
		if (result(&agg, 0)[i] != (i == bucket + 1))
			fail_msg("value %lld: cell %u", (long long)value, i);
}

/* Buckets found by walking lower limits, the slow and obvious way. */
static unsigned int llquantize_slow(uint64_t factor, unsigned int low, unsigned int high, uint64_t steps,
				    uint64_t value)
{
	unsigned int bucket = 0;
	uint64_t bottom = 1;
	uint64_t limit;

	for (unsigned int i = 0; i < low; i++)
		bottom *= factor;
	for (limit = bottom; low <= high; low++, bottom *= factor) {
		uint64_t top = bottom * factor;
		uint64_t width = top > steps ? top / steps : 1;

		for (; limit < top; limit += width, bucket++)
			if (value < limit)
				return bucket;
	}
	return value < limit ? bucket : bucket + 1;
}

static void test_llquantize(void **state)
{
	static const struct {
		unsigned int factor, low, high, steps;
	} shapes[] = { { 10, 0, 6, 20 }, { 10, 0, 2, 10 }, { 10, 1, 3, 100 },
		       { 2, 0, 10, 2 },  { 2, 3, 12, 4 },  { 5, 0, 3, 25 } };

	for (unsigned int s = 0; s < DT_ARRAY_SIZE(shapes); s++) {
		uint64_t arg = DTRACE_LLQUANTIZE_ARG(shapes[s].factor, shapes[s].low, shapes[s].high, shapes[s].steps);

		for (uint64_t value = 0; value < 12000; value += value < 300 ? 1 : 37)
			llquantize_one(arg, (int64_t)value,
				       llquantize_slow(shapes[s].factor, shapes[s].low, shapes[s].high, shapes[s].steps,
						       value));
		llquantize_one(arg, -1, 0);
		llquantize_one(arg, INT64_MIN, 0);
		llquantize_one(arg, INT64_MAX, (dt_agg_data_size(DTRACEAGG_LLQUANTIZE, arg) / 8) - 2);
	}
}

/* The bucket of a magnitude, counted from the middle, by asking each limit whether it is reached. */
static unsigned int both_slow(uint64_t factor, unsigned int low, unsigned int high, uint64_t steps, uint64_t value)
{
	unsigned int distance = 0;
	uint64_t bottom = 1;

	for (unsigned int i = 0; i < low; i++)
		bottom *= factor;
	for (; low <= high; low++, bottom *= factor)
		for (uint64_t step = steps / factor; step < steps; step++)
			distance += value >= bottom && value * steps >= step * bottom * factor;
	return distance + (value >= bottom);
}

static void test_llquantize_both(void **state)
{
	static const struct {
		unsigned int factor, low, high, steps;
	} shapes[] = { { 10, 0, 3, 10 },  { 10, 2, 2, 10 }, { 10, 0, 2, 5 },  { 10, 1, 3, 100 },
		       { 10, 0, 1, 100 }, { 2, 0, 9, 2 },   { 2, 3, 12, 16 }, { 16, 1, 2, 1 } };

	for (unsigned int s = 0; s < DT_ARRAY_SIZE(shapes); s++) {
		unsigned int factor = shapes[s].factor, low = shapes[s].low, high = shapes[s].high;
		unsigned int steps = shapes[s].steps, side = (high - low + 1) * (steps - steps / factor), distance;
		struct dt_agg agg = make(1, DTRACEAGG_LLQUANTIZE_BOTH, DTRACE_LLQBOTH_ARG(factor, low, high, steps), 0);
		uint64_t *cells;

		assert_int_equal(dt_agg_data_size(agg.action, agg.arg), (1 + 2 * side + 3) * 8);
		for (uint64_t value = 0; value < 12000; value += value < 300 ? 1 : 37) {
			distance = both_slow(factor, low, high, steps, value);
			dt_aggbuf_reset(&buf);
			add(&agg, 0, (int64_t)value, 3);
			add(&agg, 0, -(int64_t)value, 2);
			cells = result(&agg, 0);
			assert_int_equal(cells[0], agg.arg);
			assert_int_equal(cells[2 + side - distance], value ? (distance ? 2 : 5) : 5);
			assert_int_equal(cells[2 + side + distance], value ? (distance ? 3 : 5) : 5);
		}
		dt_aggbuf_reset(&buf);
		add(&agg, 0, INT64_MIN, 1);
		add(&agg, 0, INT64_MAX, 1);
		assert_int_equal(result(&agg, 0)[1], 1);
		assert_int_equal(result(&agg, 0)[1 + 2 * side + 2], 1);
	}
}

static void test_malformed_both(void **state)
{
	static const uint64_t bad[] = {
		DTRACE_LLQBOTH_ARG(1, 0, 5, 1),    DTRACE_LLQBOTH_ARG(10, 6, 5, 10), DTRACE_LLQBOTH_ARG(10, 0, 19, 10),
		DTRACE_LLQBOTH_ARG(10, 0, 5, 0),   DTRACE_LLQBOTH_ARG(10, 0, 5, 3),  DTRACE_LLQBOTH_ARG(10, 0, 5, 15),
		DTRACE_LLQBOTH_ARG(10, 0, 5, 200), DTRACE_LLQBOTH_ARG(10, 1, 5, 30), DTRACE_LLQBOTH_ARG(2, 0, 64, 2),
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(bad); i++)
		assert_int_equal(dt_agg_data_size(DTRACEAGG_LLQUANTIZE_BOTH, bad[i]), 0);
}

static void test_malformed(void **state)
{
	static const uint64_t bad[] = {
		DTRACE_LLQUANTIZE_ARG(1, 0, 5, 10),    DTRACE_LLQUANTIZE_ARG(10, 5, 5, 10),
		DTRACE_LLQUANTIZE_ARG(10, 6, 5, 10),   DTRACE_LLQUANTIZE_ARG(10, 0, 19, 10),
		DTRACE_LLQUANTIZE_ARG(10, 0, 5, 5),    DTRACE_LLQUANTIZE_ARG(10, 0, 5, 15),
		DTRACE_LLQUANTIZE_ARG(10, 0, 5, 30),   DTRACE_LLQUANTIZE_ARG(2, 0, 64, 2),
		DTRACE_LLQUANTIZE_ARG(2, 0, 65535, 2), DTRACE_LLQUANTIZE_ARG(0, 0, 5, 0),
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(bad); i++)
		assert_int_equal(dt_agg_data_size(DTRACEAGG_LLQUANTIZE, bad[i]), 0);
	assert_int_not_equal(dt_agg_data_size(DTRACEAGG_LLQUANTIZE, DTRACE_LLQUANTIZE_ARG(10, 0, 18, 10)), 0);
	assert_int_not_equal(dt_agg_data_size(DTRACEAGG_LLQUANTIZE, DTRACE_LLQUANTIZE_ARG(2, 0, 62, 2)), 0);
	assert_int_equal(dt_agg_data_size(DTRACEAGG_LQUANTIZE, DTRACE_LQUANTIZE_ARG(0, 0, 1)), 0);
	assert_int_equal(dt_agg_data_size(DTRACEAGG_LQUANTIZE, DTRACE_LQUANTIZE_ARG(0, 1, 0)), 0);
	assert_int_equal(dt_agg_data_size(DTRACEACT_EXIT, 0), 0);
	assert_int_equal(dt_agg_data_size(DTRACEAGG_LLQUANTIZE + 1, 0), 0);
}

static void test_keys(void **state)
{
	struct dt_agg agg = make(3, DTRACEAGG_SUM, 0, 1);

	for (unsigned int round = 0; round < 3; round++)
		for (uint64_t key = 0; key < 500; key++)
			assert_true(add(&agg, key << 20, (int64_t)key, 1));
	assert_int_equal(buf.used, 500 * agg.size);
	for (uint64_t key = 0; key < 500; key++)
		assert_int_equal(*result(&agg, key << 20), 3 * key);
	assert_int_equal(buf.drops, 0);
}

/* Long keys that differ in one word, wherever it is, are different; zeros at the end do not hide it. */
static void test_long_keys(void **state)
{
	struct dt_agg agg = make(1, DTRACEAGG_COUNT, 0, 32);
	uint64_t record[33] = { 1 };

	assert_true(dt_aggregate(&agg, &buf, record, 0, 1));
	for (unsigned int word = 1; word < 33; word++) {
		record[word] = 1;
		assert_true(dt_aggregate(&agg, &buf, record, 0, 1));
		assert_true(dt_aggregate(&agg, &buf, record, 0, 1));
		assert_int_equal(buf.used, (word + 1) * agg.size);
		record[word] = 0;
	}
	assert_memory_equal(buf.data, record, agg.key_size);
	assert_true(dt_aggregate(&agg, &buf, record, 0, 1));
	assert_int_equal(((uint64_t *)(void *)buf.data)[33], 2);
}

/* Several aggregations in one buffer, with keys that are alike. */
static void test_several(void **state)
{
	struct dt_agg first = make(1, DTRACEAGG_COUNT, 0, 1);
	struct dt_agg second = make(2, DTRACEAGG_COUNT, 0, 1);
	struct dt_agg plain = make(3, DTRACEAGG_COUNT, 0, 0);

	for (unsigned int i = 0; i < 10; i++) {
		add(&first, 5, 0, 1);
		add(&second, 5, 0, 1);
		add(&plain, 0, 0, 1);
	}
	assert_int_equal(buf.used, first.size + second.size + plain.size);
	assert_int_equal(((uint64_t *)(void *)buf.data)[2], 10);
	assert_int_equal(((uint64_t *)(void *)buf.data)[5], 10);
	assert_int_equal(((uint64_t *)(void *)buf.data)[7], 10);
}

/* Full: new keys are lost and counted, old ones go on; nothing is written outside the buffer. */
static void test_full(void **state)
{
	struct dt_agg agg = make(1, DTRACEAGG_COUNT, 0, 1);
	uint64_t keys, room;

	for (size_t size = 1024; size < 1100; size++) {
		buf.data = memory + 64;
		buf.size = size;
		memset(memory, 0xee, sizeof(memory));
		dt_aggbuf_reset(&buf);
		for (keys = 0; add(&agg, keys + 1, 0, 1); keys++)
			;
		assert_int_equal(buf.drops, 1);
		room = size - buf.used - buf.nodes;
		assert_true(room < agg.size + 16 + 8);
		assert_true(add(&agg, 1, 0, 1));
		assert_false(add(&agg, keys + 2, 0, 1));
		assert_int_equal(buf.drops, 2);
		for (uint64_t key = 1; key <= keys; key++)
			assert_int_equal(*result(&agg, key), key == 1 ? 2 : 1);
		for (unsigned int i = 0; i < 64; i++)
			assert_int_equal(memory[i], 0xee);
		for (size_t i = 64 + size; i < 64 + size + 64; i++)
			assert_int_equal(memory[i], 0xee);
	}
}

/* A key of which two words are given has zeros for the others, whatever was in the table before. */
static void test_word_keys(void **state)
{
	struct dt_agg agg = make(3, DTRACEAGG_COUNT, 0, 4);
	const uint64_t short_key[2] = { 3, 77 };
	const struct dt_extent two = { 2, 0, 0 };
	uint64_t *cells = dt_aggregate_find_word(&agg, &buf, 77);

	assert_ptr_equal(cells, (uint64_t *)(void *)buf.data + 5);
	assert_int_equal(cells[-5], 3);
	assert_int_equal(cells[-4], 77);
	assert_int_equal(cells[-3] | cells[-2] | cells[-1], 0);
	assert_int_equal(cells[0], 0);
	assert_ptr_equal(dt_aggregate_find_word(&agg, &buf, 77), cells);
	assert_ptr_equal(dt_aggregate_find(&agg, &buf, short_key, &two), cells);
	assert_ptr_not_equal(dt_aggregate_find_word(&agg, &buf, 78), cells);
	agg.id = 4;
	assert_ptr_not_equal(dt_aggregate_find_word(&agg, &buf, 77), cells);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
	const struct CMUnitTest tests[] = {
		TEST(test_simple),          TEST(test_min_max_of_one), TEST(test_stddev),     TEST(test_quantize),
		TEST(test_increments),      TEST(test_lquantize),      TEST(test_llquantize), TEST(test_malformed),
		TEST(test_llquantize_both), TEST(test_malformed_both), TEST(test_keys),       TEST(test_long_keys),
		TEST(test_several),         TEST(test_full),           TEST(test_word_keys),  TEST(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
