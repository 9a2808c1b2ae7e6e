/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_probe_spelling.c - tracepoints by their names here and as other tracers write them. */
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
	fake_probe(world->fake, 1, "sdt", "vmlinux", "sched", "sched_switch");
	fake_probe(world->fake, 2, "sdt", "vmlinux", "sched", "sched_waking");
	fake_probe(world->fake, 3, "sdt", "ext4", "ext4", "ext4_sync");
	fake_probe(world->fake, 4, "fbt", "sched", "sched_switch", "entry");
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

static int add_id(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, void *arg)
{
	*(unsigned int *)arg = *(unsigned int *)arg * 10 + desc->id;
	return 0;
}

/* The ids of what a description lists, as digits; 0: none. */
static unsigned int listed(struct world *world, const char *text)
{
	dtrace_probedesc_t desc;
	unsigned int ids = 0;

	assert_int_equal(dtrace_str2desc(world->dtp, DTRACE_PROBESPEC_NAME, text, &desc), 0);
	dtrace_probe_iter(world->dtp, &desc, add_id, &ids);
	return ids;
}

static void test_listed(void **state)
{
	assert_int_equal(listed(*state, "sdt:vmlinux:sched:sched_switch"), 1);
	assert_int_equal(listed(*state, "sdt:sched::sched_switch"), 1);
	assert_int_equal(listed(*state, "rawtp:sched::sched_switch"), 1);
	assert_int_equal(listed(*state, "rawtp:::sched_waking"), 2);
	assert_int_equal(listed(*state, "rawtp:sched::"), 12);
	/* what is a module stays one */
	assert_int_equal(listed(*state, "sdt:ext4::"), 3);
	assert_int_equal(listed(*state, "sdt:ext3::"), 0);
	assert_int_equal(listed(*state, "rawtp:sched:sched_switch:"), 0);
	assert_int_equal(listed(*state, "fbt:sched::sched_switch"), 0);
}

static void test_respelled(void **state)
{
	struct dtrace_probedesc desc = { .provider = "rawtp", .module = "block", .name = "block_*" }, ret;

	assert_true(ldt_probe_respell(&desc, &ret));
	assert_string_equal(ret.provider, "sdt");
	assert_string_equal(ret.module, "");
	assert_string_equal(ret.function, "block");
	assert_string_equal(ret.name, "block_*");
	/* in place */
	assert_true(ldt_probe_respell(&desc, &desc));
	assert_string_equal(desc.function, "block");
	assert_false(ldt_probe_respell(&desc, &ret));
	desc = (struct dtrace_probedesc){ .provider = "sdt", .name = "sched_switch" };
	assert_false(ldt_probe_respell(&desc, &ret));
	desc = (struct dtrace_probedesc){ .id = 7, .provider = "rawtp" };
	assert_false(ldt_probe_respell(&desc, &ret));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_listed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_respelled, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
