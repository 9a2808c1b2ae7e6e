/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * atomic64.c - atomic addition to 64-bit numbers on i386, which the compiler calls by this name and
 * the kernel does not have. In the probe section.
 */
#include <stdbool.h>
#include <stdint.h>

#include <dtrace/compiler.h>

/*
 * The compiler knows the name as a built-in function of another type, so the symbol is given apart
 * from the C name.
 */
uint64_t i386_atomic_fetch_add_8(volatile uint64_t *place, uint64_t value, int order) __asm__("__atomic_fetch_add_8");

DT_PROBE_CTX uint64_t i386_atomic_fetch_add_8(volatile uint64_t *place, uint64_t value, int order)
{
	uint64_t old = *place, sum;
	bool done;

	do {
		sum = old + value;
		__asm__ volatile("lock cmpxchg8b %1"
				 : "+A"(old), "+m"(*place), "=@ccz"(done)
				 : "b"((uint32_t)sum), "c"((uint32_t)(sum >> 32))
				 : "memory");
	} while (!done);
	return old;
}
