/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_names.c - interned names: one copy each, counted, cut, given back, in blocks of memory that are used again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "core/probe/names.h"
#include "os/host/host.h"
#include "os/os.h"

#define MANY 5000 /* more than the buckets at the start: the table grows */

static int setup(void **unused)
{
	return dt_names_init();
}

static int teardown(void **unused)
{
	dt_names_fini();
	return 0;
}

static void one_copy(void **unused)
{
	char text[] = "vfs_read";
	const struct dt_name *first = dt_name_get(text, 64), *second;

	text[0] = 'x'; /* it is a copy */
	assert_string_equal(first->text, "vfs_read");
	assert_int_equal(first->length, 8);
	assert_null(first->last);
	second = dt_name_get("vfs_read", 64);
	assert_ptr_equal(first, second);
	assert_ptr_equal(dt_name_find("vfs_read"), first);
	assert_null(dt_name_find("vfs_rea"));
	assert_null(dt_name_find("vfs_reads"));
	assert_null(dt_name_find("xfs_read"));
	assert_ptr_not_equal(dt_name_get("vfs_write", 64), first);
	dt_name_put(dt_name_find("vfs_write"));
	dt_name_put(second);
	assert_ptr_equal(dt_name_find("vfs_read"), first); /* one reference is left */
	dt_name_put(first);
	assert_null(dt_name_find("vfs_read"));
	dt_name_put(NULL);
}

static void cut(void **unused)
{
	char text[DT_NAME_MAX + 10];
	const struct dt_name *name;

	memset(text, 'n', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	name = dt_name_get(text, 16);
	assert_int_equal(name->length, 15);
	assert_int_equal(strlen(name->text), 15);
	dt_name_put(name);
	name = dt_name_get(text, 100000);
	assert_int_equal(name->length, DT_NAME_MAX - 1);
	assert_int_equal(strlen(name->text), DT_NAME_MAX - 1);
	dt_name_put(name);
	name = dt_name_get("", 16);
	assert_int_equal(name->length, 0);
	assert_ptr_equal(dt_name_find(""), name);
	dt_name_put(name);
}

static void numbered(char *text, unsigned int n)
{
	sprintf(text, "name-%u-%.*s", n, (int)(n % 40), "0123456789012345678901234567890123456789");
}

/* All are found after the table has grown; what is given back makes room for as many of the same lengths. */
static void many(void **unused)
{
	static const struct dt_name *names[MANY];
	char text[64];
	size_t bytes = 0;

	for (unsigned int round = 0; round < 3; round++) {
		for (unsigned int i = 0; i < MANY; i++) {
			numbered(text, i);
			names[i] = dt_name_get(text, 64);
			assert_non_null(names[i]);
		}
		for (unsigned int i = 0; i < MANY; i++) {
			numbered(text, i);
			assert_ptr_equal(dt_name_find(text), names[i]);
			assert_string_equal(names[i]->text, text);
		}
		if (round == 0)
			bytes = dt_names_bytes();
		assert_int_equal(dt_names_bytes(), bytes);
		for (unsigned int i = 0; i < MANY; i++)
			dt_name_put(names[i]);
		for (unsigned int i = 0; i < MANY; i++) {
			numbered(text, i);
			assert_null(dt_name_find(text));
		}
	}
	assert_true(bytes >= (size_t)MANY * sizeof(struct dt_name));
}

/* Without memory there is no name, and nothing leaks; a table that cannot grow goes on. */
static void no_memory(void **unused)
{
	const struct dt_name *names[1100];
	char text[64];

	os_host_fail_alloc(1);
	assert_null(dt_name_get("first", 64));
	assert_null(dt_name_find("first"));
	for (unsigned int i = 0; i < DT_ARRAY_SIZE(names); i++) {
		numbered(text, i);
		if (i == 1024) /* the buckets would be doubled now */
			os_host_fail_alloc(1);
		names[i] = dt_name_get(text, 64);
		assert_non_null(names[i]);
	}
	for (unsigned int i = 0; i < DT_ARRAY_SIZE(names); i++) {
		numbered(text, i);
		assert_ptr_equal(dt_name_find(text), names[i]);
		dt_name_put(names[i]);
	}
}

/* Two texts of one length and one hash are two names. */
static void same_hash(void **unused)
{
	enum { TEXTS = 400000, SLOTS = 1 << 20 };
	uint32_t *first = calloc(SLOTS, sizeof(*first)), other = 0, i;
	char text[16], text2[16];

	assert_non_null(first);
	for (i = 1; i < TEXTS && other == 0; i++) {
		uint32_t hash, slot;

		snprintf(text, sizeof(text), "f%08x", i);
		hash = dt_hash(text, 9, 0);
		for (slot = hash % SLOTS; first[slot] != 0 && other == 0; slot = (slot + 1) % SLOTS) {
			snprintf(text2, sizeof(text2), "f%08x", first[slot]);
			if (dt_hash(text2, 9, 0) == hash)
				other = first[slot];
		}
		first[slot] = i;
	}
	free(first);
	assert_int_not_equal(other, 0); /* of so many there are a few */
	assert_ptr_not_equal(dt_name_get(text, 64), dt_name_get(text2, 64));
	assert_string_equal(dt_name_find(text)->text, text);
	assert_string_equal(dt_name_find(text2)->text, text2);
	dt_name_put(dt_name_find(text));
	dt_name_put(dt_name_find(text2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_copy, setup, teardown),
		cmocka_unit_test_setup_teardown(cut, setup, teardown),
		cmocka_unit_test_setup_teardown(many, setup, teardown),
		cmocka_unit_test_setup_teardown(no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(same_hash, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
