/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* hash.c - 32-bit hashes. */
#include "base/hash.h"

#include <dtrace/compiler.h>

#include "base/memory.h"

/* Multiply and fold: every input bit reaches the low bits that hash tables use. */
#define HASH_FACTOR 0x9e3779b97f4a7c15ull

DT_PROBE_INLINE uint64_t hash_step(uint64_t state, uint64_t word)
{
	state = (state ^ word) * HASH_FACTOR;
	return state ^ (state >> 32);
}

DT_PROBE_CTX uint32_t dt_hash(const void *data, size_t size, uint32_t seed)
{
	const uint8_t *bytes = data;
	uint64_t state = ((uint64_t)size << 32) ^ seed;
	uint64_t tail = 0;
	unsigned int shift = 0;

	while (size >= 8) {
		state = hash_step(state, DT_GET64(bytes));
		bytes += 8;
		size -= 8;
	}
	while (size) {
		tail |= (uint64_t)*bytes++ << shift;
		shift += 8;
		size--;
	}
	return (uint32_t)hash_step(state, tail);
}

DT_PROBE_CTX uint32_t dt_hash_u64(uint64_t value)
{
	return (uint32_t)hash_step(0, value);
}
