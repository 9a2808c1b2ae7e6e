/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_stash.c - what is put is taken once, by its own key alone; a full set; calls that never return; threads that race. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "os/host/host.h"
#include "providers/derived/stash.h"

static struct stash *stash;
static const char place, other_place;

static int setup(void **state)
{
	(void)state;
	stash = stash_create();
	return stash == NULL;
}

static int teardown(void **state)
{
	(void)state;
	stash_destroy(stash);
	assert_int_equal(os_host_alloc_count(), 0);
	return 0;
}

static bool put(uint64_t thread, const void *where, uint64_t sp, uint64_t value)
{
	const struct stash_key key = { thread, where, sp };
	const uint64_t words[STASH_WORDS] = { value, value + 1, value + 2 };

	return stash_put(stash, &key, words);
}

/* The first word that was put, 0: nothing was there. */
static uint64_t take(uint64_t thread, const void *where, uint64_t sp)
{
	const struct stash_key key = { thread, where, sp };
	uint64_t words[STASH_WORDS] = { 0 };

	if (!stash_take(stash, &key, words))
		return 0;
	assert_int_equal(words[1], words[0] + 1);
	assert_int_equal(words[2], words[0] + 2);
	return words[0];
}

static void test_key(void **state)
{
	(void)state;
	assert_true(put(1, &place, 0x1000, 10));
	assert_true(put(2, &place, 0x1000, 20));
	assert_true(put(1, &other_place, 0x1000, 30));
	assert_true(put(1, &place, 0x2000, 40));
	assert_true(put(1ull << 32 | 1, &place, 0x1000, 50));
	assert_int_equal(stash_used(stash), 5);
	assert_int_equal(take(3, &place, 0x1000), 0);
	assert_int_equal(take(1, &place, 0x1000), 10);
	assert_int_equal(take(1, &place, 0x1000), 0);
	assert_int_equal(take(2, &place, 0x1000), 20);
	assert_int_equal(take(1, &other_place, 0x1000), 30);
	assert_int_equal(take(1, &place, 0x2000), 40);
	assert_int_equal(take(1ull << 32 | 1, &place, 0x1000), 50);
	assert_int_equal(stash_used(stash), 0);
	assert_int_equal(stash_full(stash), 0);
}

/* A call that did not return, and one that begins where that one did. */
static void test_replaced(void **state)
{
	(void)state;
	assert_true(put(1, &place, 0x1000, 10));
	assert_true(put(1, &place, 0x1000, 20));
	assert_int_equal(stash_used(stash), 1);
	assert_int_equal(take(1, &place, 0x1000), 20);
	assert_int_equal(take(1, &place, 0x1000), 0);
}

static void test_full(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < STASH_WAYS; i++)
		assert_true(put(1, &place, 0x9000 - i * 16, i + 1));
	assert_false(put(1, &place, 0x9000 - i * 16, 99));
	assert_int_equal(stash_full(stash), 1);
	assert_int_equal(take(1, &place, 0x9000 - i * 16), 0);
	for (i = STASH_WAYS; i-- > 0;)
		assert_int_equal(take(1, &place, 0x9000 - i * 16), i + 1);
	assert_true(put(1, &place, 0x8000, 99));
	assert_int_equal(stash_full(stash), 1);
}

/* Calls that never returned make room for one that began before them on the stack, not for one of another thread. */
static void test_left(void **state)
{
	uint64_t other = 2;
	unsigned int i;

	(void)state;
	for (i = 0; i < STASH_WAYS; i++)
		assert_true(put(1, &place, 0x5000 - i * 16, i + 1));
	/* a thread of the same set, found by its being refused */
	while (put(other, &place, 0x9000, 7)) {
		assert_int_equal(take(other, &place, 0x9000), 7);
		other++;
	}
	assert_int_equal(stash_full(stash), 1);
	assert_true(put(1, &place, 0x5000 - 8, 50)); /* deeper than the first alone */
	assert_int_equal(take(1, &place, 0x5000), 1);
	assert_int_equal(take(1, &place, 0x5000 - 8), 50);
	assert_int_equal(stash_full(stash), 1);
}

static void test_forget(void **state)
{
	(void)state;
	assert_true(put(1, &place, 0x1000, 10));
	assert_true(put(1, &other_place, 0x1000, 20));
	assert_true(put(2, &place, 0x1000, 30));
	stash_forget(stash, &place);
	assert_int_equal(stash_used(stash), 1);
	assert_int_equal(take(1, &place, 0x1000), 0);
	assert_int_equal(take(2, &place, 0x1000), 0);
	assert_int_equal(take(1, &other_place, 0x1000), 20);
}

#define RACERS 4
#define ROUNDS 20000

/* Nobody takes an entry of another thread, and none is lost but those that were refused. */
static void *race(void *arg)
{
	uint64_t thread = 1 + (uintptr_t)arg, wrong = 0;
	unsigned int i, depth;
	bool kept[6];

	for (i = 0; i < ROUNDS; i++) {
		for (depth = 0; depth < 6; depth++)
			kept[depth] = put(thread, &place, 0x10000 - depth * 64, thread << 20 | (i + depth));
		for (depth = 6; depth-- > 0;)
			wrong += take(thread, &place, 0x10000 - depth * 64) !=
				 (kept[depth] ? thread << 20 | (i + depth) : 0);
	}
	return (void *)(uintptr_t)wrong;
}

static void test_race(void **state)
{
	pthread_t threads[RACERS];
	uint64_t ids[RACERS], id = 1;
	void *wrong;
	size_t i;

	(void)state;
	/* threads of one set: filled by the first, it refuses the others */
	for (i = 0; i < STASH_WAYS; i++)
		assert_true(put(1, &place, 0x9000 - i * 16, i + 1));
	for (i = 1, ids[0] = 1; i < RACERS;) {
		if (put(++id, &place, 0x9000, 1))
			take(id, &place, 0x9000);
		else
			ids[i++] = id;
	}
	stash_forget(stash, &place);
	for (i = 0; i < RACERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, race, (void *)(uintptr_t)(ids[i] - 1)), 0);
	for (i = 0; i < RACERS; i++) {
		pthread_join(threads[i], &wrong);
		assert_null(wrong);
	}
	assert_int_equal(stash_used(stash), 0);
	assert_true(stash_full(stash) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_key, setup, teardown),
		cmocka_unit_test_setup_teardown(test_replaced, setup, teardown),
		cmocka_unit_test_setup_teardown(test_full, setup, teardown),
		cmocka_unit_test_setup_teardown(test_left, setup, teardown),
		cmocka_unit_test_setup_teardown(test_forget, setup, teardown),
		cmocka_unit_test_setup_teardown(test_race, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
