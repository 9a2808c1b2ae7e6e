/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloc.c - memory that is refused rather than taken from a machine that has none: no OOM killer, no message. */
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "os/linux/linux.h"

#define ALLOC_FLAGS	(GFP_KERNEL | __GFP_ZERO | __GFP_NORETRY | __GFP_NOWARN)
#define ALLOC_SMALL	2048	/* up to here the slab allocator, in powers of two: those are aligned to their size */
#define ALLOC_RESERVE	(8ul << 20)	/* a large request leaves at least this much of what is available */

void *os_alloc(size_t size)
{
	long available;

	if (size == 0)
		size = 1;
	if (size <= ALLOC_SMALL)
		return kmalloc(roundup_pow_of_two(max_t(size_t, size, 16)), ALLOC_FLAGS);
	if (size > ULONG_MAX - PAGE_SIZE)
		return NULL;
	available = si_mem_available();
	if (available < (long)(ALLOC_RESERVE >> PAGE_SHIFT) || size >> PAGE_SHIFT > (size_t)available - (ALLOC_RESERVE >> PAGE_SHIFT))
		return NULL;
	return __vmalloc(size, ALLOC_FLAGS);
}

void os_free(void *memory)
{
	kvfree(memory);
}
