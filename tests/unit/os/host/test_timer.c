/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_timer.c - timers of os/host: no period is lost, none runs after the stop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>

#include "os/host/host.h"
#include "os/os.h"

#define CPUS   3
#define PERIOD 1000000ull

static uint64_t periods[CPUS]; /* written on their CPU */
static uint64_t agreed[CPUS];  /* calls whose count so far is what the clock says */
static uint64_t begun;         /* after the timer's start */
static uint64_t earliest;      /* before it; 0: nobody asks */
static uint64_t too_late;      /* calls that say they are later than they can be */

static void tick(void *arg, const struct os_tick *t)
{
	unsigned int cpu = os_cpu_self();
	uint64_t sum = periods[cpu] + t->count, now = os_time_mono(), start;

	assert_non_null(arg);
	assert_int_equal(t->late / PERIOD + 1, t->count);
	if (earliest != 0 && t->late > now - earliest - (periods[cpu] + 1) * PERIOD)
		__atomic_add_fetch(&too_late, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&periods[cpu], sum, __ATOMIC_RELAXED);
	start = __atomic_load_n(&begun, __ATOMIC_ACQUIRE);
	if (start != 0 && sum + 1 >= (now - start) / PERIOD)
		__atomic_add_fetch(&agreed[cpu], 1, __ATOMIC_RELAXED);
}

static void pause_ms(long ms)
{
	struct timespec pause = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&pause, NULL);
}

static void clear(void)
{
	size_t i;

	for (i = 0; i < CPUS; i++)
		periods[i] = agreed[i] = 0;
	begun = earliest = too_late = 0;
}

/* Wait until a number that a timer changes is at least @least; the test fails after a minute. */
static void wait_for(uint64_t *number, uint64_t least)
{
	uint64_t begin = os_time_mono();

	while (__atomic_load_n(number, __ATOMIC_RELAXED) < least) {
		assert_true(os_time_mono() - begin < 60000000000ull);
		pause_ms(1);
	}
}

/*
 * However late the calls come, their counts add up to the time that passed. They are made late: their CPU is
 * held for some periods. A count that has lost one never agrees with the clock again.
 */
static void test_periods_add_up(void **unused)
{
	struct os_timer *timer;
	uint64_t begin, after, passed;
	unsigned long held;
	unsigned int i;

	clear();
	begin = earliest = os_time_mono();
	assert_int_equal(os_timer_start(PERIOD, OS_CPU_ALL, tick, periods, &timer), 0);
	after = os_time_mono();
	for (i = 0; i < CPUS; i++) {
		wait_for(&periods[i], 10);
		held = os_host_irq_save_on(i);
		pause_ms(20);
		os_irq_restore(held);
	}
	__atomic_store_n(&begun, after, __ATOMIC_RELEASE);
	for (i = 0; i < CPUS; i++)
		wait_for(&agreed[i], 1);
	os_timer_stop(timer);
	assert_int_equal(too_late, 0);
	passed = (os_time_mono() - begin) / PERIOD;
	for (i = 0; i < CPUS; i++)
		assert_in_range(periods[i], 10, passed);
}

static void test_any_is_one_cpu(void **unused)
{
	struct os_timer *timer;
	unsigned int i, active = 0;

	clear();
	assert_int_equal(os_timer_start(PERIOD, OS_CPU_ANY, tick, periods, &timer), 0);
	while (__atomic_load_n(&periods[0], __ATOMIC_RELAXED) + __atomic_load_n(&periods[1], __ATOMIC_RELAXED) +
		       __atomic_load_n(&periods[2], __ATOMIC_RELAXED) <
	       20)
		pause_ms(1);
	os_timer_stop(timer);
	for (i = 0; i < CPUS; i++)
		active += periods[i] != 0;
	assert_int_equal(active, 1);
}

/* The CPU of a timer that may run anywhere goes: the timer goes on elsewhere, and comes back. */
static void test_any_moves(void **unused)
{
	struct os_timer *timer;
	unsigned int home;

	clear();
	assert_int_equal(os_timer_start(PERIOD, OS_CPU_ANY, tick, periods, &timer), 0);
	for (home = 0; __atomic_load_n(&periods[home], __ATOMIC_RELAXED) == 0; home = (home + 1) % CPUS)
		pause_ms(1);
	os_host_cpu_set_online(home, false);
	wait_for(&periods[home == 0 ? 1 : 0], 5);
	os_host_cpu_set_online(home, true);
	wait_for(&periods[home], __atomic_load_n(&periods[home], __ATOMIC_RELAXED) + 5);
	os_timer_stop(timer);
}

static void test_stop_is_final(void **unused)
{
	struct os_timer *timer;
	uint64_t before;

	clear();
	assert_int_equal(os_timer_start(PERIOD, 1, tick, periods, &timer), 0);
	wait_for(&periods[1], 1);
	os_timer_stop(timer);
	before = periods[1];
	assert_true(before > 0);
	pause_ms(20);
	assert_int_equal(periods[1], before);
	os_timer_stop(NULL);
}

static void test_bad_arguments(void **unused)
{
	struct os_timer *timer;

	assert_int_equal(os_timer_start(1, 0, tick, periods, &timer), -OS_EINVAL);
	assert_int_equal(os_timer_start(PERIOD, CPUS, tick, periods, &timer), -OS_EINVAL);
	os_host_fail_alloc(1);
	assert_int_equal(os_timer_start(PERIOD, 0, tick, periods, &timer), -OS_ENOMEM);
	assert_int_equal(os_host_alloc_count(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_periods_add_up), cmocka_unit_test(test_any_is_one_cpu),
		cmocka_unit_test(test_any_moves),      cmocka_unit_test(test_stop_is_final),
		cmocka_unit_test(test_bad_arguments),
	};

	os_host_cpu_set_count(CPUS);
	return cmocka_run_group_tests_name("os/host/timer", tests, NULL, NULL);
}
