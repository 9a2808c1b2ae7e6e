/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_load.c - guarded accesses of os/host: bad addresses are errors, strings end where their page ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/os.h"

static uint64_t address(const void *p)
{
	return (uint64_t)(uintptr_t)p;
}

static void test_good_and_bad_addresses(void **unused)
{
	uint64_t value = 0x1122334455667788ull, copy = 0;

	assert_int_equal(os_kload(&copy, address(&value), sizeof(copy)), 0);
	assert_int_equal(copy, value);
	assert_int_equal(os_kload(&copy, 0, sizeof(copy)), -OS_EFAULT);
	assert_int_equal(os_kload(&copy, UINT64_MAX - 7, sizeof(copy)), -OS_EFAULT);
	assert_int_equal(os_ustore(0, &value, sizeof(value)), -OS_EFAULT);
	value = 5;
	assert_int_equal(os_ustore(address(&copy), &value, sizeof(value)), 0);
	assert_int_equal(copy, 5);
}

static void test_string_at_the_end_of_memory(void **unused)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *area = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char copy[64];

	assert_true(area != MAP_FAILED);
	assert_int_equal(mprotect(area + page, page, PROT_NONE), 0);
	memcpy(area + page - 6, "hello", 6);
	assert_int_equal(os_kload_str(copy, address(area + page - 6), sizeof(copy)), 5);
	assert_string_equal(copy, "hello");
	area[page - 1] = 'x';
	assert_int_equal(os_kload_str(copy, address(area + page - 6), sizeof(copy)), -OS_EFAULT);
	assert_int_equal(os_kload_str(copy, address(area + page - 6), 4), 3);
	assert_string_equal(copy, "hel");
	munmap(area, 2 * page);
}

static void test_injected_failures(void **unused)
{
	uint64_t value = 1, copy;

	os_host_fail_load(2);
	assert_int_equal(os_kload(&copy, address(&value), sizeof(copy)), 0);
	assert_int_equal(os_kload(&copy, address(&value), sizeof(copy)), -OS_EFAULT);
	assert_int_equal(os_kload(&copy, address(&value), sizeof(copy)), 0);
	os_host_fail_copy(1);
	assert_int_equal(os_copyin(&copy, address(&value), sizeof(copy)), -OS_EFAULT);
	assert_int_equal(os_copyout(address(&copy), &value, sizeof(copy)), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good_and_bad_addresses),
		cmocka_unit_test(test_string_at_the_end_of_memory),
		cmocka_unit_test(test_injected_failures),
	};

	return cmocka_run_group_tests_name("os/host/load", tests, NULL, NULL);
}
