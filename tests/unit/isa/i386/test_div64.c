/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_div64.c - i386's 64-bit division against the compiler's, under names that do not replace the
 * compiler's library; x86 hosts only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define __udivdi3    test_udivdi3
#define __umoddi3    test_umoddi3
#define __udivmoddi4 test_udivmoddi4
#define __divdi3     test_divdi3
#define __moddi3     test_moddi3
#define __divmoddi4  test_divmoddi4
#include "isa/i386/div64.c"

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
	assert_true(test_udivmoddi4(a, b, &remainder) == a / b && remainder == a % b);
	assert_true(test_udivdi3(a, b) == a / b && test_umoddi3(a, b) == a % b);
	if ((int64_t)a == INT64_MIN && (int64_t)b == -1)
		return;
	assert_true(test_divdi3((int64_t)a, (int64_t)b) == (int64_t)a / (int64_t)b);
	assert_true(test_moddi3((int64_t)a, (int64_t)b) == (int64_t)a % (int64_t)b);
}

static void test_random(void **unused)
{
	long i;

	(void)unused;
	for (i = 0; i < ROUNDS; i++)
		check(number(), number());
}

/* Quotients next to whole ones, numbers next to the limits: where an estimate is off by one. */
static void test_edges(void **unused)
{
	uint64_t a, b;
	long i;

	(void)unused;
	for (i = 0; i < ROUNDS; i++) {
		b = number();
		a = b * (number() & 0xffff);
		check(a, b);
		check(a - 1, b);
		check(a + 1, b);
		check(~0ull - (number() & 7), b);
		check(a, ~0ull - (number() & 7));
		check(1ull << 63, b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_random), cmocka_unit_test(test_edges) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
