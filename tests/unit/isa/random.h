/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* random.h - numbers by chance for tests of isa/, the same ones in each run (xorshift64*). */
#ifndef TESTS_UNIT_ISA_RANDOM_H
#define TESTS_UNIT_ISA_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t random_state = 88172645463325252u;

static inline uint64_t random64(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * 0x2545f4914f6cdd1du;
}

static inline size_t random_below(size_t count)
{
	return (size_t)(random64() >> 33) % count;
}

#endif
