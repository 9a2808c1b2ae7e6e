/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* memory.c - allocation and mutexes. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "os/host/host.h"
#include "os/os.h"

#define LARGE (16u * 1024 * 1024) /* bytes: larger blocks need a check of free memory */

/* In front of every block; 16 bytes, so that what follows stays aligned. */
struct block {
	size_t size;
} DT_ALIGNED(16);

static unsigned long blocks; /* atomic: how many there are */
/* atomic: their bytes. Zeroed pages take no memory until they are written: the machine does not count them yet */
static size_t total;

static bool short_of_memory;

/* How much memory the machine could give without swapping, bytes; all of the address space when it does not say. */
static size_t memory_available(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	unsigned long long kib = 0;
	char line[128];
	bool found = false;

	if (file == NULL)
		return SIZE_MAX;
	while (!found && fgets(line, sizeof(line), file) != NULL)
		found = sscanf(line, "MemAvailable: %llu kB", &kib) == 1;
	fclose(file);
	return !found || kib > SIZE_MAX / 1024 ? SIZE_MAX : (size_t)kib * 1024;
}

/*
 * fits - whether @size more bytes could really be filled, together with all that was promised
 * before, and leave as much to the other processes of the machine.
 */
static bool fits(size_t size)
{
	size_t promised = __atomic_load_n(&total, __ATOMIC_RELAXED);

	return size < LARGE || (size <= SIZE_MAX - promised && size + promised <= memory_available() / 2);
}

void *os_alloc(size_t size)
{
	struct block *block;

	if (os_host_inject(OS_HOST_FAULT_ALLOC) || size > SIZE_MAX - sizeof(*block) || !fits(size))
		return NULL;
	block = calloc(1, sizeof(*block) + size);
	if (block == NULL)
		return NULL;
	block->size = size;
	__atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&total, size, __ATOMIC_RELAXED);
	return block + 1;
}

void os_free(void *memory)
{
	struct block *block = memory;

	if (memory == NULL)
		return;
	block--;
	__atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
	__atomic_sub_fetch(&total, block->size, __ATOMIC_RELAXED);
	free(block);
}

/*
 * A machine without enough memory for this process refuses by itself, so giving memory back early
 * gains nothing.
 */
bool os_memory_short(void)
{
	return short_of_memory;
}

void os_host_memory_short(bool is_short)
{
	short_of_memory = is_short;
}

unsigned long os_host_alloc_count(void)
{
	return __atomic_load_n(&blocks, __ATOMIC_RELAXED);
}

struct mutex_storage {
	pthread_mutex_t lock;
	pthread_t owner; /* valid while held; written under the lock */
	bool held;
};
DT_STATIC_ASSERT(sizeof(struct mutex_storage) <= sizeof(struct os_mutex), "os_mutex is large enough");

static struct mutex_storage *storage(struct os_mutex *mutex)
{
	return (struct mutex_storage *)mutex->storage;
}

void os_mutex_init(struct os_mutex *mutex, struct os_mutex_kind *kind)
{
	pthread_mutex_init(&storage(mutex)->lock, NULL);
	storage(mutex)->held = false;
}

void os_mutex_fini(struct os_mutex *mutex)
{
	pthread_mutex_destroy(&storage(mutex)->lock);
}

void os_mutex_lock(struct os_mutex *mutex)
{
	pthread_mutex_lock(&storage(mutex)->lock);
	storage(mutex)->owner = pthread_self();
	__atomic_store_n(&storage(mutex)->held, true, __ATOMIC_RELAXED);
}

void os_mutex_unlock(struct os_mutex *mutex)
{
	__atomic_store_n(&storage(mutex)->held, false, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&storage(mutex)->lock);
}

bool os_mutex_held(struct os_mutex *mutex)
{
	return __atomic_load_n(&storage(mutex)->held, __ATOMIC_RELAXED);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* One lock for all: they are few. */
static pthread_mutex_t event_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t event_changed = PTHREAD_COND_INITIALIZER;

void os_event_init(struct os_event *event)
{
	event->storage[0] = 0;
}

static void event_change(struct os_event *event, uint64_t is_set)
{
	pthread_mutex_lock(&event_lock);
	event->storage[0] = is_set;
	pthread_cond_broadcast(&event_changed);
	pthread_mutex_unlock(&event_lock);
}

void os_event_set(struct os_event *event)
{
	event_change(event, 1);
}

void os_event_clear(struct os_event *event)
{
	event_change(event, 0);
}

bool os_event_is_set(const struct os_event *event)
{
	bool is_set;

	pthread_mutex_lock(&event_lock);
	is_set = event->storage[0] != 0;
	pthread_mutex_unlock(&event_lock);
	return is_set;
}

int os_event_wait(struct os_event *event, uint64_t patience)
{
	struct timespec end;
	int error = 0;
	uint64_t ns;

	clock_gettime(CLOCK_REALTIME, &end);
	ns = (uint64_t)end.tv_nsec + patience;
	end.tv_sec += (time_t)(ns / 1000000000);
	end.tv_nsec = (long)(ns % 1000000000);
	pthread_mutex_lock(&event_lock);
	while (event->storage[0] == 0 && error == 0)
		error = pthread_cond_timedwait(&event_changed, &event_lock, &end);
	error = event->storage[0] != 0 ? 0 : -OS_EAGAIN;
	pthread_mutex_unlock(&event_lock);
	return error;
}
