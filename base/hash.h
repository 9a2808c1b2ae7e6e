/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* hash.h - 32-bit hashes, good enough to use the low bits. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* dt_hash - of bytes; dt_hash_u64 - of one word. Context: any, probe context included. */
uint32_t dt_hash(const void *data, size_t size, uint32_t seed);
uint32_t dt_hash_u64(uint64_t value);

#endif
