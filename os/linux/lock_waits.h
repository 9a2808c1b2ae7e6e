/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lock_waits.h - threads that wait for locks, from the moment that a wait begins until it ends. No
 * Linux header: it is tested on the host.
 *
 * Theory. A thread waits for one lock at a time, except that while it spins an interrupt may come
 * and wait for another: so a wait is known by its thread and its lock. It is in one of the
 * LOCK_WAITS_NEAR slots from the one that the thread's hash says. A slot is taken by one atomic
 * exchange; after that nobody but the thread itself touches it, with interrupts off. One wait may
 * change between spinning and sleeping as often as it likes: both times are added up.
 */
#ifndef OS_LINUX_LOCK_WAITS_H
#define OS_LINUX_LOCK_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#define LOCK_WAITS      1024 /* a power of two; about as many threads may wait at once */
#define LOCK_WAITS_NEAR 16

struct lock_wait {
	unsigned long thread; /* 0: the slot is free */
	unsigned long lock;
	uint64_t since;       /* the present phase */
	uint64_t spun, slept; /* ns in the phases before it; after the end: in all */
	bool spins;           /* the present phase */
	bool has_spun, has_slept;
	uint8_t kind;          /* the caller's, of the whole wait */
	uint8_t is_write_held; /* the caller's */
	uint32_t readers;      /* the caller's */
};

struct lock_waits {
	struct lock_wait slots[LOCK_WAITS + LOCK_WAITS_NEAR];
	unsigned long lost; /* atomic: waits that found no slot */
};

/*
 * lock_wait_begin - a wait begins, or, when this thread waits for this lock already, its next phase.
 * args:    @thread not 0; @spins: it spins, otherwise it sleeps; @now in ns.
 * return:  true: it is new, and *@wait_ret is its slot, for the caller's members; false: it is not,
 *          or there is no room, which is counted.
 * context: any; interrupts off, not in an NMI.
 */
bool lock_wait_begin(struct lock_waits *waits, unsigned long thread, unsigned long lock, bool spins, uint64_t now,
		     struct lock_wait **wait_ret);

/*
 * lock_wait_end - the thread has the lock, or has given up.
 * args:    *@ret is a copy of the wait.
 * return:  false: its beginning was not seen.
 * context: as lock_wait_begin().
 */
bool lock_wait_end(struct lock_waits *waits, unsigned long thread, unsigned long lock, uint64_t now,
		   struct lock_wait *ret);

/* lock_waits_reset - forget all of them. Context: any, while nobody calls the others. */
void lock_waits_reset(struct lock_waits *waits);

#endif
