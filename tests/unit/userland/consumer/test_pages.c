/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_pages.c - memory for snapshots takes no more than what is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "consumer/pages.h"

#define SIZE (16u << 20)

static size_t pages_taken(unsigned char *memory)
{
	static unsigned char there[SIZE / 4096];
	size_t page = (size_t)sysconf(_SC_PAGESIZE), i, count = 0;

	assert_int_equal(mincore(memory, SIZE, there), 0);
	for (i = 0; i < SIZE / page; i++)
		count += there[i] & 1;
	return count;
}

static void test_one_page(void **state)
{
	unsigned char *memory = ldt_pages_create(SIZE);

	(void)state;
	assert_non_null(memory);
	assert_int_equal(pages_taken(memory), 0);
	memory[SIZE / 2] = 1;
	assert_int_equal(memory[SIZE / 2 + 1], 0);
	assert_int_equal(pages_taken(memory), 1);
	ldt_pages_destroy(memory, SIZE);
	assert_int_equal(mincore(memory, SIZE, (unsigned char[SIZE / 4096]){ 0 }), -1);
}

/* The same where the kernel gives huge pages to all programs: it is told not to. */
static void test_no_huge_pages(void **state)
{
	unsigned char *memory = ldt_pages_create(SIZE);
	char line[512];
	unsigned long start, end;
	bool there = false, told = false;
	FILE *maps;

	(void)state;
	assert_non_null(memory);
	if (madvise(memory, SIZE, MADV_NOHUGEPAGE) != 0) {
		ldt_pages_destroy(memory, SIZE);
		print_message("this kernel has no huge pages\n");
		skip();
	}
	ldt_pages_destroy(memory, SIZE);
	memory = ldt_pages_create(SIZE);
	maps = fopen("/proc/self/smaps", "r");
	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
			there = (uintptr_t)memory >= start && (uintptr_t)memory < end;
		else if (there && strncmp(line, "VmFlags:", 8) == 0)
			told = strstr(line, " nh") != NULL;
	}
	fclose(maps);
	assert_true(told);
	ldt_pages_destroy(memory, SIZE);
}

static void test_no_memory(void **state)
{
	(void)state;
	assert_null(ldt_pages_create(SIZE_MAX / 2));
	ldt_pages_destroy(NULL, SIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_page),
		cmocka_unit_test(test_no_huge_pages),
		cmocka_unit_test(test_no_memory),
	};

	return cmocka_run_group_tests_name("userland/consumer/pages", tests, NULL, NULL);
}
