/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * div64.c - division of 64-bit numbers on i386, which the compiler calls by these names and the
 * kernel does not have. In the probe section, as D programs divide there.
 */
#include <stdint.h>

#include <dtrace/compiler.h>

/* high:low / divisor, with high < divisor. */
DT_PROBE_INLINE uint32_t divide_step(uint32_t high, uint32_t low, uint32_t divisor, uint32_t *remainder)
{
	uint32_t quotient;

	__asm__("divl %4" : "=a"(quotient), "=d"(*remainder) : "0"(low), "1"(high), "rm"(divisor) : "cc");
	return quotient;
}

#define DT_DIV64_STEP divide_step
#include "base/div64.h"

uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *remainder);
int64_t __divdi3(int64_t a, int64_t b);
int64_t __moddi3(int64_t a, int64_t b);
int64_t __divmoddi4(int64_t a, int64_t b, int64_t *remainder);

DT_PROBE_CTX uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *remainder)
{
	return dt_div64(a, b, remainder);
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
