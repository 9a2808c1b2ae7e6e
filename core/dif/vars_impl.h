/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * vars_impl.h - variables as the DIF machine sees them in a firing, and the structures of vars.h.
 *
 * Statics (globals and clause-locals). A slot is found by scope and id in a table of pointers. The
 * slots themselves and their data never move; the table is replaced as a whole when it grows,
 * published with release. By-value variables are 8 bytes. By-reference ones (strings, structs) are
 * a word, NULL or not, and then the data:
 *
 *      data -> +-------------------+-----------------------------+
 *              | 0, or STATIC_NULL | the string or struct itself |     reading gives its address, or 0
 *              +-------------------+-----------------------------+
 *
 * Data of one declaration is in one region, for clause-locals once per CPU (`stride` bytes apart,
 * so that CPUs do not share lines).
 *
 * Dynamic variables. The space is cut into buckets and equal chunks:
 *
 *      base -> | bucket | bucket | ... | chunk | chunk | chunk ...                    | <- base + size
 *      chunk   | next, list_next, hash, key_size, life | key, key_room bytes | value |
 *
 * A chunk is in exactly one of these places:
 *
 *      +--> free (per CPU) --store--> hash chain --store of 0--> dirty (per CPU) --clean--> rinsing --os_sync--+
 *      +-------------------------------------------------------------------------------------------------------+
 *
 * Readers walk a chain without a lock: a chunk that they may still hold keeps its `next` and its contents until
 * os_sync() has seen the end of their firing, because it goes back to a free list only after it. The same makes the
 * free lists' compare-and-swap safe against a head that came, went and came again. Writers hold the bucket's lock, in
 * probe context only: a nested firing on the same CPU is never run, so the holder always gets on. Lists and counters
 * that the cleaner touches are lock-free: it runs in process context and must never hold what a firing on its own CPU
 * waits for, unless it keeps firings out (dt_framework_quiet()).
 *
 * Variables of a thread have one user at a time: the thread is on one CPU, and a firing there is not interrupted by
 * another one. (But for an exec(): a thread takes over the key of its process's leader, whose last firing may still go
 * on. Then a value may be either's, and the lists stay whole.) Most are set and made 0 again and again, so their chunks
 * stay in the chain without a value, which takes neither the bucket's lock nor a free list. Such a chunk is also on the
 * idle list of the CPU where it lost its value; `life` says what of this is true:
 *
 *      VALUE -----store of 0-----> LISTED ----------clean----------> GONE: out of the chain, rinsing
 *        ^                          |  ^
 *        |                    store |  | store of 0
 *        |                          v  |
 *        +----------clean------ VALUE | LISTED
 *
 * All are compare-and-swaps: a value that is stored while the cleaner is at the chunk either keeps it in the chain, or
 * is stored in a new one.
 */
#ifndef CORE_VARS_IMPL_H
#define CORE_VARS_IMPL_H

#include "core/dif/vars.h"
#include "os/os.h"

#define DT_STATIC_NULL                1u /* first word of a by-reference static that holds NULL */

/* Header of a key: id, scope and number of tuple entries in one word; then the thread key when scope is thread; then
 * the entries. */
#define DT_KEY_HEAD(id, scope, count) ((uint64_t)(id) | (uint64_t)(scope) << 32 | (uint64_t)(count) << 40)

/* One variable. Constant once published, its data excepted. */
struct dt_var {
	struct dtrace_diftype type;
	uint32_t id;
	uint8_t kind;  /* enum dif_var_kind */
	uint8_t scope; /* enum dif_var_scope */
	bool by_ref;
	bool pending;    /* declared, and neither kept nor forgotten */
	uint32_t size;   /* by reference: bytes of the data (after start), else 8 */
	uint32_t offset; /* statics: in the region */
	uint8_t *data;   /* statics: of CPU 0, NULL before start */
	uint32_t stride; /* statics: from one CPU's data to the next one's; globals: 0 */
};

/* Variables of one scope by id - DIF_VAR_USER_MIN. Replaced, never changed in size. */
struct dt_var_table {
	uint32_t count;
	struct dt_var *vars[];
};

/* Data of statics, allocated together. */
struct dt_var_region {
	uint8_t *base;
	size_t size;                /* bytes, all CPUs together */
	struct dt_var_region *next; /* published with release; the newest first */
};

struct dt_chunk {
	struct dt_chunk *next;      /* in the bucket's chain */
	struct dt_chunk *list_next; /* on a free, idle, dirty or rinsing list */
	uint32_t hash;
	uint32_t key_size;
	uint32_t life; /* enum dt_chunk_life; of no meaning when it is no thread's variable */
	uint32_t pad;
	uint64_t key[]; /* key_room bytes, then the value */
};

/* Bits of dt_chunk.life. */
enum dt_chunk_life {
	DT_CHUNK_GONE = 0,
	DT_CHUNK_VALUE = 1,
	DT_CHUNK_LISTED = 2, /* on an idle list */
};

struct dt_bucket {
	struct dt_chunk *head; /* written under the lock, read without */
	uintptr_t lock;        /* 0 or 1 */
};

struct dt_dyn_cpu {
	struct dt_chunk *free;
	struct dt_chunk *idle; /* threads' variables that lost their value here; some may have one again */
	struct dt_chunk *dirty;
	struct dt_chunk *rinsing; /* the cleaner's own; others only look whether it is empty */
	uint64_t dropped;         /* this CPU's own */
	uint64_t dropped_rinsing;
	uint64_t dropped_dirty;
	unsigned long emptied; /* this CPU's own: values lost, less values stored in chunks without one */
} DT_ALIGNED(64);

struct dt_dyn {
	uint8_t *base;
	size_t size; /* 0 until all else is set: published with release */
	struct dt_bucket *buckets;
	uint32_t bucket_mask;
	uint32_t chunk_size;
	uint32_t key_room; /* bytes */
	uint32_t value_room;
	uint32_t chunk_count;
	unsigned int cpu_count;
	unsigned long reclaimed; /* the cleaner's own: chunks without a value that it took out of their chains */
	struct dt_dyn_cpu *cpus; /* aligned inside cpus_memory */
	void *cpus_memory;
};

/* The sizes that declarations need in a chunk. */
struct dt_dyn_need {
	uint32_t key_fixed;   /* bytes of the largest key, strings of default size not counted */
	uint32_t key_strings; /* most strings of default size in one key */
	uint32_t value_fixed;
	bool value_string;
};

struct dt_vars {
	struct os_mutex lock;           /* declare, start, clean, destroy */
	struct dt_var_table *tables[3]; /* by scope; replaced under lock */
	struct dt_var_region *regions;
	struct dt_var_region *kept_regions; /* the newest one of what dt_vars_keep() kept */
	struct dt_dyn_need kept_need;       /* likewise: what those declarations ask of a chunk */
	struct dt_dyn dyn;
	struct dt_dyn_need need;
	uint32_t strsize;
	size_t dynvarsize;
	bool started;
	char empty_string[8]; /* the value of a dynamic string that was never set */
};

/*
 * dt_vars_find - the variable of a validated and declared object; NULL when nobody declared it.
 * Context: probe context.
 */
DT_PROBE_INLINE const struct dt_var *dt_vars_find(const struct dt_vars *vars, unsigned int scope, uint32_t id)
{
	const struct dt_var_table *table = DT_LOAD_ACQUIRE(&vars->tables[scope]);
	uint32_t index = id - DIF_VAR_USER_MIN;

	if (DT_UNLIKELY(!table || index >= table->count))
		return NULL;
	return table->vars[index];
}

/* dt_vars_owned - bytes of variable memory that begin at @addr; 0 when it is none of ours. Context: probe context. */
size_t dt_vars_owned(const struct dt_vars *vars, uint64_t addr);

/*
 * dt_vars_writable - whether @size bytes at @addr are in the data of one region of statics or in
 * one chunk's value.
 * context: probe context.
 */
bool dt_vars_writable(const struct dt_vars *vars, uint64_t addr, uint64_t size);

/*
 * dt_dyn_hash - of a key; dt_dyn_hash_step - with one word more; dt_dyn_hash_head - with the first word, which is the
 * variable: it goes where the next one has the thread's age, and need not be mixed alone. Context: probe context.
 */
DT_PROBE_INLINE uint64_t dt_dyn_hash_head(uint64_t head)
{
	return head << 32 | head >> 32;
}

DT_PROBE_INLINE uint64_t dt_dyn_hash_step(uint64_t state, uint64_t word)
{
	state = (state ^ word) * 0x9e3779b97f4a7c15ull;
	return state ^ state >> 32;
}

DT_PROBE_INLINE uint32_t dt_dyn_hash(const uint64_t *key, uint32_t key_size)
{
	const uint64_t *end = key + key_size / 8;
	uint64_t state = dt_dyn_hash_head(*key++);

	if (key == end)
		return (uint32_t)dt_dyn_hash_step(state, 0);
	do {
		state = dt_dyn_hash_step(state, *key++);
	} while (key != end);
	return (uint32_t)state;
}

/*
 * dt_dyn_find - the value under a key.
 * args:    @key @key_size bytes, a multiple of 8, padding zero; @hash its dt_dyn_hash().
 * return:  the value's memory, value_room bytes, 8-aligned; NULL when there is none. Valid until this firing ends.
 * context: probe context.
 */
void *dt_dyn_find(const struct dt_dyn *dyn, const uint64_t *key, uint32_t key_size, uint32_t hash);

/*
 * dt_dyn_get - the same, made (value all zero) when there is none.
 * return:  NULL when there was no room: counted.
 */
void *dt_dyn_get(struct dt_dyn *dyn, unsigned int cpu, const uint64_t *key, uint32_t key_size, uint32_t hash);

/* dt_dyn_free - take the key away, if it is there. Context: probe context. */
void dt_dyn_free(struct dt_dyn *dyn, unsigned int cpu, const uint64_t *key, uint32_t key_size, uint32_t hash);

/*
 * Variables of the thread that fires. Their keys are used with these functions alone.
 *
 * dt_dyn_own_find - the chunk under a key, whether it has a value or not; NULL when there is none.
 * dt_dyn_own_scalar - the same for the key @head, @thread, which is that of a scalar.
 * dt_dyn_own_make - a chunk with a value for a key that has none, or one that is gone; the value is all zero. NULL when
 *          there was no room: counted.
 * dt_dyn_own_get - the chunk's value, NULL while it has none.
 * dt_dyn_own_revive - whether it has a value from now on: one that it did not have is not zeroed. False: the chunk is
 *          gone, another one must be made.
 * dt_dyn_own_set - the same: memory for its value, all zero if it had none, or NULL.
 * dt_dyn_own_clear - from now on it has no value.
 * args:    @key as dt_dyn_find; @chunk of this firing.
 * context: probe context, in a firing of that thread.
 */
struct dt_chunk *dt_dyn_own_find(const struct dt_dyn *dyn, const uint64_t *key, uint32_t key_size, uint32_t hash);
struct dt_chunk *dt_dyn_own_make(struct dt_dyn *dyn, unsigned int cpu, const uint64_t *key, uint32_t key_size,
				 uint32_t hash);
void *dt_dyn_own_set(struct dt_dyn *dyn, unsigned int cpu, struct dt_chunk *chunk);
DT_BY_NAME void dt_dyn_own_clear(struct dt_dyn *dyn, unsigned int cpu, struct dt_chunk *chunk);

/* dt_dyn_value - where a chunk's value is; dt_dyn_bucket - where its chain begins. */
DT_PROBE_INLINE void *dt_dyn_value(const struct dt_dyn *dyn, struct dt_chunk *chunk)
{
	return (uint8_t *)chunk->key + dyn->key_room;
}

DT_PROBE_INLINE struct dt_bucket *dt_dyn_bucket(const struct dt_dyn *dyn, uint32_t hash)
{
	return &dyn->buckets[hash & dyn->bucket_mask];
}

DT_PROBE_INLINE struct dt_chunk *dt_dyn_own_scalar(const struct dt_dyn *dyn, uint64_t head, uint64_t thread)
{
	uint32_t hash = (uint32_t)dt_dyn_hash_step(dt_dyn_hash_head(head), thread);
	struct dt_chunk *chunk = DT_LOAD_ACQUIRE(&dt_dyn_bucket(dyn, hash)->head);

	while (chunk && (chunk->key[1] != thread || chunk->key[0] != head || chunk->key_size != 2 * sizeof(head)))
		chunk = DT_LOAD_ACQUIRE(&chunk->next);
	return chunk;
}

DT_PROBE_INLINE bool dt_dyn_own_revive(struct dt_dyn *dyn, unsigned int cpu, struct dt_chunk *chunk)
{
	uint32_t listed = DT_CHUNK_LISTED;

	if (__atomic_load_n(&chunk->life, __ATOMIC_RELAXED) & DT_CHUNK_VALUE)
		return true;
	if (!__atomic_compare_exchange_n(&chunk->life, &listed, DT_CHUNK_LISTED | DT_CHUNK_VALUE, false,
					 __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return false;
	dyn->cpus[cpu].emptied--;
	return true;
}

DT_PROBE_INLINE void *dt_dyn_own_get(const struct dt_dyn *dyn, struct dt_chunk *chunk)
{
	if (!(__atomic_load_n(&chunk->life, __ATOMIC_RELAXED) & DT_CHUNK_VALUE))
		return NULL;
	return dt_dyn_value(dyn, chunk);
}

/* dt_dyn_init / dt_dyn_fini - the space; init: 0 or -OS_ENOMEM, also when not one chunk fits. Context: process. */
int dt_dyn_init(struct dt_dyn *dyn, size_t size, uint32_t key_room, uint32_t value_room);
void dt_dyn_fini(struct dt_dyn *dyn);

/* dt_dyn_clean / dt_dyn_drops - see dt_vars_clean, dt_vars_drops. Context: process, serialised by the caller. */
void dt_dyn_clean(struct dt_dyn *dyn);
void dt_dyn_drops(const struct dt_dyn *dyn, struct dt_vars_drops *ret);

#endif
