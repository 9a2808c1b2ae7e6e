/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dynvar.c - the dynamic variable space: hash chains of chunks, and the lists that chunks travel on (vars_impl.h has
 * the theory). */
#include "base/bits.h"
#include "base/memory.h"
#include "core/dif/vars_impl.h"
#include "core/framework/framework.h"

#define CHUNK_MIN     64u
#define RECLAIM_BATCH 64u /* chunks that the cleaner looks at in one stretch with interrupts off */

/* ---- lists ----------------------------------------------------------------------------------- */

/* Put the chain first..last on a list. */
DT_PROBE_INLINE void list_push(struct dt_chunk **list, struct dt_chunk *first, struct dt_chunk *last)
{
	struct dt_chunk *head = __atomic_load_n(list, __ATOMIC_RELAXED);

	do {
		__atomic_store_n(&last->list_next, head, __ATOMIC_RELAXED);
	} while (!__atomic_compare_exchange_n(list, &head, first, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

/*
 * Take one. The head cannot have gone and come back in between: a chunk taken from a free list
 * returns to it only after os_sync(), that is after this firing.
 */
DT_PROBE_INLINE struct dt_chunk *list_pop(struct dt_chunk **list)
{
	struct dt_chunk *head = __atomic_load_n(list, __ATOMIC_ACQUIRE);
	struct dt_chunk *next;

	while (head) {
		next = __atomic_load_n(&head->list_next, __ATOMIC_RELAXED);
		if (__atomic_compare_exchange_n(list, &head, next, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
			break;
	}
	return head;
}

DT_PROBE_INLINE struct dt_chunk *list_take_all(struct dt_chunk **list)
{
	if (!__atomic_load_n(list, __ATOMIC_RELAXED))
		return NULL;
	return __atomic_exchange_n(list, NULL, __ATOMIC_ACQ_REL);
}

/* How many chunks have no value and wait for the cleaner. */
DT_PROBE_CTX static unsigned long chunks_idle(const struct dt_dyn *dyn)
{
	unsigned long count = 0 - __atomic_load_n(&dyn->reclaimed, __ATOMIC_RELAXED);
	unsigned int at;

	for (at = 0; at < dyn->cpu_count; at++)
		count += __atomic_load_n(&dyn->cpus[at].emptied, __ATOMIC_RELAXED);
	return count;
}

/*
 * A free chunk: this CPU's own first, then the others', so that one busy CPU can use the whole
 * space. NULL: counted as a drop.
 */
DT_PROBE_CTX static struct dt_chunk *chunk_alloc(struct dt_dyn *dyn, unsigned int cpu)
{
	struct dt_dyn_cpu *own = &dyn->cpus[cpu];
	struct dt_chunk *chunk = list_pop(&own->free);
	bool dirty = false;
	bool rinsing = false;
	unsigned int at;

	for (at = 0; !chunk && at < dyn->cpu_count; at++)
		chunk = list_pop(&dyn->cpus[at].free);
	if (DT_LIKELY(chunk))
		return chunk;
	for (at = 0; at < dyn->cpu_count; at++) {
		dirty = dirty || __atomic_load_n(&dyn->cpus[at].dirty, __ATOMIC_RELAXED);
		rinsing = rinsing || __atomic_load_n(&dyn->cpus[at].rinsing, __ATOMIC_RELAXED);
	}
	if (dirty || chunks_idle(dyn))
		own->dropped_dirty++;
	else if (rinsing)
		own->dropped_rinsing++;
	else
		own->dropped++;
	return NULL;
}

/* ---- the hash -------------------------------------------------------------------------------- */

DT_PROBE_INLINE bool chunk_is(const struct dt_chunk *chunk, const uint64_t *key, uint32_t key_size, uint32_t hash)
{
	uint32_t at;

	if (chunk->hash != hash || chunk->key_size != key_size)
		return false;
	for (at = 0; at < key_size / 8; at++)
		if (chunk->key[at] != key[at])
			return false;
	return true;
}

DT_PROBE_INLINE struct dt_chunk *chain_find(const struct dt_bucket *bucket, const uint64_t *key, uint32_t key_size,
					    uint32_t hash)
{
	struct dt_chunk *chunk = DT_LOAD_ACQUIRE(&bucket->head);

	while (chunk && !chunk_is(chunk, key, key_size, hash))
		chunk = DT_LOAD_ACQUIRE(&chunk->next);
	return chunk;
}

/* Held for one search and one link, by a CPU that nothing can interrupt for another firing: spinning ends. */
DT_PROBE_INLINE void bucket_lock(struct dt_bucket *bucket)
{
	while (__atomic_exchange_n(&bucket->lock, 1, __ATOMIC_ACQUIRE))
		while (__atomic_load_n(&bucket->lock, __ATOMIC_RELAXED))
			__asm__ __volatile__("" : : : "memory");
}

DT_PROBE_INLINE void bucket_unlock(struct dt_bucket *bucket)
{
	DT_STORE_RELEASE(&bucket->lock, 0);
}

DT_PROBE_CTX void *dt_dyn_find(const struct dt_dyn *dyn, const uint64_t *key, uint32_t key_size, uint32_t hash)
{
	struct dt_chunk *chunk = chain_find(dt_dyn_bucket(dyn, hash), key, key_size, hash);

	return chunk ? dt_dyn_value(dyn, chunk) : NULL;
}

/* A chunk for a key that is not there: filled, then linked. The bucket is locked. */
DT_PROBE_CTX static struct dt_chunk *chunk_make(struct dt_dyn *dyn, unsigned int cpu, struct dt_bucket *bucket,
						const uint64_t *key, uint32_t key_size, uint32_t hash)
{
	struct dt_chunk *chunk = chunk_alloc(dyn, cpu);

	if (!chunk)
		return NULL;
	chunk->hash = hash;
	chunk->key_size = key_size;
	chunk->life = DT_CHUNK_VALUE;
	dt_memcpy(chunk->key, key, key_size);
	dt_memset(dt_dyn_value(dyn, chunk), 0, dyn->value_room);
	chunk->next = bucket->head;
	DT_STORE_RELEASE(&bucket->head, chunk);
	return chunk;
}

DT_PROBE_CTX void *dt_dyn_get(struct dt_dyn *dyn, unsigned int cpu, const uint64_t *key, uint32_t key_size,
			      uint32_t hash)
{
	struct dt_bucket *bucket = dt_dyn_bucket(dyn, hash);
	struct dt_chunk *chunk = chain_find(bucket, key, key_size, hash);

	if (chunk)
		return dt_dyn_value(dyn, chunk);
	if (DT_UNLIKELY(key_size > dyn->key_room)) {
		dyn->cpus[cpu].dropped++;
		return NULL;
	}
	bucket_lock(bucket);
	chunk = chain_find(bucket, key, key_size, hash);
	if (!chunk)
		chunk = chunk_make(dyn, cpu, bucket, key, key_size, hash);
	bucket_unlock(bucket);
	return chunk ? dt_dyn_value(dyn, chunk) : NULL;
}

DT_PROBE_CTX void dt_dyn_free(struct dt_dyn *dyn, unsigned int cpu, const uint64_t *key, uint32_t key_size,
			      uint32_t hash)
{
	struct dt_bucket *bucket = dt_dyn_bucket(dyn, hash);
	struct dt_chunk **link = &bucket->head;
	struct dt_chunk *chunk;

	if (!chain_find(bucket, key, key_size, hash))
		return;
	bucket_lock(bucket);
	chunk = *link;
	while (chunk && !chunk_is(chunk, key, key_size, hash)) {
		link = &chunk->next;
		chunk = *link;
	}
	if (chunk)
		DT_STORE_RELEASE(link, chunk->next);
	bucket_unlock(bucket);
	if (chunk)
		list_push(&dyn->cpus[cpu].dirty, chunk, chunk);
}

/* ---- variables of the thread that fires ------------------------------------------------------ */

DT_PROBE_INLINE bool life_change(struct dt_chunk *chunk, uint32_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&chunk->life, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

DT_PROBE_CTX struct dt_chunk *dt_dyn_own_find(const struct dt_dyn *dyn, const uint64_t *key, uint32_t key_size,
					      uint32_t hash)
{
	return chain_find(dt_dyn_bucket(dyn, hash), key, key_size, hash);
}

DT_PROBE_CTX void *dt_dyn_own_set(struct dt_dyn *dyn, unsigned int cpu, struct dt_chunk *chunk)
{
	uint64_t *value = dt_dyn_value(dyn, chunk);

	if (__atomic_load_n(&chunk->life, __ATOMIC_RELAXED) & DT_CHUNK_VALUE)
		return value;
	if (!dt_dyn_own_revive(dyn, cpu, chunk))
		return NULL;
	*value = 0;
	if (dyn->value_room > sizeof(*value))
		dt_memset(value + 1, 0, dyn->value_room - sizeof(*value));
	return value;
}

DT_PROBE_CTX struct dt_chunk *dt_dyn_own_make(struct dt_dyn *dyn, unsigned int cpu, const uint64_t *key,
					      uint32_t key_size, uint32_t hash)
{
	struct dt_bucket *bucket = dt_dyn_bucket(dyn, hash);
	struct dt_chunk *chunk;

	if (DT_UNLIKELY(key_size > dyn->key_room)) {
		dyn->cpus[cpu].dropped++;
		return NULL;
	}
	bucket_lock(bucket);
	chunk = chain_find(bucket, key, key_size, hash);
	if (chunk)
		dt_dyn_own_set(dyn, cpu, chunk);
	else
		chunk = chunk_make(dyn, cpu, bucket, key, key_size, hash);
	bucket_unlock(bucket);
	return chunk;
}

/* Of two that make it lose its value at once, one has lost it, and only that one may put the chunk on a list. */
DT_PROBE_CTX DT_BY_NAME void dt_dyn_own_clear(struct dt_dyn *dyn, unsigned int cpu, struct dt_chunk *chunk)
{
	uint32_t life = __atomic_load_n(&chunk->life, __ATOMIC_RELAXED);

	do {
		if (!(life & DT_CHUNK_VALUE))
			return;
	} while (!__atomic_compare_exchange_n(&chunk->life, &life, DT_CHUNK_LISTED, false, __ATOMIC_ACQ_REL,
					      __ATOMIC_RELAXED));
	dyn->cpus[cpu].emptied++;
	if (!(life & DT_CHUNK_LISTED))
		list_push(&dyn->cpus[cpu].idle, chunk, chunk);
}

/* ---- the space ------------------------------------------------------------------------------- */

/* Buckets are the power of two at or below the number of chunks: chains stay about one or two long. */
static uint32_t buckets_for(uint64_t chunks)
{
	return 1u << (dt_bits(DT_MIN(chunks, 1u << 24)) - 1);
}

/* Hand the chunks out evenly, each CPU a stretch of its own. */
static void spread_chunks(struct dt_dyn *dyn)
{
	uint8_t *at = (uint8_t *)(dyn->buckets + dyn->bucket_mask + 1);
	uint32_t count;
	struct dt_chunk *chunk;

	for (count = 0; count < dyn->chunk_count; count++) {
		chunk = (struct dt_chunk *)(void *)(at + (size_t)count * dyn->chunk_size);
		list_push(&dyn->cpus[(uint64_t)count * dyn->cpu_count / dyn->chunk_count].free, chunk, chunk);
	}
}

int dt_dyn_init(struct dt_dyn *dyn, size_t size, uint32_t key_room, uint32_t value_room)
{
	uint64_t chunks;
	uint32_t buckets;

	dyn->key_room = DT_ROUNDUP(key_room, 8u);
	dyn->value_room = DT_ROUNDUP(DT_MAX(value_room, 8u), 8u);
	dyn->chunk_size = (uint32_t)sizeof(struct dt_chunk) + dyn->key_room + dyn->value_room;
	dyn->chunk_size = DT_ROUNDUP(DT_MAX(dyn->chunk_size, CHUNK_MIN), 8u);
	dyn->cpu_count = os_cpu_count();
	/* room for at least one chunk */
	size = DT_MAX(size, dyn->chunk_size + sizeof(struct dt_bucket));
	chunks = size / (dyn->chunk_size + sizeof(struct dt_bucket));
	buckets = buckets_for(chunks);
	dyn->bucket_mask = buckets - 1;
	dyn->base = os_alloc(size);
	dyn->cpus_memory = os_alloc((dyn->cpu_count + 1) * sizeof(struct dt_dyn_cpu));
	if (!dyn->base || !dyn->cpus_memory) {
		dt_dyn_fini(dyn);
		return -OS_ENOMEM;
	}
	dyn->cpus = (struct dt_dyn_cpu *)DT_ROUNDUP((uintptr_t)dyn->cpus_memory, (uintptr_t)64);
	dyn->buckets = (struct dt_bucket *)(void *)dyn->base;
	chunks = (size - buckets * sizeof(struct dt_bucket)) / dyn->chunk_size;
	dyn->chunk_count = (uint32_t)DT_MIN(chunks, UINT32_MAX);
	spread_chunks(dyn);
	DT_STORE_RELEASE(&dyn->size, size);
	return 0;
}

void dt_dyn_fini(struct dt_dyn *dyn)
{
	os_free(dyn->base);
	os_free(dyn->cpus_memory);
	dt_memset(dyn, 0, sizeof(*dyn));
}

/* Put a whole rinsing list back to the free one. */
static void rinse_done(struct dt_dyn_cpu *cpu)
{
	struct dt_chunk *first = cpu->rinsing;
	struct dt_chunk *last = first;

	if (!first)
		return;
	while (last->list_next)
		last = last->list_next;
	__atomic_store_n(&cpu->rinsing, NULL, __ATOMIC_RELAXED);
	list_push(&cpu->free, first, last);
}

/* What the cleaner does with an idle list. */
struct reclaim {
	struct dt_dyn *dyn;
	struct dt_chunk *idle;   /* still to be looked at */
	struct dt_chunk **dirty; /* where chunks without a value go */
};

/* Take a chunk out of its chain if it has no value. Firings are kept out. */
static bool chunk_unlink(struct dt_dyn *dyn, struct dt_chunk *chunk)
{
	struct dt_bucket *bucket = dt_dyn_bucket(dyn, chunk->hash);
	struct dt_chunk **link = &bucket->head;
	bool gone;

	bucket_lock(bucket);
	gone = life_change(chunk, DT_CHUNK_LISTED, DT_CHUNK_GONE);
	if (gone) {
		while (*link != chunk)
			link = &(*link)->next;
		DT_STORE_RELEASE(link, chunk->next);
	}
	bucket_unlock(bucket);
	return gone;
}

/* One batch: chunks with a value leave the list, those without one leave their chain, too. */
static void reclaim_some(void *arg)
{
	struct reclaim *reclaim = arg;
	struct dt_chunk *chunk;
	unsigned int count;

	for (count = 0; count < RECLAIM_BATCH && reclaim->idle; count++) {
		chunk = reclaim->idle;
		/* its thread may put it on a list again as soon as it is on none */
		reclaim->idle = chunk->list_next;
		while (!life_change(chunk, DT_CHUNK_LISTED | DT_CHUNK_VALUE, DT_CHUNK_VALUE)) {
			if (!chunk_unlink(reclaim->dyn, chunk))
				continue;
			__atomic_store_n(&reclaim->dyn->reclaimed, reclaim->dyn->reclaimed + 1, __ATOMIC_RELAXED);
			list_push(reclaim->dirty, chunk, chunk);
			break;
		}
	}
}

static void reclaim_idle(struct dt_dyn *dyn)
{
	struct reclaim reclaim = { .dyn = dyn };
	unsigned int at;

	for (at = 0; at < dyn->cpu_count; at++) {
		reclaim.idle = list_take_all(&dyn->cpus[at].idle);
		reclaim.dirty = &dyn->cpus[at].dirty;
		while (reclaim.idle)
			dt_framework_quiet(reclaim_some, &reclaim);
	}
}

void dt_dyn_clean(struct dt_dyn *dyn)
{
	bool work = false;
	unsigned int at;

	reclaim_idle(dyn);
	for (at = 0; at < dyn->cpu_count; at++) {
		__atomic_store_n(&dyn->cpus[at].rinsing, list_take_all(&dyn->cpus[at].dirty), __ATOMIC_RELAXED);
		work = work || dyn->cpus[at].rinsing;
	}
	if (!work)
		return;
	os_sync();
	for (at = 0; at < dyn->cpu_count; at++)
		rinse_done(&dyn->cpus[at]);
}

void dt_dyn_drops(const struct dt_dyn *dyn, struct dt_vars_drops *ret)
{
	unsigned int at;

	for (at = 0; at < dyn->cpu_count; at++) {
		ret->dropped += dyn->cpus[at].dropped;
		ret->rinsing += dyn->cpus[at].dropped_rinsing;
		ret->dirty += dyn->cpus[at].dropped_dirty;
	}
}
