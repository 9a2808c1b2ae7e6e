/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lock_waits.c - see lock_waits.h. */
#include <dtrace/compiler.h>

#include "os/linux/lock_waits.h"

/* Thread structures are aligned to 64 bytes at least. */
DT_PROBE_INLINE struct lock_wait *near(struct lock_waits *waits, unsigned long thread)
{
	return &waits->slots[(thread >> 6 ^ thread >> 14) & (LOCK_WAITS - 1)];
}

DT_PROBE_INLINE struct lock_wait *find(struct lock_waits *waits, unsigned long thread, unsigned long lock)
{
	struct lock_wait *wait = near(waits, thread), *end = wait + LOCK_WAITS_NEAR;

	for (; wait < end; wait++) {
		if (DT_READ_ONCE(wait->thread) == thread && wait->lock == lock)
			return wait;
	}
	return (struct lock_wait *)0;
}

DT_PROBE_INLINE struct lock_wait *take(struct lock_waits *waits, unsigned long thread)
{
	struct lock_wait *wait = near(waits, thread), *end = wait + LOCK_WAITS_NEAR;
	unsigned long unused;

	for (; wait < end; wait++) {
		unused = 0;
		if (__atomic_compare_exchange_n(&wait->thread, &unused, thread, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return wait;
	}
	__atomic_fetch_add(&waits->lost, 1, __ATOMIC_RELAXED);
	return (struct lock_wait *)0;
}

DT_PROBE_INLINE void phase_ends(struct lock_wait *wait, uint64_t now)
{
	uint64_t time = now > wait->since ? now - wait->since : 0;

	if (wait->spins)
		wait->spun += time;
	else
		wait->slept += time;
}

DT_PROBE_INLINE void phase_begins(struct lock_wait *wait, bool spins, uint64_t now)
{
	wait->since = now;
	wait->spins = spins;
	wait->has_spun |= spins;
	wait->has_slept |= !spins;
}

DT_PROBE_CTX bool lock_wait_begin(struct lock_waits *waits, unsigned long thread, unsigned long lock, bool spins,
				  uint64_t now, struct lock_wait **wait_ret)
{
	struct lock_wait *wait = find(waits, thread, lock);

	if (wait) {
		phase_ends(wait, now);
		phase_begins(wait, spins, now);
		return false;
	}
	wait = take(waits, thread);
	if (!wait)
		return false;
	wait->lock = lock;
	wait->spun = wait->slept = 0;
	wait->has_spun = wait->has_slept = false;
	wait->kind = wait->is_write_held = 0;
	wait->readers = 0;
	phase_begins(wait, spins, now);
	*wait_ret = wait;
	return true;
}

DT_PROBE_CTX bool lock_wait_end(struct lock_waits *waits, unsigned long thread, unsigned long lock, uint64_t now,
				struct lock_wait *ret)
{
	struct lock_wait *wait = find(waits, thread, lock);

	if (!wait)
		return false;
	phase_ends(wait, now);
	*ret = *wait;
	wait->lock = 0;
	DT_STORE_RELEASE(&wait->thread, 0);
	return true;
}

void lock_waits_reset(struct lock_waits *waits)
{
	struct lock_wait *wait;

	for (wait = waits->slots; wait < waits->slots + DT_ARRAY_SIZE(waits->slots); wait++) {
		wait->thread = 0;
		wait->lock = 0;
	}
	waits->lost = 0;
}
