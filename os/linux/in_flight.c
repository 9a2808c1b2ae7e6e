/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* in_flight.c - see in_flight.h. */
#include "os/linux/in_flight.h"

#include <dtrace/compiler.h>

#include "base/memory.h"

#define FREE  0ul
#define BUSY  1ul
#define FLUSH (1u << 24) /* one of them in `left` */

DT_STATIC_ASSERT((UINT32_MAX >> 9) < FLUSH, "the sectors of the largest transfer");

/* Addresses of transfers differ in the middle: they are objects of some hundred bytes, in pages. */
DT_PROBE_INLINE struct in_flight *bucket_of(struct in_flight_table *table, unsigned long address)
{
	uint32_t hash = (uint32_t)(address >> 6) ^ (uint32_t)(address >> 15);

	return table->entries[(hash * 0x9e3779b1u >> 16) & (IN_FLIGHT_BUCKETS - 1)];
}

void in_flight_clear(struct in_flight_table *table)
{
	dt_memset(table, 0, sizeof(*table));
}

DT_PROBE_CTX struct in_flight *in_flight_find(struct in_flight_table *table, unsigned long address)
{
	struct in_flight *bucket = bucket_of(table, address);
	unsigned int i;

	for (i = 0; i < IN_FLIGHT_WAYS; i++) {
		if (DT_LOAD_ACQUIRE(&bucket[i].address) == address)
			return &bucket[i];
	}
	return NULL;
}

DT_PROBE_INLINE struct in_flight *claim(struct in_flight *bucket)
{
	unsigned long expected;
	unsigned int i;

	for (i = 0; i < IN_FLIGHT_WAYS; i++) {
		expected = FREE;
		if (__atomic_compare_exchange_n(&bucket[i].address, &expected, BUSY, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return &bucket[i];
	}
	return NULL;
}

DT_PROBE_CTX bool in_flight_put(struct in_flight_table *table, unsigned long address, const struct transfer *transfer)
{
	struct in_flight *entry = in_flight_find(table, address);

	if (entry)
		DT_WRITE_ONCE(entry->address, BUSY);
	else
		entry = claim(bucket_of(table, address));
	if (!entry) {
		table->lost++;
		return false;
	}
	dt_memcpy(&entry->transfer, transfer, sizeof(*transfer));
	entry->left = transfer->bytes >> 9;
	entry->parted = false;
	DT_STORE_RELEASE(&entry->address, address);
	return true;
}

DT_PROBE_CTX bool in_flight_part(struct in_flight *entry, uint32_t sectors, int flushes)
{
	uint32_t change = (uint32_t)flushes * FLUSH - sectors;

	DT_WRITE_ONCE(entry->parted, true);
	return __atomic_add_fetch(&entry->left, change, __ATOMIC_ACQ_REL) == 0;
}

DT_PROBE_CTX void in_flight_take(struct in_flight *entry)
{
	DT_STORE_RELEASE(&entry->address, FREE);
}
