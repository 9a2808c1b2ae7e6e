/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * div64.h - division of 64-bit numbers for CPUs of 32 bits, whose compiler calls a library for it
 * that the kernel does not have. The CPU's folder gives these functions the names that its compiler
 * calls.
 *
 * A step divides 64 by 32 bits where the quotient fits in 32; a CPU with an instruction for that
 * defines DT_DIV64_STEP before it includes this header. A divisor of one word takes two steps. A
 * longer one has a quotient of one word: both numbers are shifted until the divisor's high word is
 * normal, an estimate is made, and corrected by one.
 *
 * Context of all: any, probe context included. Division by 0 is what a step by 0 is on this CPU.
 */
#ifndef BASE_DIV64_H
#define BASE_DIV64_H

#include <stdint.h>

#include <dtrace/compiler.h>

/* dt_div64_step - @high:@low / @divisor, bit by bit, for CPUs without an instruction. Needs @high < @divisor. */
DT_PROBE_INLINE uint32_t dt_div64_step(uint32_t high, uint32_t low, uint32_t divisor, uint32_t *remainder)
{
	uint32_t quotient = 0, bit, carry;

	for (bit = 0; bit < 32; bit++) {
		carry = high >> 31;
		high = high << 1 | low >> 31;
		low <<= 1;
		quotient <<= 1;
		if (carry || high >= divisor) {
			high -= divisor;
			quotient |= 1;
		}
	}
	*remainder = high;
	return quotient;
}

#ifndef DT_DIV64_STEP
#define DT_DIV64_STEP dt_div64_step
#endif

/* Leading zeros of a number that is not 0. No compiler built-in: some CPUs make a call of it. */
DT_PROBE_INLINE uint32_t dt_div64_shift(uint32_t word)
{
	uint32_t shift = 0;

	while (!(word >> 31)) {
		word <<= 1;
		shift++;
	}
	return shift;
}

/* dt_div64 - @a / @b, and in *@remainder what is left. */
DT_PROBE_INLINE uint64_t dt_div64(uint64_t a, uint64_t b, uint64_t *remainder)
{
	uint32_t a_high = (uint32_t)(a >> 32), b_high = (uint32_t)(b >> 32), b_low = (uint32_t)b;
	uint32_t q_high, q_low, rest, shift;
	uint64_t quotient;

	if (b_high == 0) {
		q_high = DT_DIV64_STEP(0, a_high, b_low, &rest);
		q_low = DT_DIV64_STEP(rest, (uint32_t)a, b_low, &rest);
		*remainder = rest;
		return (uint64_t)q_high << 32 | q_low;
	}
	if (a < b) {
		*remainder = a;
		return 0;
	}
	/*
	 * b_high's highest bit goes to the top; a is halved so that the step's quotient fits. The
	 * estimate is right or one too large.
	 */
	shift = dt_div64_shift(b_high);
	q_low = DT_DIV64_STEP((uint32_t)(a >> 33), (uint32_t)(a >> 1), (uint32_t)((b << shift) >> 32), &rest);
	quotient = ((uint64_t)q_low << shift) >> 31;
	if (quotient != 0)
		quotient--;
	a -= quotient * b;
	if (a >= b) {
		a -= b;
		quotient++;
	}
	*remainder = a;
	return quotient;
}

#endif
