/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_ip.c - the provider ip, for each CPU: which functions tell that a packet is sent, by what kernel it is. */
#include <stdio.h>
#include <string.h>

#include "core/entry.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "fake/tracepoints.h"
#include "providers/providers.h"

#define FUNCS 4

/* The last one is the kernel's with programs of cgroups. */
static struct os_func funcs[FUNCS] = {
	{ .module = "vmlinux", .name = "ip_finish_output" },
	{ .module = "vmlinux", .name = "ip_output" },
	{ .module = "vmlinux", .name = "ip_rcv_core" },
	{ .module = "vmlinux", .name = "__cgroup_bpf_run_filter_skb" },
};

static int setup(void **state)
{
	size_t i;

	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	for (i = 0; i < FUNCS; i++) {
		funcs[i].addr = fake_function(SHORT);
		funcs[i].body = funcs[i].addr + SAMPLE_BODY;
		funcs[i].size = 0x40;
	}
	memset(&fake_tracepoints, 0, sizeof(fake_tracepoints));
	fake_space.funcs = funcs;
	fake_space.func_count = FUNCS;
	assert_int_equal(dt_sites_init(), 0);
	assert_int_equal(dt_provider_ip_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_provider_ip_fini();
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	return 0;
}

/* Whether the report has a line that begins with @what, of the probe send at @function. */
static bool says(const char *report, const char *what, const char *function)
{
	char line[100];

	snprintf(line, sizeof(line), "\n%s ip:vmlinux:%s:send entry:%s", what, function, function);
	return strstr(report, line) != NULL;
}

static const char *report(void)
{
	static char text[16384];

	text[0] = '\n';
	fake_report(text + 1, sizeof(text) - 1);
	return text;
}

static void test_with_cgroups(void **state)
{
	(void)state;
	assert_true(says(report(), "probe", "ip_finish_output"));
	assert_false(says(report(), "probe", "ip_output"));
	assert_false(says(report(), "refused", "ip_output")); /* nothing is missing */
	assert_false(says(report(), "refused", "ip_mc_output"));
	assert_true(says(report(), "refused", "ip6_finish_output")); /* this kernel has it not */
}

/* The function is there, but packets do not pass it: it would be a probe that never fires. */
static void test_without_cgroups(void **state)
{
	(void)state;
	fake_space.func_count = FUNCS - 1;
	assert_false(says(report(), "probe", "ip_finish_output"));
	assert_false(says(report(), "refused", "ip_finish_output"));
	assert_true(says(report(), "probe", "ip_output"));
	assert_true(says(report(), "refused", "ip_mc_output"));
	assert_true(says(report(), "refused", "ip6_output"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_with_cgroups, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without_cgroups, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
