/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_in_flight.c - transfers that are kept from their start to their end: pieces, flushes, no room, several CPUs. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/in_flight.h"

static struct in_flight_table table;

static int setup(void **state)
{
	(void)state;
	memset(&table, 0x5a, sizeof(table));
	in_flight_clear(&table);
	return 0;
}

static struct in_flight *put(unsigned long address, uint32_t bytes)
{
	const struct transfer transfer = { .device = 7, .sector = 100, .offset = -1, .bytes = bytes };

	return in_flight_put(&table, address, &transfer) ? in_flight_find(&table, address) : NULL;
}

static void test_whole(void **state)
{
	struct in_flight *entry = put(0x1000, 4096);

	(void)state;
	assert_non_null(entry);
	assert_int_equal(entry->transfer.device, 7);
	assert_int_equal(entry->transfer.sector, 100);
	assert_int_equal(entry->transfer.offset, -1);
	assert_int_equal(entry->transfer.bytes, 4096);
	assert_false(entry->parted);
	assert_null(in_flight_find(&table, 0x2000));
	assert_true(in_flight_part(entry, 8, 0));
	assert_true(entry->parted);
	in_flight_take(entry);
	assert_null(in_flight_find(&table, 0x1000));
}

static void test_pieces(void **state)
{
	struct in_flight *entry = put(0x1000, 4096 * 3);

	(void)state;
	assert_false(in_flight_part(entry, 8, 0));
	assert_false(in_flight_part(entry, 15, 0));
	assert_true(in_flight_part(entry, 1, 0));
}

/* A part that a flush follows has not ended; one of no data is only that. */
static void test_flush(void **state)
{
	struct in_flight *entry = put(0x1000, 4096 * 2);

	(void)state;
	assert_false(in_flight_part(entry, 8, 1));
	assert_false(in_flight_part(entry, 8, 1));
	assert_false(in_flight_part(entry, 0, -1));
	assert_true(in_flight_part(entry, 0, -1));
	entry = put(0x2000, 0);
	assert_true(in_flight_part(entry, 0, 0));
	entry = put(0x3000, UINT32_MAX & ~511u);
	assert_false(in_flight_part(entry, UINT32_MAX >> 9, 1));
	assert_true(in_flight_part(entry, 0, -1));
}

/* One whose end was not seen is replaced by the next at its address. */
static void test_again(void **state)
{
	struct in_flight *entry = put(0x1000, 4096);

	(void)state;
	in_flight_part(entry, 1, 1);
	assert_ptr_equal(put(0x1000, 1024), entry);
	assert_int_equal(entry->transfer.bytes, 1024);
	assert_false(entry->parted);
	assert_true(in_flight_part(entry, 2, 0));
}

static void test_no_room(void **state)
{
	unsigned long address, kept = 0, found = 0;

	(void)state;
	for (address = 1; address <= 3 * IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS; address++)
		kept += put(address * 192, 512) != NULL;
	assert_int_equal(kept + table.lost, 3 * IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS);
	assert_true(kept > IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS * 9 / 10); /* the addresses are spread well */
	assert_true(kept <= IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS);
	for (address = 1; address <= 3 * IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS; address++) {
		struct in_flight *entry = in_flight_find(&table, address * 192);

		if (!entry)
			continue;
		found++;
		in_flight_take(entry);
	}
	assert_int_equal(found, kept);
	assert_non_null(put(192, 512));
}

/* Half of what the table has room for: as good as none is lost. */
static void test_half_full(void **state)
{
	unsigned long address;

	(void)state;
	for (address = 1; address <= IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS / 2; address++)
		put(0xffff888012340000 + address * 256, 512);
	assert_true(table.lost < IN_FLIGHT_WAYS * IN_FLIGHT_BUCKETS / 100);
}

#define THREADS 4
#define ROUNDS  2000

static struct in_flight *shared;
static pthread_barrier_t barrier;
static unsigned int ends;

static void *part(void *arg)
{
	int round;

	(void)arg;
	for (round = 0; round < ROUNDS; round++) {
		pthread_barrier_wait(&barrier);
		if (in_flight_part(shared, 2, 0))
			__atomic_add_fetch(&ends, 1, __ATOMIC_RELAXED);
		if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
			shared = put(0x1000, THREADS * 1024);
	}
	return NULL;
}

/* Pieces that end on several CPUs at once: one of them is the last. */
static void test_at_once(void **state)
{
	pthread_t threads[THREADS];
	size_t i;

	(void)state;
	shared = put(0x1000, THREADS * 1024);
	ends = 0;
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, part, NULL), 0);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&barrier);
	assert_int_equal(ends, ROUNDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_whole, setup),   cmocka_unit_test_setup(test_pieces, setup),
		cmocka_unit_test_setup(test_flush, setup),   cmocka_unit_test_setup(test_again, setup),
		cmocka_unit_test_setup(test_no_room, setup), cmocka_unit_test_setup(test_half_full, setup),
		cmocka_unit_test_setup(test_at_once, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
