/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_probe_similar.c - which field of a description is wrong, and what is meant instead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "fake_engine.h"

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
};

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	world->dtp = fake_open(&world->fake);
	fake_probe(world->fake, 1, "dtrace", "", "", "BEGIN");
	fake_probe(world->fake, 2, "syscall", "vmlinux", "read", "entry");
	fake_probe(world->fake, 3, "syscall", "vmlinux", "read", "return");
	fake_probe(world->fake, 4, "syscall", "vmlinux", "readv", "entry");
	fake_probe(world->fake, 5, "syscall", "vmlinux", "write", "entry");
	fake_probe(world->fake, 6, "fbt", "vmlinux", "vfs_open", "entry");
	fake_probe(world->fake, 7, "fbt", "vmlinux", "vfs_open", "return");
	fake_probe(world->fake, 8, "fbt", "vmlinux", "vfs_read", "entry");
	fake_probe(world->fake, 9, "fbt", "ext4", "ext4_mark_iloc_dirty", "entry");
	fake_probe(world->fake, 10, "fbt", "ext4", "ext4_mark_inode_dirty", "entry");
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	fake_close(world->dtp, world->fake);
	free(world);
	return 0;
}

enum { PROVIDER, MODULE, FUNCTION, NAME };

/* What @text is answered with: "FIELD, DESCRIPTION", or "FIELD" alone. */
static const char *answer(struct world *world, const char *text)
{
	static const char *const fields[] = { "provider", "module", "function", "name" };
	static char line[600];
	struct ldt_similar_probe similar;
	struct dtrace_probedesc desc;
	char name[DTRACE_FULLNAMELEN];

	assert_int_equal(dtrace_str2desc(world->dtp, DTRACE_PROBESPEC_NAME, text, &desc), 0);
	world->fake->matches = world->fake->listings = 0;
	ldt_probe_similar(world->dtp, &desc, &similar);
	assert_true(similar.wrong <= NAME);
	snprintf(line, sizeof(line), "%s", fields[similar.wrong]);
	if (similar.found)
		snprintf(line, sizeof(line), "%s%s, %s", fields[similar.wrong],
			 similar.is_function   ? " is a function"
			 : similar.is_provider ? " after a provider"
			 : similar.is_moved    ? " in another field"
					       : "",
			 dtrace_desc2str(&similar.desc, name, sizeof(name)));
	return line;
}

static void test_each_field(void **state)
{
	struct world *world = *state;

	assert_string_equal(answer(world, "fbt::vfs_opne:entry"), "function, fbt::vfs_open:entry");
	assert_string_equal(answer(world, "syscall::reed:entry"), "function, syscall::read:entry");
	assert_string_equal(answer(world, "syscal::read:entry"), "provider, syscall::read:entry");
	assert_string_equal(answer(world, "fbt:ex4:ext4_mark_inode_dirty:entry"),
			    "module, fbt:ext4:ext4_mark_inode_dirty:entry");
	assert_string_equal(answer(world, "fbt::vfs_open:entri"), "name, fbt::vfs_open:entry");
	assert_string_equal(answer(world, "reed:retrun"), "function, ::read:return");
	assert_string_equal(answer(world, "BEGNI"), "name, :::BEGIN");
	assert_string_equal(answer(world, "begin"), "name, :::BEGIN");
}

/* The nearest of several; of equally near ones that of the same length. */
static void test_nearest(void **state)
{
	struct world *world = *state;

	assert_string_equal(answer(world, "fbt::ext4_mark_inod_dirty:entry"),
			    "function, fbt::ext4_mark_inode_dirty:entry");
	assert_string_equal(answer(world, "syscall::readw:entry"), "function, syscall::readv:entry");
	assert_string_equal(answer(world, "syscall::raed:entry"), "function, syscall::read:entry");
}

/* What was given as the name of a probe may be a function's. */
static void test_function_as_name(void **state)
{
	struct world *world = *state;

	assert_string_equal(answer(world, "vfs_open"), "name is a function, ::vfs_open:entry");
	assert_string_equal(answer(world, "vfs_opne"), "name is a function, ::vfs_open:entry");
}

/* A colon too few or too many: the texts are right, in other fields. */
static void test_other_fields(void **state)
{
	struct world *world = *state;

	assert_string_equal(answer(world, "dtrace::BEGIN"), "module after a provider, dtrace:::BEGIN");
	assert_string_equal(answer(world, "dtrace:BEGIN"), "function after a provider, dtrace:::BEGIN");
	assert_string_equal(answer(world, "dtrace::BEGNI"), "module after a provider, dtrace:::BEGIN");
	assert_string_equal(answer(world, "syscall"), "name after a provider, syscall:::");
	assert_string_equal(answer(world, "syscall:read:entry"), "module after a provider, syscall::read:entry");
	assert_string_equal(answer(world, "syscall::read"), "module after a provider, syscall::read:entry");
	assert_string_equal(answer(world, "fbt::vfs_open"), "module after a provider, fbt::vfs_open:entry");
	assert_string_equal(answer(world, "fbt:vfs_open"), "function after a provider, fbt::vfs_open:entry");
	assert_string_equal(answer(world, "fbt:ext4:ext4_mark_inode_dirty"),
			    "module after a provider, fbt:ext4:ext4_mark_inode_dirty:entry");
	assert_string_equal(answer(world, "fbt:::vfs_open"), "name in another field, fbt::vfs_open:entry");
	assert_string_equal(answer(world, "fbt:vfs_open:entry:"), "module in another field, fbt::vfs_open:entry");
	assert_string_equal(answer(world, "BEGIN:"), "function in another field, :::BEGIN");
	assert_string_equal(answer(world, "pid123:a.out:outer"), "module after a provider, pid123:a.out:outer:entry");
	assert_string_equal(answer(world, "pid123:outer:return"), "module after a provider, pid123::outer:return");
	assert_string_equal(answer(world, "pid123::outer"), "module after a provider, pid123::outer:entry");
	assert_string_equal(answer(world, "pid*:libc.so.6:malloc"),
			    "module after a provider, pid*:libc.so.6:malloc:entry");
	assert_string_equal(answer(world, "pidx:a:b"), "module");
}

static const char *reason(struct world *world, const char *text)
{
	static char line[DTRACE_FULLNAMELEN + 64];
	struct ldt_similar_probe similar;
	struct dtrace_probedesc desc;

	assert_int_equal(dtrace_str2desc(world->dtp, DTRACE_PROBESPEC_NAME, text, &desc), 0);
	ldt_probe_similar(world->dtp, &desc, &similar);
	ldt_probe_reason(&desc, &similar, line, sizeof(line));
	return line;
}

static void test_reason(void **state)
{
	struct world *world = *state;

	assert_string_equal(reason(world, "dtrace::BEGIN"), "dtrace is a provider");
	assert_string_equal(reason(world, "dtrace::nosuch"), "dtrace is a provider, the first of the four fields");
	assert_string_equal(reason(world, "syscal::read:entry"), "there is no provider syscal here");
	assert_string_equal(reason(world, "pid77:a.out:f:entry"), "no probe of process 77 has these names now");
	assert_string_equal(reason(world, "pid:a.out:f:entry"), "there is no provider pid here");
	assert_string_equal(reason(world, "fbt:nosuch::"), "no module nosuch in fbt");
	assert_string_equal(reason(world, "nosuch:entry"), "no function nosuch");
	assert_string_equal(reason(world, "fbt::vfs_open:exit"), "vfs_open has no probe exit");
	assert_string_equal(reason(world, "nosuch"), "");
	assert_non_null(strstr(reason(world, "tick-0"), "number from 1 to 5000"));
	assert_string_equal(reason(world, "vfs_opne"), "");
}

/* Globs are not misspelled names: they must match. Too many letters, or another combination: nothing. */
static void test_nothing_near(void **state)
{
	struct world *world = *state;

	assert_string_equal(answer(world, "fbt::vfs_x*:entry"), "function");
	assert_string_equal(answer(world, "syscall::vfs_open:entry"), "function");
	assert_string_equal(answer(world, "fbt::nosuch:entry"), "function");
	assert_string_equal(answer(world, "fb:::"), "provider");
	assert_string_equal(answer(world, "fbt:ext4:vfs_read:"), "function");
}

/* The engine is asked about few descriptions, and for its probes once; twice when a name may be a function. */
static void test_cost(void **state)
{
	struct world *world = *state;

	answer(world, "fbt:vmlinux:vfs_opne:entry");
	assert_int_equal(world->fake->listings, 1);
	assert_true(world->fake->matches <= 9);
	answer(world, "nosuch");
	assert_int_equal(world->fake->listings, 2);
	assert_true(world->fake->matches <= 9);
	answer(world, "nosuch::other");
	assert_int_equal(world->fake->listings, 1);
	assert_true(world->fake->matches <= 9);
	answer(world, "fbt::nosuch");
	assert_int_equal(world->fake->listings, 1);
	assert_true(world->fake->matches <= 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_each_field, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nearest, setup, teardown),
		cmocka_unit_test_setup_teardown(test_function_as_name, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_fields, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reason, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nothing_near, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cost, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
