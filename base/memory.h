/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * memory.h - memory functions for code that has no C library: small, and safe in probe context
 * because no probe can be in them. Semantics as their namesakes in C unless a comment says
 * otherwise. None of them turns into a call of the kernel's memcpy().
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

void dt_memcpy(void *dst, const void *src, size_t size); /* regions must not overlap */
void dt_memmove(void *dst, const void *src, size_t size);
void dt_memset(void *dst, int byte, size_t size);
int dt_memcmp(const void *a, const void *b, size_t size);

/*
 * dt_ends_in_zeros - whether @size bytes are more than @count, and the last @count of them zeros.
 * Context: process.
 */
bool dt_ends_in_zeros(const uint8_t *bytes, size_t size, size_t count);

/*
 * dt_find_either - the index of the first byte from @from on that is @one or @other; @size, the bytes of all: there is
 * none. Context: process.
 */
size_t dt_find_either(const uint8_t *bytes, size_t from, size_t size, uint8_t one, uint8_t other);

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
 * An empty asm statement in loops that copy, fill and measure: compilers know such loops and would
 * replace them by a call of memcpy() or strlen(), which in the kernel may be probed, and probe
 * context must not call what can be probed.
 */
#define DT_LOOP_STAYS  __asm__ __volatile__("")

#endif
