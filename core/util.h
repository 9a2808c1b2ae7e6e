/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * util.h - memory and strings for code that has no C library: small, and safe in probe context
 * because they are ours. Semantics as their namesakes in C unless a comment says otherwise. None of
 * them turns into a call of the kernel's memcpy().
 */
#ifndef CORE_UTIL_H
#define CORE_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

void dt_memcpy(void *dst, const void *src, size_t size); /* regions must not overlap */
void dt_memmove(void *dst, const void *src, size_t size);
void dt_memset(void *dst, int byte, size_t size);
int dt_memcmp(const void *a, const void *b, size_t size);
size_t dt_strlen(const char *s);
size_t dt_strnlen(const char *s, size_t max);
int dt_strcmp(const char *a, const char *b);
int dt_strncmp(const char *a, const char *b, size_t max);
size_t dt_strlcpy(char *dst, const char *src, size_t size); /* returns the length of @src */

/* dt_hash - 32-bit hash of bytes; dt_hash_u64 - of one word. Good enough to use the low bits. */
uint32_t dt_hash(const void *data, size_t size, uint32_t seed);
uint32_t dt_hash_u64(uint64_t value);

/* Integers at any address, in host byte order; the compiler makes of it what the CPU can do. Context: any. */
struct dt_unaligned16 {
	uint16_t value;
} DT_PACKED;
struct dt_unaligned32 {
	uint32_t value;
} DT_PACKED;
struct dt_unaligned64 {
	uint64_t value;
} DT_PACKED;

#define DT_GET16(p)    (((const struct dt_unaligned16 *)(p))->value)
#define DT_GET32(p)    (((const struct dt_unaligned32 *)(p))->value)
#define DT_GET64(p)    (((const struct dt_unaligned64 *)(p))->value)
#define DT_PUT16(p, v) (((struct dt_unaligned16 *)(p))->value = (uint16_t)(v))
#define DT_PUT32(p, v) (((struct dt_unaligned32 *)(p))->value = (uint32_t)(v))
#define DT_PUT64(p, v) (((struct dt_unaligned64 *)(p))->value = (uint64_t)(v))

/*
 * dt_bits - number of significant bits: 0 for 0, 64 for values from 2^63 on. No compiler built-in:
 * some CPUs make a call of it.
 */
DT_PROBE_INLINE unsigned int dt_bits(uint64_t value)
{
	unsigned int bits = 0;
	uint32_t word = (uint32_t)(value >> 32);

	if (word)
		bits = 32;
	else
		word = (uint32_t)value;
	if (word >> 16) {
		bits += 16;
		word >>= 16;
	}
	if (word >> 8) {
		bits += 8;
		word >>= 8;
	}
	if (word >> 4) {
		bits += 4;
		word >>= 4;
	}
	return bits + (unsigned int)(0x4444444433332210ull >> (4 * word) & 15); /* of 0 to 15, a digit each */
}

/*
 * dt_format_line - minimal formatted text for report lines: %s %d %u %x %c %%, the length modifiers
 * l ll z, width (also *), and the flags `0` and `-`.
 * return:  length without NUL (cut to size - 1). context: process.
 */
size_t dt_format_line(char *buf, size_t size, const char *fmt, ...) DT_PRINTF(3, 4);

/*
 * dt_sort - heap sort of @count pointers by @compare; no recursion, no allocation. Context: process.
 */
void dt_sort(void **array, size_t count, int (*compare)(const void *a, const void *b));

/*
 * dt_sort_mostly - merge sort, for what is in order already but for some: little more than one
 * comparison each. Equal ones keep their order.
 * args:    @room for @count pointers. context: process.
 */
void dt_sort_mostly(void **array, size_t count, void **room, int (*compare)(const void *a, const void *b));

#endif
