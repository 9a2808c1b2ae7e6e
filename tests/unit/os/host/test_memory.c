/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_memory.c - allocation of os/host: zeroed, counted, refused when the machine has not enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "os/host/host.h"
#include "os/os.h"

static void test_alloc_is_zeroed_and_counted(void **unused)
{
	unsigned char *memory = os_alloc(4096);
	size_t i;

	assert_non_null(memory);
	assert_int_equal((uintptr_t)memory % 16, 0);
	for (i = 0; i < 4096; i++)
		assert_int_equal(memory[i], 0);
	assert_int_equal(os_host_alloc_count(), 1);
	os_free(memory);
	os_free(NULL);
	assert_int_equal(os_host_alloc_count(), 0);
}

static void test_more_than_there_is(void **unused)
{
	assert_null(os_alloc(SIZE_MAX / 4));
	os_host_fail_alloc(1);
	assert_null(os_alloc(16));
}

/* Promises add up: zeroed pages are not used yet, so the machine alone would let us promise its memory many times. */
static void test_promises_add_up(void **unused)
{
	const size_t piece = (size_t)1 << (sizeof(size_t) == 8 ? 30 : 26);
	void *pieces[4096];
	size_t count = 0, i;

	while (count < DT_ARRAY_SIZE(pieces) && (pieces[count] = os_alloc(piece)) != NULL)
		count++;
	assert_true(count < DT_ARRAY_SIZE(pieces));
	for (i = 0; i < count; i++)
		os_free(pieces[i]);
	assert_int_equal(os_host_alloc_count(), 0);
}

static void test_mutex(void **unused)
{
	static struct os_mutex_kind kind = { .name = "test" };
	struct os_mutex mutex;

	os_mutex_init(&mutex, &kind);
	assert_false(os_mutex_held(&mutex));
	os_mutex_lock(&mutex);
	assert_true(os_mutex_held(&mutex));
	os_mutex_unlock(&mutex);
	assert_false(os_mutex_held(&mutex));
	os_mutex_fini(&mutex);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alloc_is_zeroed_and_counted),
		cmocka_unit_test(test_more_than_there_is),
		cmocka_unit_test(test_promises_add_up),
		cmocka_unit_test(test_mutex),
	};

	return cmocka_run_group_tests_name("os/host/memory", tests, NULL, NULL);
}
