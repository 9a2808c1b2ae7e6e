/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_lockstat.c - the provider lockstat, for each CPU: which of its probes a kernel has, by the functions that are
 * there; reasons for the others; the functions of locks that it hides.
 */
#include <stdio.h>
#include <string.h>

#include "core/entry.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "fake/tracepoints.h"
#include "os/adapter.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static int places[2];
static const struct os_tracepoint points[] = {
	{ "vmlinux", "lock", "contention_begin", &places[0] },
	{ "vmlinux", "lock", "contention_end", &places[1] },
};

static struct os_func funcs[] = {
	{ .module = "vmlinux", .name = "mutex_lock" },
	{ .module = "vmlinux", .name = "mutex_unlock" },
	{ .module = "vmlinux", .name = "other" },
	{ .module = "vmlinux", .name = "up_read" },
};

static const unsigned int samples[] = { SHORT, SHORT, SHORT, SHORT };
static unsigned int resets;

void os_lock_waits_reset(void)
{
	resets++;
}

unsigned long os_lock_waits_lost(void)
{
	return 7;
}

bool os_lock_function(const char *name)
{
	return strcmp(name, "other") != 0;
}

static int setup(void **state)
{
	size_t i;

	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	for (i = 0; i < DT_ARRAY_SIZE(funcs); i++) {
		/* the first two are neighbours */
		funcs[i].addr = fake_function(samples[i]) + 0x40 * i + (i >= 2 ? 0x1000 : 0);
		funcs[i].body = fake_function(samples[i]) + SAMPLE_BODY;
		funcs[i].size = 0x40;
	}
	memset(&fake_tracepoints, 0, sizeof(fake_tracepoints));
	fake_tracepoints.points = points;
	fake_tracepoints.count = DT_ARRAY_SIZE(points);
	fake_space.funcs = funcs;
	fake_space.func_count = DT_ARRAY_SIZE(funcs);
	resets = 0;
	assert_int_equal(dt_sites_init(), 0);
	assert_int_equal(dt_provider_lockstat_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_provider_lockstat_fini();
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	assert_int_equal(fake_tracepoints.hook_count, 0);
	return 0;
}

static void has_line(const char *report, const char *line)
{
	char with_ends[200];

	snprintf(with_ends, sizeof(with_ends), "\n%s\n", line);
	if (!strstr(report, with_ends))
		fail_msg("no line '%s' in:\n%s", line, report);
}

static void test_report(void **state)
{
	static char text[16384] = "\n";

	(void)state;
	fake_report(text + 1, sizeof(text) - 1);
	has_line(text, "probe lockstat:vmlinux:contention_end:adaptive-block tp:contention_end");
	has_line(text, "probe lockstat:vmlinux:contention_end:rw-block tp:contention_end");
	has_line(text, "probe lockstat:vmlinux:mutex_unlock:adaptive-release entry:mutex_unlock");
	has_line(text, "refused lockstat:vmlinux:up_write:rw-release entry:up_write inlined-in-this-kernel");
	has_line(text, "refused lockstat:vmlinux::thread-spin tp:contention_end no-such-lock-in-linux");
	has_line(text, "refused lockstat:vmlinux::rw-upgrade entry:downgrade_write locks-cannot-be-upgraded");
	has_line(text, "refused lockstat:vmlinux:__pv_queued_spin_lock_slowpath:spin-spin "
		       "return:__pv_queued_spin_lock_slowpath "
		       "ticket-locks-are-inlined");
	has_line(text, "helper lockstat:vmlinux tp:contention_begin");
	has_line(text, "waits lost 7");
}

/* Both tracepoints are listened to while any probe is armed; neighbours among the hidden functions are one. */
static void test_armed(void **state)
{
	const struct os_extent *hidden;
	struct dt_probe *block;

	(void)state;
	fake.ops->provide(fake.arg, NULL);
	block = fake_probe("vmlinux", "contention_end", "adaptive-block");
	assert_non_null(block);
	assert_int_equal(resets, 0);
	assert_null(fake_enable(block));
	assert_int_equal(resets, 1);
	assert_int_equal(fake_tracepoints.hook_count, 2);
	hidden = fake.ops->frames(block->arg);
	assert_int_equal(hidden[0].start, funcs[0].addr);
	assert_int_equal(hidden[0].end, funcs[1].addr + funcs[1].size);
	assert_int_equal(hidden[1].start, funcs[3].addr);
	assert_int_equal(hidden[1].end, funcs[3].addr + funcs[3].size);
	assert_int_equal(hidden[2].end, 0);
	fake_disable(block);
	assert_int_equal(fake_tracepoints.hook_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
		cmocka_unit_test_setup_teardown(test_armed, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
