/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* memory.c - copying, filling and comparing memory without a C library. */
#include "base/bits.h"
#include "base/memory.h"

DT_PROBE_CTX void dt_memcpy(void *dst, const void *src, size_t size)
{
	uint8_t *to = dst;
	const uint8_t *from = src;

	if ((((uintptr_t)to ^ (uintptr_t)from) & 7) == 0) {
		while (size && ((uintptr_t)to & 7)) {
			*to++ = *from++;
			size--;
		}
		while (size >= 8) {
			*(uint64_t *)(void *)to = *(const uint64_t *)(const void *)from;
			to += 8;
			from += 8;
			size -= 8;
			DT_LOOP_STAYS;
		}
	}
	while (size >= 8) {
		DT_PUT64(to, DT_GET64(from));
		to += 8;
		from += 8;
		size -= 8;
		DT_LOOP_STAYS;
	}
	while (size) {
		*to++ = *from++;
		size--;
		DT_LOOP_STAYS;
	}
}

DT_PROBE_CTX void dt_memmove(void *dst, const void *src, size_t size)
{
	uint8_t *to = dst;
	const uint8_t *from = src;

	if ((uintptr_t)to - (uintptr_t)from >= size) {
		while (size >= 8 && (uintptr_t)from - (uintptr_t)to >= 8) {
			DT_PUT64(to, DT_GET64(from));
			to += 8;
			from += 8;
			size -= 8;
			DT_LOOP_STAYS;
		}
		while (size) {
			*to++ = *from++;
			size--;
			DT_LOOP_STAYS;
		}
		return;
	}
	while (size) {
		size--;
		to[size] = from[size];
		DT_LOOP_STAYS;
	}
}

DT_PROBE_CTX void dt_memset(void *dst, int byte, size_t size)
{
	uint8_t *to = dst;
	uint64_t word = (uint8_t)byte * 0x0101010101010101ull;

	while (size && ((uintptr_t)to & 7)) {
		*to++ = (uint8_t)byte;
		size--;
		DT_LOOP_STAYS;
	}
	while (size >= 32) {
		((uint64_t *)(void *)to)[0] = word;
		((uint64_t *)(void *)to)[1] = word;
		((uint64_t *)(void *)to)[2] = word;
		((uint64_t *)(void *)to)[3] = word;
		to += 32;
		size -= 32;
		DT_LOOP_STAYS;
	}
	while (size >= 8) {
		*(uint64_t *)(void *)to = word;
		to += 8;
		size -= 8;
		DT_LOOP_STAYS;
	}
	while (size) {
		*to++ = (uint8_t)byte;
		size--;
		DT_LOOP_STAYS;
	}
}

DT_PROBE_CTX int dt_memcmp(const void *a, const void *b, size_t size)
{
	const uint8_t *left = a;
	const uint8_t *right = b;

	while (size >= 8 && DT_GET64(left) == DT_GET64(right)) {
		left += 8;
		right += 8;
		size -= 8;
		DT_LOOP_STAYS;
	}
	while (size) {
		if (*left != *right)
			return *left < *right ? -1 : 1;
		left++;
		right++;
		size--;
		DT_LOOP_STAYS;
	}
	return 0;
}

bool dt_ends_in_zeros(const uint8_t *bytes, size_t size, size_t count)
{
	size_t i;

	if (size <= count)
		return false;
	for (i = 1; i <= count; i++) {
		if (bytes[size - i])
			return false;
	}
	return true;
}

static bool has_byte(uint64_t word, uint8_t byte)
{
	return dt_zero_bytes(word ^ byte * 0x0101010101010101ull) != 0;
}

size_t dt_find_either(const uint8_t *bytes, size_t from, size_t size, uint8_t one, uint8_t other)
{
	while (from + 8 <= size && !has_byte(DT_GET64(bytes + from), one) && !has_byte(DT_GET64(bytes + from), other))
		from += 8;
	while (from < size && bytes[from] != one && bytes[from] != other)
		from++;
	return from;
}
