/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_dynvar.c - the dynamic variable space: chunks, lists, losses by kind, and several CPUs at once. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/dif/vars_impl.h"
#include "core/framework/framework.h"
#include "fake_os.h"

static struct dt_dyn dyn;

static int begin(void **state)
{
	fake_os_reset();
	memset(&dyn, 0, sizeof(dyn));
	return dt_framework_init();
}

static int end(void **state)
{
	dt_dyn_fini(&dyn);
	dt_framework_fini();
	assert_int_equal(fake_os.allocs, 0);
	return 0;
}

static uint64_t *find(uint64_t key)
{
	return dt_dyn_find(&dyn, &key, 8, dt_dyn_hash(&key, 8));
}

static uint64_t *get(unsigned int cpu, uint64_t key)
{
	return dt_dyn_get(&dyn, cpu, &key, 8, dt_dyn_hash(&key, 8));
}

static void drop(unsigned int cpu, uint64_t key)
{
	dt_dyn_free(&dyn, cpu, &key, 8, dt_dyn_hash(&key, 8));
}

static void assert_drops(uint64_t dropped, uint64_t rinsing, uint64_t dirty)
{
	struct dt_vars_drops drops = { 0, 0, 0 };

	dt_dyn_drops(&dyn, &drops);
	assert_int_equal(drops.dropped, dropped);
	assert_int_equal(drops.rinsing, rinsing);
	assert_int_equal(drops.dirty, dirty);
}

static void test_sizes(void **state)
{
	assert_int_equal(dt_dyn_init(&dyn, 0, 8, 8), 0);
	assert_int_equal(dyn.chunk_count, 1);
	dt_dyn_fini(&dyn);
	assert_int_equal(dt_dyn_init(&dyn, 1 << 20, 24, 13), 0);
	assert_true(dyn.chunk_count > (1 << 20) / (dyn.chunk_size + 2 * sizeof(struct dt_bucket)));
	assert_true((uint64_t)dyn.chunk_count * dyn.chunk_size + (dyn.bucket_mask + 1) * sizeof(struct dt_bucket) <=
		    1 << 20);
	assert_int_equal(dyn.value_room, 16);
	assert_true(dyn.bucket_mask + 1 <= dyn.chunk_count && (dyn.bucket_mask + 1) * 4 >= dyn.chunk_count);
}

static void test_one_cpu(void **state)
{
	assert_int_equal(dt_dyn_init(&dyn, 65536, 8, 8), 0);
	assert_null(find(1));
	*get(0, 1) = 11;
	*get(0, 2) = 22;
	assert_int_equal(*find(1), 11);
	assert_ptr_equal(get(0, 2), find(2));
	drop(0, 3);
	drop(0, 1);
	assert_null(find(1));
	assert_int_equal(*find(2), 22);
	assert_int_equal(*get(0, 1), 0);
}

/* One CPU uses the whole space; each kind of loss has its own count; cleaning gives everything back. */
static void test_exhaustion(void **state)
{
	uint64_t key;

	assert_int_equal(dt_dyn_init(&dyn, 8192, 8, 8), 0);
	for (key = 0; key < dyn.chunk_count; key++)
		assert_non_null(get(1, key));
	assert_null(get(1, key));
	assert_drops(1, 0, 0);
	drop(2, 0);
	assert_null(find(0));
	assert_null(get(1, key));
	assert_drops(1, 0, 1);
	dt_dyn_clean(&dyn);
	assert_int_equal(fake_os.syncs, 1);
	assert_non_null(get(1, key));
	assert_drops(1, 0, 1);
	dt_dyn_clean(&dyn);
	assert_int_equal(fake_os.syncs, 1);
	for (key = 1; key <= dyn.chunk_count; key++)
		drop(key % FAKE_CPUS, key);
	dt_dyn_clean(&dyn);
	for (key = 0; key < dyn.chunk_count; key++)
		assert_non_null(get(3, key));
	assert_drops(1, 0, 1);
}

/* While the cleaner waits for os_sync(), chunks are rinsing: seen from a firing that it waits for. */
static void *cleaner(void *arg)
{
	dt_dyn_clean(&dyn);
	return NULL;
}

static void test_rinsing(void **state)
{
	pthread_t thread;
	uint64_t key;

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 8), 0);
	fake_cpu_take(0);
	for (key = 0; key < dyn.chunk_count; key++)
		get(0, key);
	drop(0, 0);
	assert_int_equal(pthread_create(&thread, NULL, cleaner, NULL), 0);
	while (!__atomic_load_n(&fake_os.syncs, __ATOMIC_ACQUIRE))
		;
	assert_null(get(0, key));
	fake_cpu_leave();
	pthread_join(thread, NULL);
	assert_drops(0, 1, 0);
	assert_non_null(get(0, key));
}

static void test_key_too_large(void **state)
{
	uint64_t key[4] = { 1, 2, 3, 4 };

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 8), 0);
	assert_null(dt_dyn_get(&dyn, 0, key, 32, dt_dyn_hash(key, 32)));
	assert_drops(1, 0, 0);
}

/* A reader is at a chunk while another CPU takes it away: it still gets to the end of the chain. */
static void test_chain_survives_removal(void **state)
{
	uint64_t keys[3] = { 1, 2, 3 };
	struct dt_chunk *chunk;

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 8), 0);
	for (unsigned int i = 0; i < 3; i++)
		*(uint64_t *)dt_dyn_get(&dyn, 0, &keys[i], 8, 0) = keys[i];
	chunk = dyn.buckets[0].head->next;
	assert_int_equal(chunk->key[0], 2);
	dt_dyn_free(&dyn, 0, &keys[1], 8, 0);
	assert_int_equal(chunk->next->key[0], 1);
	assert_int_equal(*(uint64_t *)dt_dyn_find(&dyn, &keys[0], 8, 0), 1);
	assert_int_equal(*(uint64_t *)dt_dyn_find(&dyn, &keys[2], 8, 0), 3);
	assert_null(dt_dyn_find(&dyn, &keys[1], 8, 0));
}

/* ---- variables of a thread ------------------------------------------------------------------- */

static struct dt_chunk *own_find(uint64_t key)
{
	return dt_dyn_own_find(&dyn, &key, 8, dt_dyn_hash(&key, 8));
}

static struct dt_chunk *own_make(unsigned int cpu, uint64_t key)
{
	return dt_dyn_own_make(&dyn, cpu, &key, 8, dt_dyn_hash(&key, 8));
}

/* The value, as a firing of the thread on @cpu sees it: 0 for none. */
static uint64_t own_value(uint64_t key)
{
	struct dt_chunk *chunk = own_find(key);
	const uint64_t *value = chunk ? dt_dyn_own_get(&dyn, chunk) : NULL;

	return value ? *value : 0;
}

/* Store as such a firing does. Returns the chunk, NULL: there was no room. */
static struct dt_chunk *own_store(unsigned int cpu, uint64_t key, uint64_t number)
{
	struct dt_chunk *chunk = own_find(key);
	uint64_t *value = chunk ? dt_dyn_own_set(&dyn, cpu, chunk) : NULL;

	if (!value) {
		chunk = own_make(cpu, key);
		value = chunk ? dt_dyn_own_get(&dyn, chunk) : NULL;
	}
	if (value)
		*value = number;
	return chunk;
}

static void own_clear(unsigned int cpu, uint64_t key)
{
	struct dt_chunk *chunk = own_find(key);

	if (chunk)
		dt_dyn_own_clear(&dyn, cpu, chunk);
}

/* A value that goes and comes takes the same chunk, without what was in it; the cleaner takes empty ones. */
static void test_own(void **state)
{
	struct dt_chunk *chunk;
	uint64_t *value;

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 24), 0);
	assert_null(own_find(5));
	chunk = own_store(0, 5, 55);
	assert_int_equal(own_value(5), 55);
	value = dt_dyn_own_get(&dyn, chunk);
	value[2] = 77;
	own_clear(1, 5);
	assert_int_equal(own_value(5), 0);
	assert_ptr_equal(own_find(5), chunk);
	assert_ptr_equal(dyn.cpus[1].idle, chunk);
	own_clear(0, 5);
	assert_null(dyn.cpus[0].idle);
	value = dt_dyn_own_set(&dyn, 0, chunk);
	assert_int_equal(value[0], 0);
	assert_int_equal(value[1], 0);
	assert_int_equal(value[2], 0);
	*value = 56;
	dt_dyn_clean(&dyn);
	assert_int_equal(fake_os.syncs, 0);
	assert_ptr_equal(own_find(5), chunk);
	assert_int_equal(own_value(5), 56);
	assert_null(dyn.cpus[1].idle);
	own_clear(2, 5);
	assert_ptr_equal(dyn.cpus[2].idle, chunk);
	dt_dyn_clean(&dyn);
	assert_int_equal(fake_os.syncs, 1);
	assert_null(own_find(5));
	assert_null(dt_dyn_own_get(&dyn, chunk));
	assert_null(dt_dyn_own_set(&dyn, 0, chunk));
	dt_dyn_own_clear(&dyn, 0, chunk);
	assert_null(dyn.cpus[0].idle);
	assert_ptr_equal(dyn.cpus[2].free, chunk);
}

/* A chunk in the middle of a chain is taken out of it, and no other. */
static void test_own_chain(void **state)
{
	uint64_t keys[3] = { 1, 2, 3 };

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 8), 0);
	for (unsigned int i = 0; i < 3; i++)
		dt_dyn_own_make(&dyn, 0, &keys[i], 8, 0);
	dt_dyn_own_clear(&dyn, 0, dt_dyn_own_find(&dyn, &keys[1], 8, 0));
	dt_dyn_clean(&dyn);
	assert_non_null(dt_dyn_own_find(&dyn, &keys[0], 8, 0));
	assert_null(dt_dyn_own_find(&dyn, &keys[1], 8, 0));
	assert_non_null(dt_dyn_own_find(&dyn, &keys[2], 8, 0));
	assert_int_equal(dyn.buckets[0].lock, 0);
}

/* Chunks without a value are as good as dirty ones: a loss while there are some says that cleaning would help. */
static void test_own_exhaustion(void **state)
{
	uint64_t key[4] = { 1, 2, 3, 4 }, last;

	assert_int_equal(dt_dyn_init(&dyn, 16384, 8, 8), 0);
	assert_null(dt_dyn_own_make(&dyn, 0, key, 32, dt_dyn_hash(key, 32)));
	assert_drops(1, 0, 0);
	for (last = 0; own_store(0, last, 1); last++)
		;
	assert_int_equal(last, dyn.chunk_count);
	assert_drops(2, 0, 0);
	own_clear(1, 3);
	assert_null(own_store(0, last, 1));
	assert_drops(2, 0, 1);
	assert_non_null(own_store(2, 3, 1)); /* on the list, but with a value: cleaning would not help */
	assert_null(own_store(0, last, 1));
	assert_drops(3, 0, 1);
	own_clear(1, 3);
	dt_dyn_clean(&dyn);
	assert_non_null(own_store(0, last, 1));
	assert_null(own_store(0, 3, 1));
	assert_drops(4, 0, 1);
	for (uint64_t at = 0; at <= last; at++) /* more than one batch */
		own_clear(at % FAKE_CPUS, at);
	assert_null(own_store(0, last + 1, 1));
	assert_drops(4, 0, 2);
	dt_dyn_clean(&dyn);
	for (uint64_t at = 0; at < dyn.chunk_count; at++)
		assert_non_null(own_store(0, 1000 + at, 1));
	assert_null(own_store(0, last, 1));
	assert_drops(5, 0, 2);
}

/* The cleaner keeps firings out while it holds what they wait for. */
static void *hold_bucket(void *arg)
{
	dt_dyn_clean(&dyn);
	return NULL;
}

static void test_own_quiet(void **state)
{
	struct dt_bucket *bucket;
	struct dt_chunk *chunk;
	pthread_t thread;

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 8), 0);
	chunk = own_store(1, 9, 1);
	own_clear(1, 9);
	bucket = &dyn.buckets[chunk->hash & dyn.bucket_mask];
	bucket->lock = 1; /* another CPU is at it: the cleaner waits */
	assert_int_equal(dt_framework.cpus[0].in_probe, 0);
	assert_int_equal(pthread_create(&thread, NULL, hold_bucket, NULL), 0);
	while (!__atomic_load_n(&dt_framework.cpus[0].in_probe, __ATOMIC_ACQUIRE))
		sched_yield();
	DT_STORE_RELEASE(&bucket->lock, 0);
	pthread_join(thread, NULL);
	assert_int_equal(dt_framework.cpus[0].in_probe, 0);
	assert_null(own_find(9));
}

/* ---- several CPUs ---------------------------------------------------------------------------- */

#define ROUNDS          30000
#define SHARED          16
#define OWN_KEY(cpu, n) (1000 + (uint64_t)(cpu)*100 + (n))

static bool stop;
static unsigned int wrong;

/*
 * Own keys must behave as if this CPU were alone; shared keys must, when present, hold a value some
 * CPU stored for that key.
 */
static void *worker(void *arg)
{
	unsigned int cpu = (unsigned int)(uintptr_t)arg;
	uint64_t last[8] = { 0 };
	uint32_t seed = cpu + 1;

	for (unsigned int round = 0; round < ROUNDS; round++) {
		seed = seed * 1664525 + 1013904223;
		uint64_t n = (seed >> 8) % 8;
		uint64_t shared = (seed >> 16) % SHARED;
		uint64_t *value;

		fake_cpu_take(cpu);
		value = find(OWN_KEY(cpu, n));
		if (last[n] ? !value || *value != last[n] : value != NULL)
			__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		if (seed & 0x10) {
			drop(cpu, OWN_KEY(cpu, n));
			last[n] = 0;
		} else {
			value = get(cpu, OWN_KEY(cpu, n));
			last[n] = value ? round + 1 : 0;
			if (value)
				*value = last[n];
		}
		if (seed & 0x20) {
			drop(cpu, shared);
		} else {
			value = get(cpu, shared);
			if (value && __atomic_load_n(value, __ATOMIC_RELAXED) != shared * 7 &&
			    __atomic_load_n(value, __ATOMIC_RELAXED) != 0)
				__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
			if (value)
				__atomic_store_n(value, shared * 7, __ATOMIC_RELAXED);
		}
		fake_cpu_leave();
	}
	return NULL;
}

static void *clean_on(void *arg)
{
	while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
		dt_dyn_clean(&dyn);
		sched_yield();
	}
	return NULL;
}

static uint32_t count_list(const struct dt_chunk *chunk)
{
	uint32_t count = 0;

	for (; chunk; chunk = chunk->list_next)
		count++;
	return count;
}

static void test_many_cpus(void **state)
{
	pthread_t threads[FAKE_CPUS], cleaning;
	uint32_t chunks = 0;

	assert_int_equal(dt_dyn_init(&dyn, 8192, 8, 8), 0);
	stop = false;
	wrong = 0;
	assert_int_equal(pthread_create(&cleaning, NULL, clean_on, NULL), 0);
	for (uintptr_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		assert_int_equal(pthread_create(&threads[cpu], NULL, worker, (void *)cpu), 0);
	for (unsigned int cpu = 0; cpu < FAKE_CPUS; cpu++)
		pthread_join(threads[cpu], NULL);
	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	pthread_join(cleaning, NULL);
	assert_int_equal(wrong, 0);
	/* every chunk is in exactly one place */
	for (unsigned int cpu = 0; cpu < FAKE_CPUS; cpu++)
		chunks += count_list(dyn.cpus[cpu].free) + count_list(dyn.cpus[cpu].dirty) +
			  count_list(dyn.cpus[cpu].rinsing);
	for (uint32_t bucket = 0; bucket <= dyn.bucket_mask; bucket++) {
		assert_int_equal(dyn.buckets[bucket].lock, 0);
		for (const struct dt_chunk *chunk = dyn.buckets[bucket].head; chunk; chunk = chunk->next)
			chunks++;
	}
	assert_int_equal(chunks, dyn.chunk_count);
}

/*
 * Threads, one on each CPU, set their variables and make them 0 while the cleaner runs all the time. Each must see what
 * it stored last, and now and then has the chunk in its hand while the cleaner takes it.
 */
static void *owner(void *arg)
{
	unsigned int cpu = (unsigned int)(uintptr_t)arg;
	uint64_t last[8] = { 0 };
	uint32_t seed = cpu + 1;

	for (unsigned int round = 0; round < ROUNDS; round++) {
		seed = seed * 1664525 + 1013904223;
		uint64_t n = (seed >> 8) % 8, key = OWN_KEY(cpu, n);

		fake_cpu_take(cpu);
		if (own_value(key) != last[n])
			__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		if (seed & 0x10) {
			own_clear(cpu, key);
			last[n] = 0;
		} else {
			last[n] = own_store(cpu, key, round + 1) ? round + 1 : 0;
		}
		if (own_value(key) != last[n])
			__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		if (seed & 0x20)
			sched_yield(); /* the firing goes on */
		if (own_value(key) != last[n])
			__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		fake_cpu_leave();
	}
	return NULL;
}

static void test_many_owners(void **state)
{
	pthread_t threads[FAKE_CPUS], cleaning;
	uint32_t chunks = 0, listed = 0, idle = 0;

	assert_int_equal(dt_dyn_init(&dyn, 8192, 8, 8), 0);
	stop = false;
	wrong = 0;
	assert_int_equal(pthread_create(&cleaning, NULL, clean_on, NULL), 0);
	for (uintptr_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		assert_int_equal(pthread_create(&threads[cpu], NULL, owner, (void *)cpu), 0);
	for (unsigned int cpu = 0; cpu < FAKE_CPUS; cpu++)
		pthread_join(threads[cpu], NULL);
	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	pthread_join(cleaning, NULL);
	assert_int_equal(wrong, 0);
	assert_drops(0, 0, 0);
	assert_true(dyn.reclaimed > 0);
	for (unsigned int cpu = 0; cpu < FAKE_CPUS; cpu++) {
		chunks += count_list(dyn.cpus[cpu].free) + count_list(dyn.cpus[cpu].dirty) +
			  count_list(dyn.cpus[cpu].rinsing);
		idle += count_list(dyn.cpus[cpu].idle);
	}
	for (uint32_t bucket = 0; bucket <= dyn.bucket_mask; bucket++) {
		assert_int_equal(dyn.buckets[bucket].lock, 0);
		for (const struct dt_chunk *chunk = dyn.buckets[bucket].head; chunk; chunk = chunk->next) {
			assert_int_not_equal(chunk->life, DT_CHUNK_GONE);
			listed += (chunk->life & DT_CHUNK_LISTED) != 0;
			chunks++;
		}
	}
	assert_int_equal(chunks, dyn.chunk_count);
	assert_int_equal(idle, listed);
}

/* ---- two CPUs make one variable -------------------------------------------------------------- */

static int started;
static uint64_t *made;

static void *get_one(void *unused)
{
	fake_cpu_take(1);
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	made = get(1, 77);
	fake_cpu_leave();
	return NULL;
}

static uint64_t time_of(pthread_t thread)
{
	struct timespec used;
	clockid_t clock;

	assert_int_equal(pthread_getcpuclockid(thread, &clock), 0);
	clock_gettime(clock, &used);
	return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

/*
 * Both find no variable; the first one makes it while the second one waits for the bucket's lock. The
 * second one must look again. That it waits shows in its processor time: the first look takes none.
 */
static void test_made_by_another(void **state)
{
	struct dt_bucket *bucket;
	struct dt_chunk *chunk;
	uint64_t key = 77, begin;
	uint64_t *first;
	pthread_t thread;

	assert_int_equal(dt_dyn_init(&dyn, 8192, 8, 8), 0);
	first = get(0, key);
	bucket = &dyn.buckets[dt_dyn_hash(&key, 8) & dyn.bucket_mask];
	chunk = bucket->head;
	assert_non_null(chunk);
	DT_STORE_RELEASE(&bucket->head, chunk->next); /* it is not there yet */
	bucket->lock = 1;
	started = 0;
	assert_int_equal(pthread_create(&thread, NULL, get_one, NULL), 0);
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		sched_yield();
	for (begin = time_of(thread); time_of(thread) - begin < 20000000;)
		sched_yield();
	DT_STORE_RELEASE(&bucket->head, chunk);
	DT_STORE_RELEASE(&bucket->lock, 0);
	pthread_join(thread, NULL);
	assert_ptr_equal(made, first);
	assert_null(chunk->next);
}

/* ---- two CPUs use one thread's variable: exec() makes that possible --------------------------- */

static void *own_make_one(void *unused)
{
	fake_cpu_take(1);
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	made = (uint64_t *)own_make(1, 77);
	fake_cpu_leave();
	return NULL;
}

/* Both have found none, as above; a second chunk of the key would show its value when the first one is gone. */
static void test_own_made_by_another(void **state)
{
	struct dt_bucket *bucket;
	struct dt_chunk *chunk;
	pthread_t thread;
	uint64_t begin;

	assert_int_equal(dt_dyn_init(&dyn, 8192, 8, 8), 0);
	chunk = own_store(0, 77, 5);
	bucket = &dyn.buckets[chunk->hash & dyn.bucket_mask];
	DT_STORE_RELEASE(&bucket->head, chunk->next); /* it is not there yet */
	bucket->lock = 1;
	started = 0;
	assert_int_equal(pthread_create(&thread, NULL, own_make_one, NULL), 0);
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		sched_yield();
	for (begin = time_of(thread); time_of(thread) - begin < 20000000;)
		sched_yield();
	DT_STORE_RELEASE(&bucket->head, chunk);
	DT_STORE_RELEASE(&bucket->lock, 0);
	pthread_join(thread, NULL);
	assert_ptr_equal(made, chunk);
	assert_null(chunk->next);
	assert_int_equal(own_value(77), 5);
}

static void *page; /* CPU 0's part of the space is at its end, CPU 1's on the next one */
static struct dt_chunk *common;

/* CPU 0 counts what it clears: in the middle of that, CPU 1 clears the same. */
static void clear_too(int signal)
{
	mprotect(page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE);
	dt_dyn_own_clear(&dyn, 1, common);
}

/* The chunk is on one list, and only once. */
static void test_own_cleared_by_two(void **state)
{
	const struct sigaction action = { .sa_handler = clear_too };
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	struct sigaction before;
	struct dt_dyn_cpu *cpus;

	assert_int_equal(dt_dyn_init(&dyn, 8192, 8, 8), 0);
	common = own_store(0, 77, 5);
	page = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(page, MAP_FAILED);
	cpus = dyn.cpus;
	dyn.cpus = (struct dt_dyn_cpu *)(void *)((char *)page + size) - 1;
	sigaction(SIGSEGV, &action, &before);
	mprotect(page, size, PROT_NONE);
	dt_dyn_own_clear(&dyn, 0, common);
	sigaction(SIGSEGV, &before, NULL);
	assert_int_equal(common->life, DT_CHUNK_LISTED);
	assert_null(common->list_next);
	assert_ptr_equal(dyn.cpus[0].idle, common);
	assert_null(dyn.cpus[1].idle);
	assert_int_equal(dyn.cpus[0].emptied + dyn.cpus[1].emptied, 1);
	dyn.cpus = cpus;
	munmap(page, 2 * size);
}

/*
 * The cleaner has found a chunk without a value and waits for its bucket; meanwhile the thread stores one. It must
 * stay, and be found by the cleaner when it is empty again.
 */
static void test_own_stored_meanwhile(void **state)
{
	struct dt_bucket *bucket;
	struct dt_chunk *chunk;
	pthread_t thread;
	uint64_t begin;

	assert_int_equal(dt_dyn_init(&dyn, 4096, 8, 8), 0);
	chunk = own_store(1, 9, 1);
	own_clear(1, 9);
	bucket = &dyn.buckets[chunk->hash & dyn.bucket_mask];
	bucket->lock = 1;
	assert_int_equal(pthread_create(&thread, NULL, hold_bucket, NULL), 0);
	for (begin = time_of(thread); time_of(thread) - begin < 20000000;)
		sched_yield();
	assert_ptr_equal(own_store(1, 9, 2), chunk);
	DT_STORE_RELEASE(&bucket->lock, 0);
	pthread_join(thread, NULL);
	assert_int_equal(own_value(9), 2);
	assert_int_equal(chunk->life, DT_CHUNK_VALUE);
	assert_int_equal(fake_os.syncs, 0);
	own_clear(1, 9);
	dt_dyn_clean(&dyn);
	assert_null(own_find(9));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(test_sizes),
		TEST(test_one_cpu),
		TEST(test_exhaustion),
		TEST(test_rinsing),
		TEST(test_key_too_large),
		TEST(test_chain_survives_removal),
		TEST(test_many_cpus),
		TEST(test_made_by_another),
		TEST(test_own),
		TEST(test_own_chain),
		TEST(test_own_exhaustion),
		TEST(test_own_quiet),
		TEST(test_own_made_by_another),
		TEST(test_own_cleared_by_two),
		TEST(test_many_owners),
		TEST(test_own_stored_meanwhile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
