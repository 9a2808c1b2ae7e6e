/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* memory.c - allocation and mutexes. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/host/host.h"
#include "os/os.h"

#define LARGE	(16u * 1024 * 1024)	/* bytes: from here on the machine is asked how much it has */

static unsigned long blocks;

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

void *os_alloc(size_t size)
{
	void *memory;

	if (os_host_inject(OS_HOST_FAULT_ALLOC))
		return NULL;
	if (size >= LARGE && size > memory_available())
		return NULL;
	memory = calloc(1, size);
	if (memory != NULL)
		__atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
	return memory;
}

void os_free(void *memory)
{
	if (memory != NULL)
		__atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
	free(memory);
}

unsigned long os_host_alloc_count(void)
{
	return __atomic_load_n(&blocks, __ATOMIC_RELAXED);
}

struct mutex_storage {
	pthread_mutex_t lock;
	pthread_t owner;	/* valid while held; written under the lock */
	bool held;
};
DT_STATIC_ASSERT(sizeof(struct mutex_storage) <= sizeof(struct os_mutex), "os_mutex is large enough");

static struct mutex_storage *storage(struct os_mutex *mutex)
{
	return (struct mutex_storage *)mutex->storage;
}

void os_mutex_init(struct os_mutex *mutex)
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
