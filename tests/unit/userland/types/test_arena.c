/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_arena.c - tables by name: what was put is found, what was not is not, however many there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "userland/types/arena.h"

static void no_memory(void *arg)
{
	fail();
}

static void map(void **unused)
{
	struct ldt_arena arena;
	struct ldt_map map;

	alarm(60); /* a search in a full table does not end */
	ldt_arena_init(&arena, no_memory, NULL);
	ldt_map_init(&map, &arena);
	assert_null(ldt_map_get(&map, "nothing"));
	for (uintptr_t i = 1; i <= 1000; i++) {
		ldt_map_put(&map, ldt_arena_printf(&arena, "name %d", (int)i), (void *)i);
		assert_null(ldt_map_get(&map, "nothing"));
		assert_ptr_equal(ldt_map_get(&map, "name 1"), (void *)1);
		assert_ptr_equal(ldt_map_get(&map, ldt_arena_printf(&arena, "name %d", (int)i)), (void *)i);
	}
	ldt_map_remove(&map, "name 500");
	assert_null(ldt_map_get(&map, "name 500"));
	assert_ptr_equal(ldt_map_get(&map, "name 501"), (void *)501);
	ldt_map_put(&map, "name 500", &map);
	assert_ptr_equal(ldt_map_get(&map, "name 500"), &map);
	ldt_arena_fini(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(map) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
