/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lock_calls.c - see lock_calls.h. */
#include "providers/pid/lock_calls.h"

#include <dtrace/compiler.h>

#include "os/os.h"

enum { FREE, BUSY, TAGS };

struct set {
	uint32_t states[LOCK_CALLS_WAYS];
	struct lock_call calls[LOCK_CALLS_WAYS];
};

struct lock_calls {
	unsigned long full;
	struct set sets[LOCK_CALLS_SETS];
};

DT_PROBE_INLINE uint32_t mix(uint64_t thread)
{
	return (uint32_t)(thread ^ thread >> 32) * 0x9e3779b1u;
}

DT_PROBE_INLINE struct set *set_of(struct lock_calls *calls, uint64_t thread)
{
	return &calls->sets[mix(thread) >> 16 & (LOCK_CALLS_SETS - 1)];
}

DT_PROBE_INLINE uint32_t tag_of(uint64_t thread)
{
	uint32_t tag = mix(thread);

	return tag < TAGS ? tag + TAGS : tag;
}

/* Whether this way is a call of the thread. */
DT_PROBE_INLINE bool is_of(const struct set *set, unsigned int way, uint64_t thread)
{
	return DT_LOAD_ACQUIRE(&set->states[way]) == tag_of(thread) && DT_READ_ONCE(set->calls[way].thread) == thread;
}

DT_PROBE_INLINE bool claim(uint32_t *state, uint32_t from)
{
	return __atomic_compare_exchange_n(state, &from, BUSY, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

DT_PROBE_INLINE bool is_inner(const struct lock_call *outer, const struct lock_call *call)
{
	if (outer->lock != call->lock)
		return false;
	if (outer->sp == call->sp)
		return outer->work == call->work;
	return outer->sp > call->sp && outer->sp - call->sp <= LOCK_CALLS_NEAR;
}

DT_PROBE_INLINE struct lock_call *keep(struct lock_calls *calls, struct set *set, const struct lock_call *call)
{
	unsigned int way;

	for (way = 0; way < LOCK_CALLS_WAYS; way++) {
		if (DT_READ_ONCE(set->states[way]) == FREE && claim(&set->states[way], FREE))
			break;
	}
	if (way == LOCK_CALLS_WAYS) {
		__atomic_fetch_add(&calls->full, 1, __ATOMIC_RELAXED);
		return NULL;
	}
	set->calls[way] = *call;
	DT_STORE_RELEASE(&set->states[way], tag_of(call->thread));
	return &set->calls[way];
}

DT_PROBE_CTX enum lock_calls_entered lock_calls_enter(struct lock_calls *calls, const struct lock_call *call,
						      struct lock_call **ret)
{
	struct set *set = set_of(calls, call->thread);
	unsigned int way;

	for (way = 0; way < LOCK_CALLS_WAYS; way++) {
		if (!is_of(set, way, call->thread))
			continue;
		if (is_inner(&set->calls[way], call))
			return LOCK_CALLS_INNER;
		if (set->calls[way].sp <= call->sp)
			DT_STORE_RELEASE(&set->states[way], FREE);
	}
	if (!ret)
		return LOCK_CALLS_OUTER;
	*ret = keep(calls, set, call);
	return *ret ? LOCK_CALLS_OUTER : LOCK_CALLS_FULL;
}

DT_PROBE_CTX bool lock_calls_leave(struct lock_calls *calls, uint64_t thread, uint64_t sp, struct lock_call *ret)
{
	struct set *set = set_of(calls, thread);
	bool found = false;
	unsigned int way;

	for (way = 0; way < LOCK_CALLS_WAYS; way++) {
		if (!is_of(set, way, thread) || set->calls[way].sp > sp)
			continue;
		if (set->calls[way].sp == sp) {
			*ret = set->calls[way];
			found = true;
		}
		DT_STORE_RELEASE(&set->states[way], FREE);
	}
	return found;
}

DT_PROBE_CTX struct lock_call *lock_calls_next(struct lock_calls *calls, uint64_t thread, const struct lock_call *after)
{
	struct set *set = set_of(calls, thread);
	unsigned int way = after ? (unsigned int)(after - set->calls) + 1 : 0;

	for (; way < LOCK_CALLS_WAYS; way++) {
		if (is_of(set, way, thread))
			return &set->calls[way];
	}
	return NULL;
}

DT_PROBE_CTX void lock_calls_end(struct lock_calls *calls, uint64_t thread)
{
	struct set *set = set_of(calls, thread);
	unsigned int way;

	for (way = 0; way < LOCK_CALLS_WAYS; way++) {
		if (is_of(set, way, thread))
			DT_STORE_RELEASE(&set->states[way], FREE);
	}
}

void lock_calls_forget(struct lock_calls *calls, const void *function)
{
	unsigned int i, way;
	struct set *set;
	uint32_t tag;

	for (i = 0; i < LOCK_CALLS_SETS; i++) {
		set = &calls->sets[i];
		for (way = 0; way < LOCK_CALLS_WAYS; way++) {
			tag = DT_LOAD_ACQUIRE(&set->states[way]);
			if (tag >= TAGS && DT_READ_ONCE(set->calls[way].function) == function &&
			    claim(&set->states[way], tag))
				DT_STORE_RELEASE(&set->states[way], FREE);
		}
	}
}

struct lock_calls *lock_calls_create(void)
{
	return os_alloc(sizeof(struct lock_calls));
}

void lock_calls_destroy(struct lock_calls *calls)
{
	os_free(calls);
}

unsigned int lock_calls_used(const struct lock_calls *calls)
{
	unsigned int i, way, used = 0;

	for (i = 0; i < LOCK_CALLS_SETS; i++) {
		for (way = 0; way < LOCK_CALLS_WAYS; way++)
			used += DT_READ_ONCE(calls->sets[i].states[way]) != FREE;
	}
	return used;
}

unsigned long lock_calls_full(const struct lock_calls *calls)
{
	return DT_READ_ONCE(calls->full);
}
