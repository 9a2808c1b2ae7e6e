/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_task.c - tasks of os/host run, run again when queued while running, and drain waits for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>

#include "os/os.h"

static struct os_task task;
static int runs;

static void count_run(void *arg)
{
	struct timespec pause = { .tv_nsec = 1000000 };

	assert_ptr_equal(arg, &runs);
	nanosleep(&pause, NULL);
	__atomic_add_fetch(&runs, 1, __ATOMIC_RELAXED);
}

static void test_drain_waits(void **unused)
{
	int i;

	os_task_init(&task, count_run, &runs);
	os_task_drain(&task);
	assert_int_equal(runs, 0);
	for (i = 1; i <= 20; i++) {
		os_task_queue(&task);
		os_task_drain(&task);
		assert_int_equal(__atomic_load_n(&runs, __ATOMIC_RELAXED), i);
	}
}

static int requeues;

static void requeue(void *arg)
{
	if (++requeues < 5)
		os_task_queue(&task);
}

static void test_queue_from_itself(void **unused)
{
	os_task_init(&task, requeue, NULL);
	os_task_queue(&task);
	os_task_drain(&task);
	assert_int_equal(requeues, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_drain_waits),
		cmocka_unit_test(test_queue_from_itself),
	};

	return cmocka_run_group_tests_name("os/host/task", tests, NULL, NULL);
}
