/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_memory.c - base/memory.c against the C library, at all alignments and small sizes; hashes and bits. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/memory.h"

#define AREA 96

static void fill(uint8_t *area)
{
	for (unsigned int i = 0; i < AREA; i++)
		area[i] = (uint8_t)(i * 7 + 1);
}

static void test_memory(void **state)
{
	uint8_t ours[AREA], theirs[AREA], source[AREA];

	fill(source);
	for (unsigned int to = 0; to < 16; to++)
		for (unsigned int from = 0; from < 16; from++)
			for (unsigned int size = 0; size < 40; size++) {
				memset(ours, 0, AREA);
				memset(theirs, 0, AREA);
				dt_memcpy(ours + to, source + from, size);
				memcpy(theirs + to, source + from, size);
				assert_memory_equal(ours, theirs, AREA);
				fill(ours);
				fill(theirs);
				dt_memmove(ours + to, ours + from, size);
				memmove(theirs + to, theirs + from, size);
				assert_memory_equal(ours, theirs, AREA);
				dt_memset(ours + to, 0x1a5, size);
				memset(theirs + to, 0x1a5, size);
				assert_memory_equal(ours, theirs, AREA);
			}
}

static void test_ends_in_zeros(void **state)
{
	static const uint8_t bytes[6] = { 1, 2, 0, 0, 0, 0 };

	assert_true(dt_ends_in_zeros(bytes, 6, 4));
	assert_true(dt_ends_in_zeros(bytes, 6, 3));
	assert_false(dt_ends_in_zeros(bytes, 6, 5));
	assert_false(dt_ends_in_zeros(bytes, 5, 4));
	assert_false(dt_ends_in_zeros(bytes + 2, 4, 4)); /* nothing but zeros: there is no code before them */
}

/* Both at every place, among bytes that differ from them by any one bit, and beyond the end. */
static void test_find_either(void **state)
{
	uint8_t area[AREA];
	unsigned int at, from, size, i;

	for (at = 0; at < AREA; at++) {
		for (i = 0; i < AREA; i++)
			area[i] = (uint8_t)((i & 1 ? 0xf0 : 0x3e) ^ 1u << i % 8);
		area[at] = at & 1 ? 0x3e : 0xf0;
		for (size = AREA - 20; size <= AREA; size++) {
			for (from = 0; from <= size; from++) {
				i = (unsigned int)dt_find_either(area, from, size, 0xf0, 0x3e);
				assert_int_equal(i, from <= at && at < size ? at : size);
			}
		}
	}
}

static void test_bits(void **state)
{
	assert_int_equal(dt_bits(0), 0);
	for (unsigned int bit = 0; bit < 64; bit++) {
		assert_int_equal(dt_bits(1ull << bit), bit + 1);
		assert_int_equal(dt_bits((1ull << bit) | (1ull << bit >> 1)), bit + 1);
		assert_int_equal(dt_bits(UINT64_MAX >> (63 - bit)), bit + 1);
	}
}

static void test_hash(void **state)
{
	unsigned int used[256] = { 0 };
	unsigned int most = 0;

	for (uint64_t i = 0; i < 4096; i++)
		used[dt_hash_u64(i << 12) & 255]++;
	for (unsigned int i = 0; i < 256; i++)
		most = DT_MAX(most, used[i]);
	assert_true(most < 64);
	assert_int_not_equal(dt_hash("abc", 3, 0), dt_hash("abd", 3, 0));
	assert_int_not_equal(dt_hash("abc", 3, 0), dt_hash("abc", 3, 1));
	assert_int_not_equal(dt_hash("a\0", 2, 0), dt_hash("a", 1, 0));
	assert_int_equal(dt_hash("0123456789", 10, 5), dt_hash("0123456789", 10, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory), cmocka_unit_test(test_ends_in_zeros), cmocka_unit_test(test_find_either),
		cmocka_unit_test(test_bits),   cmocka_unit_test(test_hash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
