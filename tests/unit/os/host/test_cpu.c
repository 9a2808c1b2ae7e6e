/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_cpu.c - CPUs of os/host: exclusion, cross calls, synchronisation. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>

#include "os/host/host.h"
#include "os/os.h"

#define CPUS   4
#define ROUNDS 20000

static unsigned long counts[CPUS]; /* changed only while the CPU is held */

static void *count_up(void *arg)
{
	unsigned long state;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		state = os_irq_save();
		counts[os_cpu_self()]++;
		os_irq_restore(state);
	}
	return NULL;
}

static void test_held_cpu_excludes(void **unused)
{
	pthread_t threads[8];
	unsigned long sum = 0;
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, count_up, NULL), 0);
	for (i = 0; i < DT_ARRAY_SIZE(threads); i++)
		pthread_join(threads[i], NULL);
	for (i = 0; i < CPUS; i++)
		sum += counts[i];
	assert_int_equal(sum, DT_ARRAY_SIZE(threads) * ROUNDS);
}

static void test_irq_save_nests(void **unused)
{
	unsigned long outer = os_irq_save();
	unsigned int cpu = os_cpu_self();
	unsigned long inner = os_irq_save();

	assert_int_equal(os_cpu_self(), cpu);
	os_irq_restore(inner);
	assert_int_equal(os_cpu_self(), cpu);
	os_irq_restore(outer);
}

static void note_cpu(void *arg)
{
	*(uint64_t *)arg |= 1ull << os_cpu_self();
}

static void test_xcall_runs_where_asked(void **unused)
{
	uint64_t seen = 0;

	assert_int_equal(os_xcall(2, note_cpu, &seen), 0);
	assert_int_equal(seen, 1u << 2);
	assert_int_equal(os_xcall(OS_CPU_ALL, note_cpu, &seen), 0);
	assert_int_equal(seen, (1u << CPUS) - 1);
	assert_int_equal(os_xcall(CPUS, note_cpu, &seen), -OS_ENOENT);
}

static void test_offline_cpu_runs_nothing(void **unused)
{
	uint64_t seen = 0;

	os_host_cpu_set_online(1, false);
	assert_false(os_cpu_online(1));
	assert_int_equal(os_xcall(1, note_cpu, &seen), -OS_ENOENT);
	assert_int_equal(os_xcall(OS_CPU_ALL, note_cpu, &seen), 0);
	assert_int_equal(seen, ((1u << CPUS) - 1) & ~(1u << 1));
	os_host_cpu_set_online(1, true);
	assert_true(os_cpu_online(1));
}

static volatile int in_probe, left_probe;

static void *hold_cpu(void *arg)
{
	struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };
	unsigned long state = os_irq_save();

	in_probe = 1;
	nanosleep(&pause, NULL);
	left_probe = 1;
	os_irq_restore(state);
	return NULL;
}

static void test_sync_waits_for_probe_context(void **unused)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, hold_cpu, NULL), 0);
	while (!in_probe)
		sched_yield();
	os_sync();
	assert_int_equal(left_probe, 1);
	pthread_join(thread, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_held_cpu_excludes),
		cmocka_unit_test(test_irq_save_nests),
		cmocka_unit_test(test_xcall_runs_where_asked),
		cmocka_unit_test(test_offline_cpu_runs_nothing),
		cmocka_unit_test(test_sync_waits_for_probe_context),
	};

	os_host_cpu_set_count(CPUS);
	return cmocka_run_group_tests_name("os/host/cpu", tests, NULL, NULL);
}
