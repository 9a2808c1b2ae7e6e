/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_hash.c - each bit of the input, its length and the seed matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"

static void each_bit(void **unused)
{
	uint8_t bytes[33] = { 0 };
	uint32_t before;

	for (size_t size = 1; size <= sizeof(bytes); size++) {
		before = dt_hash(bytes, size, 7);
		for (size_t bit = 0; bit < size * 8; bit++) {
			bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
			assert_int_not_equal(dt_hash(bytes, size, 7), before);
			bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		assert_int_equal(dt_hash(bytes, size, 7), before);
		assert_int_not_equal(dt_hash(bytes, size, 8), before);
		assert_int_not_equal(dt_hash(bytes, size - 1, 7), before);
	}
}

/* Low bits choose a bucket: numbers one after the other, and multiples of a page, are spread over them. */
static void spread(void **unused)
{
	unsigned int counts[2][64] = { 0 };

	for (uint64_t i = 0; i < 6400; i++) {
		counts[0][dt_hash_u64(i) % 64]++;
		counts[1][dt_hash_u64(i << 12) % 64]++;
	}
	for (unsigned int i = 0; i < 64; i++) {
		assert_in_range(counts[0][i], 40, 200);
		assert_in_range(counts[1][i], 40, 200);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(each_bit), cmocka_unit_test(spread) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
