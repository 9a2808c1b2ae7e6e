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

static uint64_t periods[CPUS];

static void tick(void *arg, const struct os_tick *t)
{
	assert_non_null(arg);
	periods[os_cpu_self()] += t->count;
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
		periods[i] = 0;
}

/* However late the calls come, their counts add up to the time that passed, within the one period under way. */
static void test_periods_add_up(void **unused)
{
	struct os_timer *timer;
	uint64_t begin, passed;
	unsigned int i;

	clear();
	begin = os_time_mono();
	assert_int_equal(os_timer_start(PERIOD, OS_CPU_ALL, tick, periods, &timer), 0);
	pause_ms(200);
	os_timer_stop(timer);
	passed = (os_time_mono() - begin) / PERIOD;
	for (i = 0; i < CPUS; i++) {
		assert_in_range(periods[i], 150, passed);
	}
}

static void test_any_is_one_cpu(void **unused)
{
	struct os_timer *timer;
	unsigned int i, active = 0;

	clear();
	assert_int_equal(os_timer_start(PERIOD, OS_CPU_ANY, tick, periods, &timer), 0);
	pause_ms(50);
	os_timer_stop(timer);
	for (i = 0; i < CPUS; i++)
		active += periods[i] != 0;
	assert_int_equal(active, 1);
}

static void test_stop_is_final(void **unused)
{
	struct os_timer *timer;
	uint64_t before;

	clear();
	assert_int_equal(os_timer_start(PERIOD, 1, tick, periods, &timer), 0);
	pause_ms(20);
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
		cmocka_unit_test(test_periods_add_up),
		cmocka_unit_test(test_any_is_one_cpu),
		cmocka_unit_test(test_stop_is_final),
		cmocka_unit_test(test_bad_arguments),
	};

	os_host_cpu_set_count(CPUS);
	return cmocka_run_group_tests_name("os/host/timer", tests, NULL, NULL);
}
