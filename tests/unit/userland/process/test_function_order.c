/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_function_order.c - functions in order: each neighbour is looked at, and none is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process/function_order.h"

#define MANY 5000

static void order(struct ldt_function *all, size_t *count)
{
	assert_true(ldt_functions_order(all, count));
}

/* The order of those at one place, and a name that is in two tables. */
static void test_one_place(void **unused)
{
	static const char again[] = "same"; /* a text of its own */
	struct ldt_function all[] = {
		{ .addr = 0x2000, .size = 8 },
		{ .addr = 0x1000, .size = 8 },
		{ .addr = 0x1000, .size = 8, .name = "same" },
		{ .addr = 0x1000, .size = 8, .name = "longer" },
		{ .addr = 0x1000, .size = 8, .name = "fame" },
		{ .addr = 0x1000, .size = 16, .name = "the_larger" },
		{ .addr = 0x1000, .size = 8, .name = again },
		{ .addr = 0x2000, .size = 8, .name = "same" },
	};
	static const char *const names[] = { "the_larger", "fame", "same", "longer", NULL, "same", NULL };
	size_t count = sizeof(all) / sizeof(all[0]);

	order(all, &count);
	assert_int_equal(count, sizeof(names) / sizeof(names[0]));
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(all[i].addr, i < 5 ? 0x1000 : 0x2000);
		assert_int_equal(!names[i], !all[i].name);
		if (names[i])
			assert_string_equal(all[i].name, names[i]);
	}
}

static void test_few(void **unused)
{
	struct ldt_function all[2] = { { .addr = 2 }, { .addr = 1 } };
	size_t count = 0;

	order(NULL, &count);
	assert_int_equal(count, 0);
	count = 1;
	order(all, &count);
	assert_int_equal(count, 1);
	assert_int_equal(all[0].addr, 2);
	count = 2;
	order(all, &count);
	assert_int_equal(count, 2);
	assert_int_equal(all[0].addr, 1);
	assert_int_equal(all[1].addr, 2);
}

/* Addresses that differ in these bits only; each function's size says where it was. */
static void check_random(uint64_t bits, uint64_t base)
{
	static struct ldt_function all[MANY];
	static char names[MANY][16];
	static bool is_seen[MANY];
	size_t count = MANY;
	uint64_t sum = 0, after = 0;

	memset(is_seen, 0, sizeof(is_seen));
	for (size_t i = 0; i < MANY; i++) {
		uint64_t random = (uint64_t)mrand48() << 32 ^ (uint64_t)mrand48();

		snprintf(names[i], sizeof(names[i]), "f%zu", i);
		all[i] = (struct ldt_function){ .addr = base ^ (random & bits), .size = MANY - i, .name = names[i] };
		sum += all[i].addr;
	}
	order(all, &count);
	assert_int_equal(count, MANY);
	for (size_t i = 0; i < MANY; i++) {
		size_t was = MANY - all[i].size;

		assert_false(is_seen[was]);
		is_seen[was] = true;
		assert_ptr_equal(all[i].name, names[was]);
		after += all[i].addr;
		if (i == 0)
			continue;
		assert_true(all[i - 1].addr <= all[i].addr);
		if (all[i - 1].addr == all[i].addr)
			assert_true(all[i - 1].size > all[i].size);
	}
	assert_true(sum == after);
}

static void test_random(void **unused)
{
	srand48(42);
	check_random(0, 0x1000);
	check_random(0xf, 0);
	check_random(0xffffff, 0x400000);
	check_random(0xff00ff00, 0);
	check_random(UINT64_MAX, 0);
	check_random(1ull << 63, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_place),
		cmocka_unit_test(test_few),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
