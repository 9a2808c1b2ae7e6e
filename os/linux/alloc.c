/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloc.c - memory that is refused rather than taken from a machine that has none: no OOM killer, no message. */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "os/linux/linux.h"

#define ALLOC_FLAGS   (GFP_KERNEL | __GFP_ZERO | __GFP_NORETRY | __GFP_NOWARN)
#define ALLOC_SMALL   2048        /* up to here the slab allocator, in powers of two: those are aligned to their size */
#define ALLOC_RESERVE (8ul << 20) /* every request leaves this much of the available memory, ... */
#define ALLOC_SHARE   8           /* ... or an eighth of the machine's memory, where that is less */
#define ALLOC_NEAR    4           /* memory is short below this many reserves: fbt takes two */
#define ALLOC_DOUBT   (32ul << 20) /* so much of "reclaimable" memory is not counted */
#define ALLOC_CREDIT  (256l << 10) /* bytes of small requests between two looks at what is available */

static atomic_long_t credit;

/*
 * si_mem_available() counts most of the kernel's reclaimable objects, but a file system in memory
 * never gives its names and inodes back: on a machine with such a root they made up the whole
 * reserve, and the next fork ran out of memory.
 */
static long available_pages(void)
{
	unsigned long doubtful = global_node_page_state_pages(NR_SLAB_RECLAIMABLE_B);

	return si_mem_available() - (long)min(doubtful, ALLOC_DOUBT >> PAGE_SHIFT);
}

static long reserve_pages(void)
{
	return (long)min(ALLOC_RESERVE >> PAGE_SHIFT, totalram_pages() / ALLOC_SHARE);
}

/* room - whether @size bytes leave the reserve. */
static bool room(size_t size)
{
	long available = available_pages() - reserve_pages();

	return available > 0 && size >> PAGE_SHIFT <= (size_t)available;
}

/*
 * A hundred thousand probes are as large as a buffer: many small requests must not use the reserve
 * up either.
 */
static bool room_for_small(size_t size)
{
	if (atomic_long_sub_return(size, &credit) >= 0)
		return true;
	if (!room(ALLOC_CREDIT))
		return false;
	atomic_long_set(&credit, ALLOC_CREDIT);
	return true;
}

/*
 * What an ordinary user's request takes is charged to the memory control group of that process. An administrator's
 * is not: tracing should not fail in the group that is looked at.
 */
static gfp_t flags_now(void)
{
	const struct cred *cred = current_cred();

	if (cred->user_ns == &init_user_ns && cap_raised(cred->cap_effective, CAP_SYS_ADMIN))
		return ALLOC_FLAGS;
	return ALLOC_FLAGS | __GFP_ACCOUNT;
}

/*
 * With 32 bits the addresses for __vmalloc() are few: 128 MB on i386. They are for what is larger than pages side by
 * side can be; a million probes would take all of them.
 */
static void *alloc_pages_for(size_t size, gfp_t flags)
{
	void *memory = NULL;

	if (BITS_PER_LONG == 32 && size <= KMALLOC_MAX_SIZE)
		memory = kmalloc(size, flags);
	return memory ? memory : __vmalloc(size, flags);
}

void *os_alloc(size_t size)
{
	gfp_t flags = flags_now();

	if (size == 0)
		size = 1;
	if (size <= ALLOC_SMALL) {
		size = roundup_pow_of_two(max_t(size_t, size, 16));
		return room_for_small(size) ? kmalloc(size, flags) : NULL;
	}
	if (size > ULONG_MAX - PAGE_SIZE || !room(size))
		return NULL;
	return alloc_pages_for(size, flags);
}

bool os_memory_short(void)
{
	return available_pages() < ALLOC_NEAR * reserve_pages();
}

void os_free(void *memory)
{
	kvfree(memory);
}
