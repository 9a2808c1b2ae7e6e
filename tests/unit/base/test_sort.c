/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_sort.c - sorting pointers. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/sort.h"

static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void test_sort(void **state)
{
	int values[257];
	void *array[257];

	srand(1);
	for (size_t count = 0; count <= 257; count += count < 10 ? 1 : 83) {
		for (size_t i = 0; i < count; i++) {
			values[i] = rand() % 100;
			array[i] = &values[i];
		}
		dt_sort(array, count, compare_ints);
		for (size_t i = 1; i < count; i++)
			assert_true(*(int *)array[i - 1] <= *(int *)array[i]);
	}
}

/* Equal ones stay as they were: by place in @values. */
static void test_sort_mostly(void **state)
{
	int values[257];
	void *array[257], *room[257];

	srand(2);
	for (size_t count = 0; count <= 257; count += count < 10 ? 1 : 83) {
		for (size_t i = 0; i < count; i++) {
			values[i] = i % 20 ? (int)i : rand() % 100;
			array[i] = &values[i];
		}
		dt_sort_mostly(array, count, room, compare_ints);
		for (size_t i = 1; i < count; i++) {
			assert_true(*(int *)array[i - 1] <= *(int *)array[i]);
			assert_true(*(int *)array[i - 1] < *(int *)array[i] || array[i - 1] < array[i]);
		}
	}
}

static void test_sort_mostly_without_memory(void **state)
{
	int values[] = { 3, 1, 2, 2, 0 };
	void *array[] = { &values[0], &values[1], &values[2], &values[3], &values[4] };

	dt_sort_mostly(array, 5, NULL, compare_ints);
	for (size_t i = 1; i < 5; i++)
		assert_true(*(int *)array[i - 1] <= *(int *)array[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sort),
		cmocka_unit_test(test_sort_mostly),
		cmocka_unit_test(test_sort_mostly_without_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
