/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * util.h - memory and strings for code that has no C library: small, and safe in probe context because they are ours.
 * Semantics as their namesakes in C unless a comment says otherwise.
 */
#ifndef CORE_UTIL_H
#define CORE_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

void dt_memcpy(void *dst, const void *src, size_t size);		/* regions must not overlap */
void dt_memmove(void *dst, const void *src, size_t size);
void dt_memset(void *dst, int byte, size_t size);
int dt_memcmp(const void *a, const void *b, size_t size);
size_t dt_strlen(const char *s);
size_t dt_strnlen(const char *s, size_t max);
int dt_strcmp(const char *a, const char *b);
int dt_strncmp(const char *a, const char *b, size_t max);
size_t dt_strlcpy(char *dst, const char *src, size_t size);		/* returns the length of @src */

/* dt_hash - 32-bit hash of bytes; dt_hash_u64 - of one word. Good enough to use the low bits. */
uint32_t dt_hash(const void *data, size_t size, uint32_t seed);
uint32_t dt_hash_u64(uint64_t value);

/*
 * dt_format_line - minimal formatted text for report lines: %s %d %u %x %lld %llu %llx %c %%, with width and `0`/`-` flags.
 * return:  length without NUL (cut to size - 1). context: process.
 */
size_t dt_format_line(char *buf, size_t size, const char *fmt, ...) DT_PRINTF(3, 4);

/*
 * dt_sort - heap sort of @count pointers by @compare; no recursion, no allocation. Context: process.
 */
void dt_sort(void **array, size_t count, int (*compare)(const void *a, const void *b));

#endif
