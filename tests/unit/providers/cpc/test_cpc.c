/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_cpc.c - the provider cpc: names that are probes and names that cannot be, which counter each of
 * them opens and when it counts, what an overflow says.
 */
#include <stdlib.h>
#include <string.h>

#include "fake/framework.h"
#include "os/counter.h"
#include "os/host/host.h"
#include "providers/cpc/cpc.h"
#include "providers/providers.h"

#include <isa_types.h>

struct os_counter {
	char name[OS_COUNTER_NAME_MAX];
	enum os_counter_mode mode;
	uint64_t period;
	void (*fn)(void *arg, const struct os_overflow *overflow);
	void *arg;
};

static struct {
	unsigned int open, going;
	struct os_counter *last;
	int error; /* of the next open, and of go */
} counters;

/* A machine that knows three events, and can count two. */
void os_counter_each(bool (*fn)(void *arg, const char *name), void *arg)
{
	(void)(fn(arg, "page_faults") && fn(arg, "cpu_cycles") && fn(arg, "context_switches"));
}

int os_counter_open(const char *name, enum os_counter_mode mode, uint64_t period,
		    void (*fn)(void *arg, const struct os_overflow *overflow), void *arg, struct os_counter **ret)
{
	if (counters.error)
		return counters.error;
	if (strcmp(name, "cpu_cycles") == 0)
		return -OS_EOPNOTSUPP;
	if (strcmp(name, "page_faults") != 0 && strcmp(name, "context_switches") != 0 && strcmp(name, "r2e") != 0)
		return -OS_ENOENT;
	counters.last = calloc(1, sizeof(*counters.last));
	assert_non_null(counters.last);
	strcpy(counters.last->name, name);
	counters.last->mode = mode;
	counters.last->period = period;
	counters.last->fn = fn;
	counters.last->arg = arg;
	counters.open++;
	*ret = counters.last;
	return 0;
}

int os_counter_go(struct os_counter *counter)
{
	assert_non_null(counter);
	counters.going++;
	return counters.error;
}

void os_counter_close(struct os_counter *counter)
{
	if (!counter)
		return;
	counters.open--;
	free(counter);
}

uint64_t os_counter_throttled(void)
{
	return 3;
}

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&counters, 0, sizeof(counters));
	assert_int_equal(dt_provider_cpc_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(counters.open, 0);
	dt_provider_cpc_fini();
	assert_int_equal(os_host_alloc_count(), 0);
	return 0;
}

static struct dt_probe *provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { 0 };

	strcpy(pattern.provider, "cpc");
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.refused[0] = '\0';
	fake.ops->provide(fake.arg, &pattern);
	assert_int_equal(counters.open, 0); /* nothing is counted before somebody asks */
	return fake_probe("", "", name);
}

static void test_names(void **state)
{
	struct cpc_name name;
	const char *refused;

	(void)state;
	assert_true(cpc_name_parse("cpu_cycles-kernel-20000", &name, &refused));
	assert_null(refused);
	assert_string_equal(name.event, "cpu_cycles");
	assert_int_equal(name.mode, OS_COUNTER_KERNEL);
	assert_int_equal(name.count, 20000);
	assert_true(cpc_name_parse("x-user-5000", &name, &refused));
	assert_null(refused);
	assert_int_equal(name.mode, OS_COUNTER_USER);
	assert_true(cpc_name_parse("x-all-9223372036854775799", &name, &refused));
	assert_int_equal(name.mode, OS_COUNTER_ALL);
	assert_int_equal(name.count, 9223372036854775799);
	assert_true(cpc_name_parse("x-all-4999", &name, &refused));
	assert_string_equal(refused, "count-is-less-than-5000");
	assert_true(cpc_name_parse("x-all-0x41-10000", &name, &refused));
	assert_string_equal(refused, "mask-belongs-into-rHEX");
	assert_false(cpc_name_parse("x-all-0", &name, &refused));
	assert_false(cpc_name_parse("x-all-99999999999999999999", &name, &refused));
	assert_false(cpc_name_parse("x-all-10000x", &name, &refused));
	assert_false(cpc_name_parse("x-all-", &name, &refused));
	assert_false(cpc_name_parse("x-all", &name, &refused));
	assert_false(cpc_name_parse("x-everybody-10000", &name, &refused));
	assert_false(cpc_name_parse("-all-10000", &name, &refused));
	assert_false(cpc_name_parse("an_event_whose_name_is_far_too_long-all-10000", &name, &refused));
	assert_false(cpc_name_parse("", &name, &refused));
}

static void test_provide(void **state)
{
	(void)state;
	assert_non_null(provide("", "", "page_faults-user-10000"));
	assert_non_null(provide("", "", "page_faults-user-10000"));
	assert_int_equal(fake.probe_count, 1);
	assert_non_null(provide("", "", "r2e-all-10000"));
	assert_null(provide("", "", "cpu_cycles-all-10000"));
	assert_string_equal(fake.refused, "cannot-be-counted-here=1 ");
	assert_null(provide("", "", "cycles-all-10000"));
	assert_string_equal(fake.refused, "nobody-knows-this-event=1 ");
	assert_null(provide("", "", "page_faults-all-10"));
	assert_string_equal(fake.refused, "count-is-less-than-5000=1 ");
	assert_null(provide("", "", "tick-1s"));
	assert_string_equal(fake.refused, "");
	assert_null(provide("vmlinux", "", "page_faults-all-20000"));
	assert_null(provide("", "vfs_read", "page_faults-all-20000"));
	assert_int_equal(fake.probe_count, 2);
	assert_true(fake.ops->named_only);
}

/* A listing has what can be counted here, and says nothing of the rest. */
static void test_listing(void **state)
{
	(void)state;
	assert_null(provide("", "", "*"));
	assert_non_null(fake_probe("", "", "page_faults-all-1000000"));
	assert_non_null(fake_probe("", "", "context_switches-all-1000000"));
	assert_int_equal(fake.probe_count, 2);
	assert_string_equal(fake.refused, "");
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 2);
}

static void test_counter(void **state)
{
	struct dt_probe *probe = provide("", "", "page_faults-kernel-10000");
	struct isa_self_regs regs;
	struct os_overflow overflow = { .regs = (struct isa_regs *)&regs };

	(void)state;
	assert_null(fake_enable(probe));
	assert_int_equal(counters.open, 1);
	assert_int_equal(counters.going, 0);
	assert_string_equal(counters.last->name, "page_faults");
	assert_int_equal(counters.last->mode, OS_COUNTER_KERNEL);
	assert_int_equal(counters.last->period, 10000);
	assert_int_equal(fake.ops->go(fake.arg, probe->arg), 0);
	assert_int_equal(counters.going, 1);
	memset(&regs, 0, sizeof(regs));
	isa_pc_set((struct isa_regs *)&regs, 0x1000);
	counters.last->fn(counters.last->arg, &overflow);
	assert_int_equal(probe->fired, 1);
	assert_int_equal(fake.arg_count, 2);
	assert_int_equal(fake.args[0], 0x1000);
	assert_int_equal(fake.args[1], 0);
	assert_int_equal(fake.user, DT_FIRING_KERNEL);
	overflow.user = true;
	counters.last->fn(counters.last->arg, &overflow);
	assert_int_equal(fake.args[0], 0);
	assert_int_equal(fake.args[1], 0x1000);
	assert_int_equal(fake.user, DT_FIRING_INTERRUPTED);
	overflow.regs = NULL;
	counters.last->fn(counters.last->arg, &overflow);
	assert_int_equal(probe->fired, 3);
	assert_int_equal(fake.args[1], 0);
	fake_disable(probe);
	assert_int_equal(counters.open, 0);
}

static void test_refused(void **state)
{
	struct dt_probe *probe = provide("", "", "page_faults-all-10000");

	(void)state;
	counters.error = -OS_EBUSY;
	assert_string_equal(fake_enable(probe), "counters-are-in-use");
	fake_disable(probe);
	counters.error = 0;
	assert_null(fake_enable(probe));
	counters.error = -OS_EBUSY;
	assert_int_equal(fake.ops->go(fake.arg, probe->arg), -OS_EBUSY);
	fake_disable(probe);
}

static void test_no_memory(void **state)
{
	(void)state;
	os_host_fail_alloc(1);
	assert_null(provide("", "", "page_faults-all-10000"));
	assert_string_equal(fake.refused, "no-memory=1 ");
	os_host_fail_alloc(1);
	fake.ops->provide(fake.arg, NULL);
	assert_string_equal(fake.refused, "no-memory=1 no-memory=1 ");
	assert_int_equal(fake.failed, 2); /* the enabling fails, too */
	assert_non_null(provide("", "", "page_faults-all-10000"));
}

static void test_report(void **state)
{
	char text[64];

	(void)state;
	fake_report(text, sizeof(text));
	assert_string_equal(text, "throttled 3\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_provide, setup, teardown),
		cmocka_unit_test_setup_teardown(test_listing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_counter, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
	};

	return cmocka_run_group_tests_name("cpc", tests, NULL, NULL);
}
