/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_stretches.c - stretches of text: what a walk over the list would find, whatever overlaps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/stretches.h"

/* A section, a function in it that begins later and ends earlier, and what comes after that. */
static void nested(void **state)
{
	struct stretch list[] = { { 300, 310 }, { 110, 120 }, { 100, 200 }, { 200, 210 }, { 100, 101 } };
	size_t count = stretches_settle(list, 5, qsort);

	(void)state;
	assert_int_equal(count, 2);
	assert_false(stretches_have(list, count, 99));
	assert_true(stretches_have(list, count, 100));
	assert_true(stretches_have(list, count, 119));
	assert_true(stretches_have(list, count, 120));
	assert_true(stretches_have(list, count, 199));
	assert_true(stretches_have(list, count, 209));
	assert_false(stretches_have(list, count, 210));
	assert_true(stretches_have(list, count, 309));
	assert_false(stretches_have(list, count, 310));
	assert_int_equal(stretches_settle(list, 0, qsort), 0);
	assert_false(stretches_have(list, 0, 100));
}

static void any_lists(void **state)
{
	struct stretch list[40], given[40];
	unsigned int seed, i;
	unsigned long addr;
	size_t count;
	bool wanted;

	(void)state;
	for (seed = 1; seed < 500; seed++) {
		srand(seed);
		count = (size_t)rand() % 40;
		for (i = 0; i < count; i++) {
			given[i].start = (unsigned long)rand() % 300;
			given[i].end = given[i].start + 1 + (unsigned long)rand() % 30;
		}
		memcpy(list, given, sizeof(list));
		i = (unsigned int)stretches_settle(list, count, qsort);
		for (addr = 0; addr < 340; addr++) {
			size_t j;

			for (j = 0, wanted = false; j < count; j++)
				wanted |= addr >= given[j].start && addr < given[j].end;
			assert_int_equal(stretches_have(list, i, addr), wanted);
			for (j = 0; j < i && list[j].end <= addr; j++)
				;
			assert_int_equal(stretches_from(list, i, addr), j);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(nested), cmocka_unit_test(any_lists) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
