/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_page.c - what is collected for a page, where a run seldom gets: its limits, names that are not known, frames that repeat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_engine.h"
#include "output/page.h"

#define LARGE (1 << 20)

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
	struct ldt_page *page;
};

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	world->dtp = fake_open(&world->fake);
	world->page = ldt_page_create();
	ldt_page_begin(world->page);
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	ldt_page_destroy(world->page);
	fake_close(world->dtp, world->fake);
	free(world);
	return 0;
}

static void print(struct world *world, const char *name, bool is_final)
{
	ldt_page_print(world->page, &name, 1, is_final);
}

static void add_row(struct world *world, const dtrace_value_t *key, bool is_final)
{
	const dtrace_outcell_t cell = {
		.name = "a", .function = "count", .normal = 1, .value = { .kind = DTRACE_VALUE_INT, .number = 1 }
	};
	const dtrace_outrow_t row = {
		.is_final = is_final, .keys = key, .key_count = 1, .cells = &cell, .cell_count = 1
	};
	const uint64_t since = 0;

	ldt_page_row(world->page, &row, &since);
}

static bool has(struct world *world, const char *text)
{
	return memmem(world->page->text, world->page->size, text, strlen(text)) != NULL;
}

/* How often. */
static size_t count_of(struct world *world, const char *text)
{
	const char *at = world->page->text, *end = at + world->page->size;
	size_t count = 0;

	while ((at = memmem(at, (size_t)(end - at), text, strlen(text)))) {
		count++;
		at++;
	}
	return count;
}

/* Beyond the limit rows are counted; what is printed at the end still comes; then that is counted, too. */
static void test_limit(void **state)
{
	struct world *world = *state;
	char *data = malloc(LARGE);
	const dtrace_value_t key = { .kind = DTRACE_VALUE_STRING, .bytes = { data, LARGE } };
	const size_t fit = LDT_PAGE_MOST / LARGE - 1, all = LDT_PAGE_ROOM / LARGE - 1;
	const struct ldt_page_run run = { .ended = "exit" };
	char why[256], *line;
	size_t size;

	memset(data, 'x', LARGE);
	print(world, "a", false);
	for (size_t i = 0; i < fit + 5; i++)
		add_row(world, &key, false);
	assert_int_equal(count_of(world, "\"type\":\"row\""), fit);
	assert_int_equal(world->page->left_rows, 5);
	print(world, "a", true);
	for (size_t i = 0; i < all; i++)
		add_row(world, &key, true);
	assert_int_equal(count_of(world, "\"type\":\"row\""), all);
	assert_true(world->page->size <= LDT_PAGE_ROOM);
	assert_int_equal(world->page->left_rows, 5 + fit);
	ldt_page_lose(world->page);
	ldt_page_why(world->page, why, sizeof(why));
	assert_string_equal(why,
			    "37 rows of aggregations are not on the page, which holds 32 MB: print fewer, less often");
	ldt_page_stop(world->page);
	line = ldt_page_run_line(world->dtp, world->page, &run, &size);
	assert_non_null(strstr(line, "\"left_rows\":37"));
	free(line);
	free(data);
}

/* Rows of a print whose line has no room are counted: they would be taken for another's. */
static void test_print_without_line(void **state)
{
	struct world *world = *state;
	const dtrace_value_t key = { .kind = DTRACE_VALUE_INT, .number = 7 };
	char *name = malloc(LDT_PAGE_ROOM + 1);

	memset(name, 'n', LDT_PAGE_ROOM);
	name[LDT_PAGE_ROOM] = '\0';
	print(world, name, false);
	add_row(world, &key, false);
	assert_int_equal(world->page->left_rows, 1);
	print(world, "a", false);
	add_row(world, &key, false);
	assert_int_equal(world->page->left_rows, 1);
	assert_int_equal(count_of(world, "\"type\":\"row\""), 1);
	assert_true(has(world, "\"print\":2"));
	free(name);
}

/* At the end a consumer may walk entry by entry: that is one print; a printa() is always one of its own. */
static void test_entry_by_entry(void **state)
{
	struct world *world = *state;

	print(world, "a", true);
	print(world, "a", true);
	print(world, "b", true);
	print(world, NULL, true);
	assert_int_equal(ldt_page_prints(world->page), 3);
	assert_true(has(world, "\"aggregations\":[null]"));
	print(world, "b", false);
	print(world, "b", false);
	print(world, "b", true);
	assert_int_equal(ldt_page_prints(world->page), 6);
}

/* A frame is there once for each function, and kernel and program have frames of their own. */
static void test_frames(void **state)
{
	struct world *world = *state;
	const dtrace_symbol_t frames[] = {
		{ .text = "m`f+0x10", .module = "m", .name = "f", .offset = 0x10 },
		{ .text = "m`f+0x20", .module = "m", .name = "f", .offset = 0x20 },
		{ .text = "0xffff", .addr = 0xffff },
		{ .text = "0x10", .note = "Main.run:7" },
	};
	const dtrace_value_t user = { .kind = DTRACE_VALUE_STACK,
				      .stack = { .is_user = true, .pid = 4, .frames = frames, .count = 4 } };
	const dtrace_value_t kernel = { .kind = DTRACE_VALUE_STACK, .stack = { .frames = frames, .count = 1 } };

	print(world, "a", false);
	add_row(world, &user, false);
	add_row(world, &user, false);
	add_row(world, &kernel, false);
	assert_int_equal(count_of(world, "\"type\":\"frame\""), 4);
	assert_int_equal(count_of(world, "\"keys\":[{\"space\":\"user\",\"pid\":4,\"frames\":[0,0,1,2]}]"), 2);
	assert_true(has(world, "\"keys\":[{\"space\":\"kernel\",\"frames\":[3]}]"));
	assert_true(has(world, "{\"type\":\"frame\",\"number\":2,\"text\":\"0x10 Main.run:7\",\"space\":\"user\"}"));
	assert_true(has(world, "{\"type\":\"frame\",\"number\":3,\"text\":\"m`f\",\"space\":\"kernel\"}"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_limit, setup, teardown),
		cmocka_unit_test_setup_teardown(test_print_without_line, setup, teardown),
		cmocka_unit_test_setup_teardown(test_entry_by_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_frames, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
