/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_lock_waits.c - waits for locks: their times by phase, nested ones, and more of them than there is room for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/lock_waits.h"

static struct lock_waits waits;
static struct lock_wait *slot, ended;

static int setup(void **state)
{
	(void)state;
	memset(&waits, 0xff, sizeof(waits));
	lock_waits_reset(&waits);
	slot = NULL;
	return 0;
}

static void one_wait(void **state)
{
	(void)state;
	assert_true(lock_wait_begin(&waits, 0x1000, 0x77, true, 100, &slot));
	slot->kind = 3;
	slot->readers = 9;
	assert_false(lock_wait_end(&waits, 0x1000, 0x78, 150, &ended));
	assert_false(lock_wait_end(&waits, 0x2000, 0x77, 150, &ended));
	assert_true(lock_wait_end(&waits, 0x1000, 0x77, 150, &ended));
	assert_int_equal(ended.spun, 50);
	assert_int_equal(ended.slept, 0);
	assert_true(ended.has_spun && !ended.has_slept);
	assert_int_equal(ended.kind, 3);
	assert_int_equal(ended.readers, 9);
	assert_false(lock_wait_end(&waits, 0x1000, 0x77, 160, &ended));
	/* nothing of the first is left in the second */
	assert_true(lock_wait_begin(&waits, 0x1000, 0x77, false, 200, &slot));
	assert_int_equal(slot->kind, 0);
	assert_true(lock_wait_end(&waits, 0x1000, 0x77, 207, &ended));
	assert_int_equal(ended.slept, 7);
	assert_int_equal(ended.spun, 0);
	assert_true(!ended.has_spun && ended.has_slept);
	assert_int_equal(ended.readers, 0);
}

/* A mutex: it spins, sleeps, is woken, spins again, sleeps again. */
static void phases(void **state)
{
	(void)state;
	assert_true(lock_wait_begin(&waits, 0x1000, 0x77, true, 100, &slot));
	assert_false(lock_wait_begin(&waits, 0x1000, 0x77, false, 110, &slot));
	assert_false(lock_wait_begin(&waits, 0x1000, 0x77, true, 1110, &slot));
	assert_false(lock_wait_begin(&waits, 0x1000, 0x77, false, 1113, &slot));
	assert_true(lock_wait_end(&waits, 0x1000, 0x77, 3113, &ended));
	assert_int_equal(ended.spun, 13);
	assert_int_equal(ended.slept, 3000);
	assert_true(ended.has_spun && ended.has_slept);
	/* a clock that is late on another CPU is no time, and not nearly endless time */
	assert_true(lock_wait_begin(&waits, 0x1000, 0x77, true, 100, &slot));
	assert_true(lock_wait_end(&waits, 0x1000, 0x77, 99, &ended));
	assert_int_equal(ended.spun, 0);
}

/* An interrupt waits for another lock while its thread spins. */
static void nested(void **state)
{
	(void)state;
	assert_true(lock_wait_begin(&waits, 0x1000, 0x77, true, 100, &slot));
	assert_true(lock_wait_begin(&waits, 0x1000, 0x88, true, 120, &slot));
	assert_true(lock_wait_end(&waits, 0x1000, 0x88, 130, &ended));
	assert_int_equal(ended.spun, 10);
	assert_true(lock_wait_end(&waits, 0x1000, 0x77, 140, &ended));
	assert_int_equal(ended.spun, 40);
}

/* Threads of one hash: as many as there are slots near it; another hash has room. */
static void full(void **state)
{
	unsigned long i;

	(void)state;
	for (i = 0; i < LOCK_WAITS_NEAR; i++)
		assert_true(lock_wait_begin(&waits, 0x1000 + i, 0x77, true, i, &slot));
	assert_int_equal(waits.lost, 0);
	assert_false(lock_wait_begin(&waits, 0x1000 + i, 0x77, true, i, &slot));
	assert_int_equal(waits.lost, 1);
	assert_false(lock_wait_end(&waits, 0x1000 + i, 0x77, i, &ended));
	assert_true(lock_wait_begin(&waits, 0x123456780, 0x77, true, i, &slot));
	for (i = 0; i < LOCK_WAITS_NEAR; i++) {
		assert_true(lock_wait_end(&waits, 0x1000 + i, 0x77, 1000, &ended));
		assert_int_equal(ended.spun, 1000 - i);
	}
	assert_true(lock_wait_begin(&waits, 0x1000 + i, 0x77, true, i, &slot));
	lock_waits_reset(&waits);
	assert_int_equal(waits.lost, 0);
	assert_false(lock_wait_end(&waits, 0x1000 + i, 0x77, i, &ended));
	/* the last hash has neighbours, too */
	for (i = 0; i < LOCK_WAITS_NEAR; i++)
		assert_true(lock_wait_begin(&waits, ((unsigned long)LOCK_WAITS - 1) << 6, i, true, i, &slot));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(one_wait, setup),
		cmocka_unit_test_setup(phases, setup),
		cmocka_unit_test_setup(nested, setup),
		cmocka_unit_test_setup(full, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
