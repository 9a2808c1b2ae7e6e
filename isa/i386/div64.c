/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * div64.c - division of 64-bit numbers on i386, which the compiler calls by these names and the
 * kernel does not have. In the probe section, as D programs divide there.
 *
 * The processor divides 64 by 32 bits when the quotient fits in 32: a divisor of one word takes two
 * such steps. A longer divisor has a quotient of one word: both numbers are shifted until the
 * divisor's high word is normal, an estimate is made, and corrected by one.
 */
#include <stdint.h>

#include <dtrace/compiler.h>

uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *remainder);
int64_t __divdi3(int64_t a, int64_t b);
int64_t __moddi3(int64_t a, int64_t b);
int64_t __divmoddi4(int64_t a, int64_t b, int64_t *remainder);

/* high:low / divisor, with high < divisor. */
DT_PROBE_INLINE uint32_t step(uint32_t high, uint32_t low, uint32_t divisor, uint32_t *remainder)
{
	uint32_t quotient;

	__asm__("divl %4" : "=a"(quotient), "=d"(*remainder) : "0"(low), "1"(high), "rm"(divisor) : "cc");
	return quotient;
}

DT_PROBE_CTX uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *remainder)
{
	uint32_t a_high = (uint32_t)(a >> 32), b_high = (uint32_t)(b >> 32), b_low = (uint32_t)b;
	uint32_t q_high, q_low, rest, shift;
	uint64_t quotient;

	if (b_high == 0) {
		q_high = step(0, a_high, b_low, &rest);
		q_low = step(rest, (uint32_t)a, b_low, &rest);
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
	shift = (uint32_t)__builtin_clz(b_high);
	q_low = step((uint32_t)(a >> 33), (uint32_t)(a >> 1), (uint32_t)((b << shift) >> 32), &rest);
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

DT_PROBE_CTX uint64_t __udivdi3(uint64_t a, uint64_t b)
{
	uint64_t remainder;

	return __udivmoddi4(a, b, &remainder);
}

DT_PROBE_CTX uint64_t __umoddi3(uint64_t a, uint64_t b)
{
	uint64_t remainder;

	__udivmoddi4(a, b, &remainder);
	return remainder;
}

DT_PROBE_CTX int64_t __divmoddi4(int64_t a, int64_t b, int64_t *remainder)
{
	uint64_t rest, quotient;

	quotient = __udivmoddi4(a < 0 ? 0 - (uint64_t)a : (uint64_t)a, b < 0 ? 0 - (uint64_t)b : (uint64_t)b, &rest);
	*remainder = (int64_t)(a < 0 ? 0 - rest : rest);
	return (int64_t)((a < 0) != (b < 0) ? 0 - quotient : quotient);
}

DT_PROBE_CTX int64_t __divdi3(int64_t a, int64_t b)
{
	int64_t remainder;

	return __divmoddi4(a, b, &remainder);
}

DT_PROBE_CTX int64_t __moddi3(int64_t a, int64_t b)
{
	int64_t remainder;

	__divmoddi4(a, b, &remainder);
	return remainder;
}
