/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_func_table.c - symbols in order of addresses, found by name, several names of one address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/func_table.h"
#include "os/os.h"

static unsigned int blocks, made; /* that are there; that were ever there */
static size_t held;               /* bytes in them */
static int allocs_left = -1;      /* so many succeed; negative: all */

/* The size goes before the block, which stays aligned. */
#define BEFORE 16

void *os_alloc(size_t size)
{
	char *memory;

	if (allocs_left == 0)
		return NULL;
	allocs_left--;
	blocks++;
	made++;
	held += size;
	memory = calloc(1, BEFORE + size);
	assert_non_null(memory);
	memcpy(memory, &size, sizeof(size));
	return memory + BEFORE;
}

void os_free(void *memory)
{
	size_t size;

	if (!memory)
		return;
	memcpy(&size, (char *)memory - BEFORE, sizeof(size));
	held -= size;
	blocks--;
	free((char *)memory - BEFORE);
}

static struct func_table table;

static void add(const char *name, unsigned long addr)
{
	assert_int_equal(func_table_add(&table, name, addr), 0);
}

static int setup(void **state)
{
	(void)state;
	allocs_left = -1;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	func_table_fini(&table);
	assert_int_equal(blocks, 0);
	return 0;
}

/* A kernel whose symbols come out of order, and two modules. */
static void fill(void)
{
	assert_int_equal(func_table_part(&table, "vmlinux", 0x1000, 0x2000), 0);
	add("vfs_write", 0x1100);
	add("_stext", 0x1000);
	add("vfs_read", 0x1080);
	add("data", 0x9000);
	add("$x.1", 0x1090);
	add(".L123", 0x1094);
	add("L0\001", 0x1098);
	add("", 0x109c);
	add("startup", 0x1000);
	add("twice", 0x1200);
	add("last", 0x1f00);
	assert_int_equal(func_table_part(&table, "ext4", 0x8000, 0x8800), 0);
	add("ext4_read", 0x8000);
	add("twice", 0x8100);
	assert_int_equal(func_table_part(&table, "empty", 0x7000, 0x7800), 0);
	assert_int_equal(func_table_part(&table, "jbd2", 0x6000, 0x6800), 0);
	add("twice", 0x6000);
	func_table_sort(&table, qsort);
}

static void test_groups(void **state)
{
	static const struct {
		const char *module, *name;
		unsigned long addr, end;
	} expected[] = {
		{ "vmlinux", "startup", 0x1000, 0x1080 },   { "vmlinux", "vfs_read", 0x1080, 0x1100 },
		{ "vmlinux", "vfs_write", 0x1100, 0x1200 }, { "vmlinux", "twice", 0x1200, 0x1f00 },
		{ "vmlinux", "last", 0x1f00, 0x2000 },      { "ext4", "ext4_read", 0x8000, 0x8100 },
		{ "ext4", "twice", 0x8100, 0x8800 },        { "jbd2", "twice", 0x6000, 0x6800 },
	};
	struct func_group group;
	uint32_t index = 0;
	size_t i;

	(void)state;
	fill();
	for (i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		assert_true(index < table.count);
		assert_int_equal(table.symbols[index].record, FUNC_RECORD_UNKNOWN);
		index = func_table_group(&table, index, &group);
		assert_string_equal(group.module, expected[i].module);
		assert_string_equal(group.names[0], expected[i].name);
		assert_int_equal(group.addr, expected[i].addr);
		assert_int_equal(group.end, expected[i].end);
		if (i > 0)
			assert_null(group.names[1]);
	}
	assert_int_equal(index, table.count);
	/* from the middle of a function's names: the same function */
	func_table_group(&table, 1, &group);
	assert_int_equal(group.addr, 0x1000);
	assert_string_equal(group.names[1], "_stext");
	assert_null(group.names[2]);
	assert_int_equal(func_table_find_part(&table, "ext4")->count, 2);
	assert_int_equal(func_table_find_part(&table, "empty")->count, 0);
	assert_null(func_table_find_part(&table, "xfs"));
}

/* Where a function ends, but no function: unless something else has the address, too. */
static void test_gaps(void **state)
{
	static const struct {
		const char *name; /* NULL: a gap */
		unsigned long addr, end;
	} expected[] = {
		{ "a", 0x1000, 0x10f0 },     { NULL, 0x10f0, 0x1100 },         { "b", 0x1100, 0x11f0 },
		{ "b_end", 0x11f0, 0x1200 }, { "__pfxother", 0x1200, 0x1300 }, { "_pfx_", 0x1300, 0x2000 },
	};
	struct func_group group;
	unsigned long end;
	uint32_t index = 0;
	size_t i;

	(void)state;
	assert_int_equal(func_table_part(&table, "vmlinux", 0x1000, 0x2000), 0);
	add("a", 0x1000);
	add("__pfx_b.cold", 0x10f0);
	add("b", 0x1100);
	add("__cfi_c", 0x11f0);
	add("b_end", 0x11f0);
	add("__pfxother", 0x1200);
	add("_pfx_", 0x1300);
	func_table_sort(&table, qsort);
	for (i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		assert_true(index < table.count);
		assert_false(table.symbols[index].cold);
		index = func_table_group(&table, index, &group);
		assert_int_equal(group.addr, expected[i].addr);
		assert_int_equal(group.end, expected[i].end);
		assert_int_equal(func_group_is_gap(&group), expected[i].name == NULL);
		if (expected[i].name)
			assert_string_equal(group.names[0], expected[i].name);
		assert_null(group.names[expected[i].name != NULL]);
	}
	assert_int_equal(index, table.count);
	assert_int_equal(func_table_find(&table, "__pfx_b.cold", FUNC_NONE), FUNC_NONE);
	assert_int_equal(func_table_find(&table, "", FUNC_NONE), FUNC_NONE);
	assert_int_equal(table.symbols[func_table_find(&table, "b", FUNC_NONE)].addr, 0x1100);
	assert_int_equal(table.symbols[func_table_around(&table, 0x10f8, &end)].addr, 0x10f0);
	assert_int_equal(end, 0x1100);
}

static void check_find(void)
{
	uint32_t index = func_table_find(&table, "twice", FUNC_NONE);

	assert_int_equal(table.symbols[index].addr, 0x1200);
	index = func_table_find(&table, "twice", index);
	assert_int_equal(table.symbols[index].addr, 0x8100);
	index = func_table_find(&table, "twice", index);
	assert_int_equal(table.symbols[index].addr, 0x6000);
	assert_int_equal(func_table_find(&table, "twice", index), FUNC_NONE);
	assert_int_equal(func_table_find(&table, "twic", FUNC_NONE), FUNC_NONE);
	assert_int_equal(func_table_find(&table, "data", FUNC_NONE), FUNC_NONE);
	index = func_table_find(&table, "_stext", FUNC_NONE);
	assert_int_equal(table.symbols[index].addr, 0x1000);
}

static void test_find(void **state)
{
	(void)state;
	assert_int_equal(func_table_find(&table, "twice", FUNC_NONE), FUNC_NONE);
	assert_int_equal(func_table_size(&table), 0);
	fill();
	assert_int_equal(func_table_size(&table), held);
	check_find();
	assert_non_null(table.heads);
	assert_int_equal(func_table_size(&table), held);
}

static void test_at(void **state)
{
	struct func_group group;
	uint32_t index;

	(void)state;
	assert_int_equal(func_table_at(&table, 0x1000), FUNC_NONE);
	fill();
	index = func_table_at(&table, 0x8100);
	assert_int_not_equal(index, FUNC_NONE);
	func_table_group(&table, index, &group);
	assert_string_equal(group.module, "ext4");
	assert_int_equal(group.addr, 0x8100);
	func_table_group(&table, func_table_at(&table, 0x1000), &group);
	assert_string_equal(group.names[0], "startup");
	func_table_group(&table, func_table_at(&table, 0x1f00), &group);
	assert_string_equal(group.names[0], "last");
	assert_int_equal(func_table_at(&table, 0x1f01), FUNC_NONE);
	assert_int_equal(func_table_at(&table, 0x1001), FUNC_NONE);
	assert_int_equal(func_table_at(&table, 0x5000), FUNC_NONE);
}

static void check_around(unsigned long addr, unsigned long start, unsigned long end)
{
	unsigned long found = 0;
	uint32_t index = func_table_around(&table, addr, &found);

	assert_int_not_equal(index, FUNC_NONE);
	assert_int_equal(table.symbols[index].addr, start);
	assert_int_equal(found, end);
	/* of several at an address the first one */
	assert_int_equal(index, func_table_at(&table, start));
}

/* At each address of each part: the symbol that a walk over all of them finds. */
static void test_around(void **state)
{
	const struct func_part *part;
	unsigned long addr, end = 1;
	uint32_t i;

	(void)state;
	assert_int_equal(func_table_around(&table, 0x1000, &end), FUNC_NONE);
	fill();
	for (part = table.parts; part < table.parts + table.part_count; part++) {
		assert_int_equal(func_table_around(&table, part->start - 1, &end), FUNC_NONE);
		assert_int_equal(func_table_around(&table, part->end, &end), FUNC_NONE);
		for (addr = part->start; addr < part->end; addr++) {
			unsigned long start = 0, next = part->end;

			for (i = part->first; i < part->first + part->count; i++) {
				if (table.symbols[i].addr <= addr)
					start = table.symbols[i].addr;
				else if (next == part->end)
					next = table.symbols[i].addr;
			}
			if (start == 0)
				assert_int_equal(func_table_around(&table, addr, &end), FUNC_NONE);
			else
				check_around(addr, start, next);
		}
	}
	assert_int_equal(end, 1); /* untouched where there is none */
}

/* Without memory for the index all is found, too. */
static void test_find_without_index(void **state)
{
	(void)state;
	fill();
	allocs_left = 1; /* of two */
	check_find();
	assert_null(table.heads);
	allocs_left = 0;
	check_find();
}

static void check_names(const char *const *names, const char *const *expected)
{
	struct func_group group;
	size_t i;

	memset(&table, 0, sizeof(table));
	assert_int_equal(func_table_part(&table, "vmlinux", 0x1000, 0x2000), 0);
	for (i = 0; names[i]; i++)
		add(names[i], 0x1000);
	func_table_sort(&table, qsort);
	func_table_group(&table, 0, &group);
	for (i = 0; expected[i]; i++) {
		assert_non_null(group.names[i]);
		assert_string_equal(group.names[i], expected[i]);
	}
	assert_null(group.names[i]);
	func_table_fini(&table);
}

/* The name that callers use comes first. */
static void test_names(void **state)
{
	static const char *const getuid[] = { "__do_sys_getuid", "__x64_sys_getuid", "__ia32_sys_getuid", NULL };
	static const char *const getuid_is[] = { "__x64_sys_getuid", "__ia32_sys_getuid", "__do_sys_getuid", NULL };
	static const char *const copy[] = { "__pi_memcpy", "__memcpy", "__pi_memmove", "memmove",
					    "__memmove",   "memcpy",   "memcpy",       NULL };
	static const char *const copy_is[] = { "memcpy",      "memmove",      "__memcpy", "__memmove",
					       "__pi_memcpy", "__pi_memmove", NULL };
	static const char *const inner[] = { "__do_x", "x_of_another_name", NULL };
	static const char *const inner_is[] = { "x_of_another_name", "__do_x", NULL };

	(void)state;
	check_names(getuid, getuid_is);
	check_names(copy, copy_is);
	check_names(inner, inner_is);
}

/* What the compiler split off a function: it numbers such parts, and other words come before. */
static void test_cold(void **state)
{
	static const char *const names[] = { "a.cold", "a.cold.12", "a.constprop.0.cold", "a.part.3", "cold",
					     "a_cold", "a.col" };
	size_t i;

	(void)state;
	assert_int_equal(func_table_part(&table, "vmlinux", 0x1000, 0x2000), 0);
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		add(names[i], 0x1000 + i);
		assert_int_equal(table.symbols[i].cold, i < 3);
		assert_int_equal(func_table_cold(names[i]), i < 3);
	}
}

static void test_many_names(void **state)
{
	struct func_group group;
	char name[16];
	size_t i;

	(void)state;
	assert_int_equal(func_table_part(&table, "vmlinux", 0x1000, 0x2000), 0);
	for (i = 0; i < 2 * FUNC_NAMES_MAX; i++) {
		snprintf(name, sizeof(name), "n%02zu", i);
		add(name, 0x1000);
	}
	add("after", 0x1010);
	func_table_sort(&table, qsort);
	assert_int_equal(func_table_group(&table, 0, &group), 2 * FUNC_NAMES_MAX);
	assert_string_equal(group.names[FUNC_NAMES_MAX - 1], "n31");
	assert_null(group.names[FUNC_NAMES_MAX]);
	assert_int_equal(group.end, 0x1010);
}

#define MANY  50000
#define FIRST 0x100000ul

/* As many as a kernel has, in text up to @end: all are found. */
static void fill_many(unsigned long end)
{
	char name[32];
	size_t i;

	assert_int_equal(func_table_part(&table, "vmlinux", FIRST, end), 0);
	for (i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "function_%zu", i);
		add(name, FIRST + i * 16);
	}
	func_table_sort(&table, qsort);
}

static void find_many(void)
{
	char name[32];
	uint32_t found;
	size_t i;

	for (i = 0; i < MANY; i += 77) {
		snprintf(name, sizeof(name), "function_%zu", i);
		found = func_table_find(&table, name, FUNC_NONE);
		assert_int_equal(found, i);
		assert_int_equal(func_table_find(&table, name, found), FUNC_NONE);
	}
	func_table_fini(&table);
}

/* Functions are as long as they are in a kernel: nothing grows. */
static void test_many(void **state)
{
	(void)state;
	made = 0;
	fill_many(FIRST + 160 * MANY);
	assert_int_equal(made, 3);
	assert_true(held < 3 << 20);
	find_many();
}

/* They are short: no name is lost when memory grows, or when there is no more of it. */
static void test_grows(void **state)
{
	unsigned long end = FIRST + 17 * MANY;
	size_t i;

	(void)state;
	fill_many(end);
	find_many();
	for (i = 0; i < 8; i++) {
		size_t n = 0;
		int error;

		allocs_left = (int)i;
		error = func_table_part(&table, "vmlinux", FIRST, end);
		while (!error && n++ < MANY)
			error = func_table_add(&table, "the_name_of_a_function", FIRST + n);
		assert_int_equal(error, -OS_ENOMEM);
		allocs_left = -1;
		func_table_fini(&table);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_groups, setup, teardown),
		cmocka_unit_test_setup_teardown(test_gaps, setup, teardown),
		cmocka_unit_test_setup_teardown(test_find, setup, teardown),
		cmocka_unit_test_setup_teardown(test_at, setup, teardown),
		cmocka_unit_test_setup_teardown(test_around, setup, teardown),
		cmocka_unit_test_setup_teardown(test_find_without_index, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cold, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_grows, setup, teardown),
	};

	return cmocka_run_group_tests_name("os/linux/func_table", tests, NULL, NULL);
}
