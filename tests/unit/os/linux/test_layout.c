/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_layout.c - members of structures from the types of a module: names of its own, damaged sections, kinds that are in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/layout.h"

#define KERNEL_TEXT 5000 /* bytes of the kernel's names */

enum {
	INT = 1,
	ARRAY = 3,
	STRUCT,
	UNION,
	ENUM,
	TYPEDEF = 8,
	PROTOTYPE = 13,
	VARIABLE,
	SECTION,
	DECLARATION = 17,
	ENUM64 = 19
};

static uint32_t words[256];
static size_t word_count;
static char text[256];
static size_t text_size;
static uint8_t section[4096];
static size_t size;

static int setup(void **state)
{
	(void)state;
	word_count = 0;
	text_size = 0;
	return 0;
}

static uint32_t name(const char *name)
{
	size_t at;

	for (at = 0; at < text_size; at += strlen(text + at) + 1) {
		if (strcmp(text + at, name) == 0)
			return KERNEL_TEXT + (uint32_t)at;
	}
	memcpy(text + text_size, name, strlen(name) + 1);
	text_size += strlen(name) + 1;
	return KERNEL_TEXT + (uint32_t)at;
}

static void type(const char *of, uint32_t kind, uint32_t members, uint32_t flag)
{
	words[word_count++] = name(of);
	words[word_count++] = flag << 31 | kind << 24 | members;
	words[word_count++] = 64;
}

static void more(uint32_t count)
{
	while (count-- > 0)
		words[word_count++] = name("svc_fh");
}

static void member(const char *of, uint32_t place)
{
	words[word_count++] = name(of);
	words[word_count++] = 1;
	words[word_count++] = place;
}

/* The section, its head of @head bytes. */
static void finish(uint32_t head)
{
	const uint32_t types = (uint32_t)(word_count * 4);
	const uint32_t fields[] = { 1u << 16 | 0xeb9f, head, 0, types, types, (uint32_t)text_size };

	memset(section, 0xff, sizeof(section));
	memcpy(section, fields, sizeof(fields));
	memcpy(section + head, words, types);
	memcpy(section + head + types, text, text_size);
	size = head + types + text_size;
}

/* Another structure with these members, a union of that name, each kind that has something after it. */
static void usual(void)
{
	type("other", STRUCT, 2, 0);
	member("fh_dentry", 8);
	member("fh_export", 16);
	type("svc_fh", UNION, 2, 0);
	member("fh_dentry", 24);
	member("fh_export", 32);
	type("int", INT, 0, 0), more(1);
	type("row", ARRAY, 0, 0), more(3);
	type("some", ENUM, 2, 0), more(4);
	type("named", TYPEDEF, 0, 0);
	type("call", PROTOTYPE, 3, 0), more(6);
	type("var", VARIABLE, 0, 0), more(1);
	type("data", SECTION, 1, 0), more(3);
	type("tag", DECLARATION, 0, 0), more(1);
	type("large", ENUM64, 1, 0), more(3);
	type("svc_fh", STRUCT, 3, 0);
	member("fh_handle", 0);
	member("fh_dentry", 136 * 8);
	member("fh_export", 144 * 8);
	type("packed", STRUCT, 2, 1);
	member("a", 4 << 24 | 8);
	member("b", 3 << 24 | 40);
}

static void test_found(void **state)
{
	struct layout layouts[] = { { "packed", { "b" } },
				    { "svc_fh", { "fh_export", "fh_dentry" } },
				    { "svc_fh", { "fh_dentry", "fh_lost" } },
				    { "missing", { "fh_dentry" } },
				    { "other", { "fh_handle" } } };

	(void)state;
	usual();
	name("fh_lost");
	finish(24);
	layout_find(section, size, KERNEL_TEXT, layouts, 5);
	assert_true(layouts[0].is_known);
	assert_int_equal(layouts[0].offsets[0], 5);
	assert_true(layouts[1].is_known);
	assert_int_equal(layouts[1].offsets[0], 144);
	assert_int_equal(layouts[1].offsets[1], 136);
	assert_false(layouts[2].is_known);
	assert_false(layouts[3].is_known);
	assert_false(layouts[4].is_known);
	finish(32);
	layout_find(section, size, KERNEL_TEXT, layouts, 2);
	assert_true(layouts[1].is_known);
}

/* With the wrong length of the kernel's text nothing has its name. */
static void test_other_kernel(void **state)
{
	struct layout layout = { "svc_fh", { "fh_dentry" }, .is_known = true };

	(void)state;
	usual();
	finish(24);
	layout_find(section, size, KERNEL_TEXT - 1, &layout, 1);
	assert_false(layout.is_known);
	layout_find(NULL, 0, KERNEL_TEXT, &layout, 1);
	assert_false(layout.is_known);
}

/* Cut off anywhere, and with each word of it another: never a byte beyond it (the sanitizer sees that). */
static void test_damaged(void **state)
{
	struct layout layout = { "svc_fh", { "fh_dentry", "fh_export" } };
	uint8_t *copy;
	size_t at;

	(void)state;
	usual();
	finish(24);
	for (at = 0; at < size; at++) {
		copy = malloc(at ? at : 1);
		memcpy(copy, section, at);
		layout_find(copy, at, KERNEL_TEXT, &layout, 1);
		assert_false(layout.is_known);
		free(copy);
	}
	for (at = 0; at + 4 <= size; at += 4) {
		copy = malloc(size);
		memcpy(copy, section, size);
		memset(copy + at, 0xff, 4);
		layout_find(copy, size, KERNEL_TEXT, &layout, 1);
		free(copy);
	}
}

/* After a kind that is not known here nobody knows where the next type begins. */
static void test_strange_kind(void **state)
{
	static const uint32_t kinds[] = { 0, 20, 31 };
	struct layout layout = { "svc_fh", { "fh_dentry" } };
	size_t i;

	for (i = 0; i < 3; i++) {
		setup(state);
		type("strange", kinds[i], 0, 0);
		usual();
		finish(24);
		layout_find(section, size, KERNEL_TEXT, &layout, 1);
		assert_false(layout.is_known);
	}
}

/* A text whose last name does not end. */
static void test_endless_text(void **state)
{
	struct layout layout = { "svc_fh", { "fh_dentry" } };

	(void)state;
	usual();
	finish(24);
	section[size - 1] = 'x';
	layout_find(section, size, KERNEL_TEXT, &layout, 1);
	assert_false(layout.is_known);
}

static void test_kernel_text(void **state)
{
	(void)state;
	usual();
	finish(24);
	assert_int_equal(layout_kernel_text(section), text_size);
	section[0] ^= 1;
	assert_int_equal(layout_kernel_text(section), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_found, setup),        cmocka_unit_test_setup(test_other_kernel, setup),
		cmocka_unit_test_setup(test_damaged, setup),      cmocka_unit_test_setup(test_strange_kind, setup),
		cmocka_unit_test_setup(test_endless_text, setup), cmocka_unit_test_setup(test_kernel_text, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
