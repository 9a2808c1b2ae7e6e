/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_sdt.c - the provider sdt: names, which descriptions make which probes, arguments, batches,
 * refusals, and modules that come and go.
 */
#include <string.h>

#include "fake/framework.h"
#include "fake/tracepoints.h"
#include "os/host/host.h"
#include "providers/providers.h"

static int place[5];
static const struct os_tracepoint points[] = {
	{ "vmlinux", "sched", "sched_switch", &place[0] }, { "vmlinux", "sched", "sched_waking", &place[1] },
	{ "vmlinux", "", "pelt_se_tp", &place[2] },        { "ext4", "ext4", "ext4_sync", &place[3] },
	{ "ext4", "ext4", "ext4_write", &place[4] },
};

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&fake_tracepoints, 0, sizeof(fake_tracepoints));
	fake_tracepoints.points = points;
	fake_tracepoints.count = DT_ARRAY_SIZE(points);
	assert_int_equal(dt_provider_sdt_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_provider_sdt_fini();
	assert_int_equal(os_host_alloc_count(), 0);
	assert_int_equal(fake_tracepoints.hook_count, 0);
	return 0;
}

static void provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { .provider = "sdt" };

	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
}

static void test_all(void **state)
{
	(void)state;
	provide("", "", "sched_*");
	assert_int_equal(fake.probe_count, 5); /* all, as it costs no more */
	assert_non_null(fake_probe("vmlinux", "sched", "sched_switch"));
	assert_non_null(fake_probe("vmlinux", "", "pelt_se_tp"));
	assert_non_null(fake_probe("ext4", "ext4", "ext4_write"));
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake_tracepoints.walks, 1);
}

static void test_one(void **state)
{
	(void)state;
	provide("", "", "BEGIN");
	provide("", "irq", "sched_switch");
	provide("ext4", "", "sched_switch");
	assert_int_equal(fake.probe_count, 0);
	provide("", "sched", "sched_switch");
	assert_int_equal(fake.probe_count, 1);
	provide("", "", "sched_switch");
	assert_int_equal(fake.probe_count, 1);
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 5);
	assert_null(fake.refused[0] ? fake.refused : NULL);
}

static void test_no_memory(void **state)
{
	(void)state;
	os_host_fail_alloc(3);
	fake.ops->provide(fake.arg, NULL);
	assert_string_equal(fake.refused, "no-memory=1 ");
	assert_int_equal(fake.probe_count, 2);
	fake.ops->provide(fake.arg, NULL); /* tried again */
	assert_int_equal(fake.probe_count, 5);
}

static void test_firing(void **state)
{
	static const uint64_t args[] = { 1, 2, 3, 4 };
	struct dt_probe *probe;

	(void)state;
	fake.ops->provide(fake.arg, NULL);
	probe = fake_probe("vmlinux", "sched", "sched_switch");
	fake_pass("sched_switch", args, 4);
	assert_int_equal(probe->fired, 0);
	assert_null(fake_enable(probe));
	fake_pass("sched_switch", args, 4);
	fake_pass("sched_waking", args, 1);
	assert_int_equal(probe->fired, 1);
	assert_int_equal(fake.arg_count, 4);
	assert_memory_equal(fake.args, args, sizeof(args));
	assert_int_equal(fake.user, DT_FIRING_KERNEL);
	assert_int_equal(fake.ops->frames(probe->arg)[0].end, 0x1100);
	assert_int_equal(fake.ops->frames(probe->arg)[1].end, 0);
	fake_disable(probe);
	fake_pass("sched_switch", args, 4);
	assert_int_equal(probe->fired, 1);
}

/* A batch is one attach and one detach; a refused one does not stop the others. */
static void test_batch(void **state)
{
	struct dt_enable_request requests[5];
	size_t i;

	(void)state;
	fake.ops->provide(fake.arg, NULL);
	fake_tracepoints.refused_name = "sched_waking";
	fake_tracepoints.refused = "arguments-unknown";
	for (i = 0; i < 5; i++)
		requests[i] = (struct dt_enable_request){ .probe = &fake.probes[i], .arg = fake.probes[i].arg };
	fake.ops->enable(fake.arg, requests, 5);
	assert_int_equal(fake_tracepoints.attaches, 1);
	assert_int_equal(fake_tracepoints.hook_count, 4);
	assert_null(requests[0].refused);
	assert_string_equal(requests[1].refused, "arguments-unknown");
	fake.ops->disable(fake.arg, requests, 5);
	assert_int_equal(fake_tracepoints.detaches, 1);
	assert_int_equal(fake_tracepoints.hook_count, 0);
	os_host_fail_alloc(1); /* without room for a list, too */
	fake.ops->enable(fake.arg, requests, 5);
	assert_int_equal(fake_tracepoints.hook_count, 4);
	os_host_fail_alloc(1);
	fake.ops->disable(fake.arg, requests, 5);
	assert_int_equal(fake_tracepoints.hook_count, 0);
}

static void modules(bool memory)
{
	struct dt_probe *sync, *write, *own;

	fake_tracepoints.gone = "ext4";
	fake.ops->provide_module(fake.arg, "ext4"); /* nobody asked yet */
	assert_int_equal(fake_tracepoints.walks, 0);
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 3);
	fake_tracepoints.gone = NULL;
	fake.ops->provide_module(fake.arg, "ext4");
	assert_int_equal(fake.probe_count, 5);
	own = fake_probe("vmlinux", "sched", "sched_switch");
	sync = fake_probe("ext4", "ext4", "ext4_sync");
	write = fake_probe("ext4", "ext4", "ext4_write");
	assert_null(fake_enable(own));
	assert_null(fake_enable(sync));
	assert_null(fake_enable(write));
	fake.ops->remove_module(fake.arg, "ext3");
	assert_int_equal(fake_tracepoints.hook_count, 3);
	fake_tracepoints.gone = "ext4"; /* it cannot be found any more when it goes */
	if (!memory)
		os_host_fail_alloc(1);
	fake.ops->remove_module(fake.arg, "ext4");
	assert_int_equal(fake_tracepoints.hook_count, 1);
	assert_int_equal(fake_tracepoints.detaches, memory ? 1 : 2);
	fake_disable(own);
}

static void test_modules(void **state)
{
	(void)state;
	modules(true);
}

static void test_modules_no_memory(void **state)
{
	(void)state;
	modules(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_all, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_firing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_batch, setup, teardown),
		cmocka_unit_test_setup_teardown(test_modules, setup, teardown),
		cmocka_unit_test_setup_teardown(test_modules_no_memory, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
