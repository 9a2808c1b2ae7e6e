/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stash.c - see stash.h. */
#include "providers/derived/stash.h"

#include <dtrace/compiler.h>

#include "os/os.h"

enum { FREE, BUSY, TAGS };

struct entry {
	uint64_t thread, sp;
	const void *place;
	uint64_t words[STASH_WORDS];
};

struct set {
	uint32_t states[STASH_WAYS];
	struct entry entries[STASH_WAYS];
};

struct stash {
	unsigned long full;
	struct set sets[STASH_SETS];
};

DT_PROBE_INLINE uint32_t mix(uint64_t word)
{
	return (uint32_t)(word ^ word >> 32) * 0x9e3779b1u;
}

DT_PROBE_INLINE struct set *set_of(struct stash *stash, const struct stash_key *key)
{
	return &stash->sets[mix(key->thread) >> 16 & (STASH_SETS - 1)];
}

DT_PROBE_INLINE uint32_t tag_of(const struct stash_key *key)
{
	uint32_t tag = mix(key->sp + (uint64_t)(uintptr_t)key->place) ^ (uint32_t)key->thread;

	return tag < TAGS ? tag + TAGS : tag;
}

DT_PROBE_INLINE bool is_key(const struct entry *entry, const struct stash_key *key)
{
	return DT_READ_ONCE(entry->sp) == key->sp && DT_READ_ONCE(entry->place) == key->place &&
	       DT_READ_ONCE(entry->thread) == key->thread;
}

/* The way that has it; STASH_WAYS: none. */
DT_PROBE_INLINE unsigned int find(const struct set *set, const struct stash_key *key, uint32_t tag)
{
	unsigned int way;

	for (way = 0; way < STASH_WAYS; way++) {
		if (DT_LOAD_ACQUIRE(&set->states[way]) == tag && is_key(&set->entries[way], key))
			break;
	}
	return way;
}

DT_PROBE_INLINE bool claim(uint32_t *state, uint32_t from)
{
	return __atomic_compare_exchange_n(state, &from, BUSY, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

DT_PROBE_INLINE unsigned int claim_free(struct set *set)
{
	unsigned int way;

	for (way = 0; way < STASH_WAYS; way++) {
		if (DT_READ_ONCE(set->states[way]) == FREE && claim(&set->states[way], FREE))
			break;
	}
	return way;
}

/* The stack grows down: a deeper call of this thread is over. */
DT_PROBE_INLINE unsigned int claim_left(struct set *set, const struct stash_key *key)
{
	const struct entry *entry;
	unsigned int way;
	uint32_t tag;

	for (way = 0; way < STASH_WAYS; way++) {
		entry = &set->entries[way];
		tag = DT_LOAD_ACQUIRE(&set->states[way]);
		if (tag >= TAGS && DT_READ_ONCE(entry->thread) == key->thread && DT_READ_ONCE(entry->sp) < key->sp &&
		    claim(&set->states[way], tag))
			break;
	}
	return way;
}

DT_PROBE_CTX bool stash_put(struct stash *stash, const struct stash_key *key, const uint64_t *words)
{
	struct set *set = set_of(stash, key);
	uint32_t tag = tag_of(key);
	struct entry *entry;
	unsigned int way, i;

	way = find(set, key, tag);
	if (way == STASH_WAYS)
		way = claim_free(set);
	if (way == STASH_WAYS)
		way = claim_left(set, key);
	if (way == STASH_WAYS) {
		__atomic_fetch_add(&stash->full, 1, __ATOMIC_RELAXED);
		return false;
	}
	entry = &set->entries[way];
	entry->thread = key->thread;
	entry->sp = key->sp;
	entry->place = key->place;
	for (i = 0; i < STASH_WORDS; i++)
		entry->words[i] = words[i];
	DT_STORE_RELEASE(&set->states[way], tag);
	return true;
}

DT_PROBE_CTX bool stash_take(struct stash *stash, const struct stash_key *key, uint64_t *words)
{
	struct set *set = set_of(stash, key);
	unsigned int way = find(set, key, tag_of(key)), i;

	if (way == STASH_WAYS)
		return false;
	for (i = 0; i < STASH_WORDS; i++)
		words[i] = set->entries[way].words[i];
	DT_STORE_RELEASE(&set->states[way], FREE);
	return true;
}

void stash_forget(struct stash *stash, const void *place)
{
	unsigned int i, way;
	struct set *set;
	uint32_t tag;

	for (i = 0; i < STASH_SETS; i++) {
		set = &stash->sets[i];
		for (way = 0; way < STASH_WAYS; way++) {
			tag = DT_LOAD_ACQUIRE(&set->states[way]);
			if (tag >= TAGS && DT_READ_ONCE(set->entries[way].place) == place &&
			    claim(&set->states[way], tag))
				DT_STORE_RELEASE(&set->states[way], FREE);
		}
	}
}

struct stash *stash_create(void)
{
	return os_alloc(sizeof(struct stash));
}

void stash_destroy(struct stash *stash)
{
	os_free(stash);
}

unsigned int stash_used(const struct stash *stash)
{
	unsigned int i, way, used = 0;

	for (i = 0; i < STASH_SETS; i++) {
		for (way = 0; way < STASH_WAYS; way++)
			used += DT_READ_ONCE(stash->sets[i].states[way]) != FREE;
	}
	return used;
}

uint64_t stash_full(const struct stash *stash)
{
	return DT_READ_ONCE(stash->full);
}
