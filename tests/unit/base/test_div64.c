/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_div64.c - the division of CPUs of 32 bits against the compiler's, with the step for CPUs
 * that have no instruction. The i386's own is tested in tests/unit/isa/i386.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/div64.h"

#define ROUNDS 300000

static uint64_t state = 88172645463325252ull;

/* Numbers of all lengths. */
static uint64_t number(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state >> ((state >> 3) & 63);
}

static void check(uint64_t a, uint64_t b)
{
	uint64_t remainder;

	if (b == 0)
		return;
	assert_true(dt_div64(a, b, &remainder) == a / b);
	assert_true(remainder == a % b);
}

static void test_random(void **unused)
{
	long i;

	for (i = 0; i < ROUNDS; i++)
		check(number(), number());
}

/* Quotients next to whole ones, numbers next to the limits: where an estimate is off by one. */
static void test_edges(void **unused)
{
	static const uint64_t edges[] = { 1,
					  2,
					  3,
					  0x7fffffff,
					  0x80000000,
					  0xffffffff,
					  0x100000000,
					  0x100000001,
					  0x7fffffffffffffff,
					  0x8000000000000000,
					  0xffffffff00000000,
					  0xffffffffffffffff };
	size_t i, k;
	int64_t off;

	for (i = 0; i < DT_ARRAY_SIZE(edges); i++) {
		for (k = 0; k < DT_ARRAY_SIZE(edges); k++) {
			for (off = -1; off <= 1; off++) {
				check(edges[i] + (uint64_t)off, edges[k]);
				check(edges[i] * edges[k] + (uint64_t)off, edges[k]);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
