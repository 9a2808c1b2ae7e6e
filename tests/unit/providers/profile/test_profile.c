/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_profile.c - the provider profile: which probes there are, what a tick of the kernel and one
 * of user code say, when a timer runs.
 */
#include <stdlib.h>
#include <string.h>

#include "fake/framework.h"
#include "os/host/host.h"
#include "providers/providers.h"

#include <isa_types.h>

struct os_timer {
	uint64_t period;
	int cpu;
	void (*fn)(void *arg, const struct os_tick *tick);
	void *arg;
};

static struct {
	unsigned int running;
	struct os_timer *last;
	int error; /* of the next start */
} timers;

int os_timer_start(uint64_t period, int cpu, void (*fn)(void *arg, const struct os_tick *tick), void *arg,
		   struct os_timer **ret)
{
	if (timers.error)
		return timers.error;
	timers.last = calloc(1, sizeof(*timers.last));
	assert_non_null(timers.last);
	timers.last->period = period;
	timers.last->cpu = cpu;
	timers.last->fn = fn;
	timers.last->arg = arg;
	timers.running++;
	*ret = timers.last;
	return 0;
}

void os_timer_stop(struct os_timer *timer)
{
	if (!timer)
		return;
	timers.running--;
	free(timer);
}

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&timers, 0, sizeof(timers));
	assert_int_equal(dt_provider_profile_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(timers.running, 0);
	dt_provider_profile_fini();
	assert_int_equal(os_host_alloc_count(), 0);
	return 0;
}

static struct dt_probe *provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { 0 };

	strcpy(pattern.provider, "profile");
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
	return fake_probe("", "", name);
}

static void test_provide(void **state)
{
	size_t usual;

	(void)state;
	assert_non_null(provide("", "", "tick-3s"));
	assert_int_equal(fake.probe_count, 1);
	assert_non_null(provide("", "", "tick-3s"));
	assert_int_equal(fake.probe_count, 1);
	assert_true(fake.probes[0].seldom);
	assert_null(provide("", "", "tick-0"));
	assert_null(provide("", "", "ticks"));
	assert_null(provide("", "", "profile-1000000000"));
	assert_null(provide("vmlinux", "", "tick-1s"));
	assert_null(provide("", "vfs_read", "tick-1s"));
	assert_int_equal(fake.probe_count, 1);
	provide("", "", "profile-*");
	usual = fake.probe_count;
	assert_true(usual > 10);
	assert_non_null(fake_probe("", "", "profile-97"));
	assert_false(fake_probe("", "", "profile-97")->seldom);
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, usual);
}

/* One tick of the last timer: what the probe was told. */
static void tick(struct dt_probe *probe, bool has_regs, bool user, uint64_t pc, uint64_t count, uint64_t late)
{
	struct isa_self_regs regs;
	struct os_tick tick = { .user = user, .count = count, .late = late };
	unsigned int before = probe->fired;

	memset(&regs, 0, sizeof(regs));
	if (has_regs) {
		isa_pc_set((struct isa_regs *)&regs, pc);
		tick.regs = (struct isa_regs *)&regs;
	}
	timers.last->fn(timers.last->arg, &tick);
	assert_int_equal(probe->fired - before, count);
	assert_int_equal(fake.arg_count, 3);
}

/* arg0 is the kernel's program counter, arg1 the one of user code: one of them is always 0. arg2 is how late it is. */
static void test_arguments(void **state)
{
	struct dt_probe *probe = provide("", "", "profile-100");
	const uint64_t period = 10000000; /* ns */

	(void)state;
	assert_null(fake_enable(probe));
	assert_int_equal(fake.ops->go(fake.arg, probe->arg), 0);
	tick(probe, true, false, 0x1000, 1, 17);
	assert_int_equal(fake.args[0], 0x1000);
	assert_int_equal(fake.args[1], 0);
	assert_int_equal(fake.args[2], 17);
	assert_int_equal(fake.user, DT_FIRING_KERNEL);
	tick(probe, true, true, 0x2000, 1, 0);
	assert_int_equal(fake.args[0], 0);
	assert_int_equal(fake.args[1], 0x2000);
	assert_int_equal(fake.user, DT_FIRING_INTERRUPTED);
	tick(probe, false, false, 0, 1, 0);
	assert_int_equal(fake.args[0], 0);
	assert_int_equal(fake.args[1], 0);
	tick(probe, true, false, 0x3000, 4,
	     3 * period + 5); /* three periods were missed: the last firing is for this one */
	assert_int_equal(fake.args[2], 5);
	fake_disable(probe);
}

/* A timer runs from the moment when a consumer begins until the probe is disabled. */
static void test_timer(void **state)
{
	struct dt_probe *all = provide("", "", "profile-1000"), *one = provide("", "", "tick-2s");

	(void)state;
	assert_null(fake_enable(all));
	assert_null(fake_enable(one));
	assert_int_equal(timers.running, 0);
	assert_int_equal(fake.ops->go(fake.arg, all->arg), 0);
	assert_int_equal(timers.last->cpu, OS_CPU_ALL);
	assert_int_equal(timers.last->period, 1000000);
	assert_int_equal(fake.ops->go(fake.arg, all->arg), 0); /* a second consumer */
	assert_int_equal(timers.running, 1);
	assert_int_equal(fake.ops->go(fake.arg, one->arg), 0);
	assert_int_equal(timers.last->cpu, OS_CPU_ANY);
	assert_int_equal(timers.last->period, 2000000000);
	assert_int_equal(timers.running, 2);
	fake_disable(all);
	assert_int_equal(timers.running, 1);
	fake_disable(one);
	assert_int_equal(timers.running, 0);
	assert_null(fake_enable(all)); /* again, from the beginning */
	assert_int_equal(fake.ops->go(fake.arg, all->arg), 0);
	assert_int_equal(timers.running, 1);
	fake_disable(all);
	timers.error = -OS_ENOMEM;
	assert_null(fake_enable(all));
	assert_int_equal(fake.ops->go(fake.arg, all->arg), -OS_ENOMEM);
	fake_disable(all);
}

static void test_no_memory(void **state)
{
	(void)state;
	os_host_fail_alloc(1);
	assert_null(provide("", "", "tick-1s"));
	assert_string_equal(fake.refused, "no-memory=1 ");
	fake.create_error = -OS_ENOMEM;
	assert_null(provide("", "", "tick-1s"));
	assert_string_equal(fake.refused, "no-memory=1 no-memory=1 ");
	assert_int_equal(fake.failed, 2); /* the enabling fails, too */
	fake.create_error = 0;
	assert_non_null(provide("", "", "tick-1s"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_provide, setup, teardown),
		cmocka_unit_test_setup_teardown(test_arguments, setup, teardown),
		cmocka_unit_test_setup_teardown(test_timer, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
