/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mapped.c - what traced processes have mapped; see mapped.h. */
#include "os/host/mapped.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/process.h"
#include "os/space.h"

#define LOOK_AGAIN_NS 50000000ull

/* A process that is traced. */
struct memory {
	struct memory *next;
	uint64_t id;
	pid_t pid;
	int sizes;                /* /proc/PID/statm; -1: not open */
	unsigned long long pages; /* of all mappings, when they were looked at */
	uint64_t looked;          /* when that was, ns; 0: never */
	uint64_t sum;             /* of the lines about code that were told */
};

/* Mappings with code, and their paths. */
struct gathered {
	struct os_mapping *all; /* with each its path, owned */
	size_t count, room;
	uint64_t sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that follows */
static struct memory *memories;
static const struct os_memory_watcher *watcher; /* NULL: none; also read without the lock: whether there is one */

/* ---- reading mappings ------------------------------------------------------------------------ */

/* FNV-1a */
static uint64_t sum_add(uint64_t sum, const char *text)
{
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3ull;
	return sum;
}

/* Size and time of a file's contents, if it is still found; else they are 0, for all mappings of it alike. */
static void file_facts(pid_t pid, struct os_mapping *mapping)
{
	char path[PATH_MAX + 32];
	struct stat status;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, pid, mapping->start, mapping->end);
	if (stat(path, &status) != 0) {
		snprintf(path, sizeof(path), "/proc/%d/root%s", pid, mapping->path);
		if (stat(path, &status) != 0 || status.st_ino != mapping->file.inode)
			return;
	}
	mapping->file.size = (uint64_t)status.st_size;
	mapping->file.changed = (uint64_t)status.st_mtim.tv_sec * 1000000000ull + (uint64_t)status.st_mtim.tv_nsec;
}

/* False: no memory. Takes @path. */
static bool gather(struct gathered *gathered, struct os_mapping mapping, char *path)
{
	struct os_mapping *more = gathered->all;

	if (path && gathered->count == gathered->room) {
		gathered->room = gathered->room ? 2 * gathered->room : 16;
		more = realloc(gathered->all, gathered->room * sizeof(*more));
	}
	if (!path || !more) {
		free(path);
		return false;
	}
	gathered->all = more;
	mapping.path = path;
	more[gathered->count++] = mapping;
	return true;
}

/* A line of /proc/PID/maps. What has no file is code that the program has made, but for the system's own. */
static bool gather_line(pid_t pid, struct gathered *gathered, char *line)
{
	struct os_mapping mapping = { 0 };
	unsigned int major, minor;
	char permissions[5];
	int at = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &mapping.start, &mapping.end,
		   permissions, &mapping.offset, &major, &minor, &mapping.file.inode, &at) < 7 ||
	    permissions[2] != 'x')
		return true;
	if (!mapping.file.inode && strcmp(line + at, "[vdso]") != 0)
		return true;
	gathered->sum = sum_add(gathered->sum, line);
	if (mapping.file.inode) {
		mapping.file.device = (uint64_t)major << 32 | minor;
		return gather(gathered, mapping, strdup(line + at));
	}
	mapping.offset = 0;
	mapping.file.generation = mapping.end > UINT32_MAX ? 64 : 32; /* a kernel has one for each word size */
	mapping.file.size = mapping.end - mapping.start;
	return gather(gathered, mapping, strdup(""));
}

static void gathered_free(struct gathered *gathered)
{
	while (gathered->count > 0)
		free((char *)gathered->all[--gathered->count].path);
	free(gathered->all);
}

/* False: it is gone, or there is no memory. */
static bool gather_all(pid_t pid, struct gathered *gathered)
{
	char path[40], *line = NULL;
	size_t room = 0;
	bool good = true;
	FILE *file;

	*gathered = (struct gathered){ .sum = 0xcbf29ce484222325ull };
	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	while (good && getline(&line, &room, file) > 0)
		good = gather_line(pid, gathered, line);
	free(line);
	fclose(file);
	if (good && gathered->count > 0)
		return true;
	gathered_free(gathered);
	return false;
}

/* ---- telling --------------------------------------------------------------------------------- */

static struct memory **memory_at(uint64_t id)
{
	struct memory **link = &memories;

	while (*link && (*link)->id != id)
		link = &(*link)->next;
	return link;
}

/* How many pages are mapped, by the first number of the file; 0: not known. */
static unsigned long long pages_of(struct memory *memory)
{
	char path[40], text[32];
	ssize_t size;

	if (memory->sizes < 0) {
		snprintf(path, sizeof(path), "/proc/%d/statm", memory->pid);
		memory->sizes = open(path, O_RDONLY | O_CLOEXEC);
	}
	size = memory->sizes < 0 ? -1 : pread(memory->sizes, text, sizeof(text) - 1, 0);
	if (size <= 0)
		return 0;
	text[size] = '\0';
	return strtoull(text, NULL, 10);
}

/* A process that has just ended has no mappings: what it had stays told. */
static void tell(struct memory *memory, enum os_mapped when)
{
	struct gathered gathered;

	memory->pages = pages_of(memory);
	memory->looked = os_time_mono();
	if (!gather_all(memory->pid, &gathered))
		return;
	if (gathered.sum != memory->sum) {
		memory->sum = gathered.sum;
		for (size_t i = 0; i < gathered.count; i++) {
			if (gathered.all[i].file.inode)
				file_facts(memory->pid, &gathered.all[i]);
		}
		watcher->mapped(memory->id, (uint32_t)memory->pid, gathered.all, gathered.count, when);
	}
	gathered_free(&gathered);
}

void os_host_memory_look(uint64_t id)
{
	struct memory *memory;

	if (!__atomic_load_n(&watcher, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&lock);
	memory = *memory_at(id);
	if (memory && watcher && (pages_of(memory) != memory->pages || os_time_mono() - memory->looked > LOOK_AGAIN_NS))
		tell(memory, OS_MAPPED_LATE);
	pthread_mutex_unlock(&lock);
}

void os_host_memory_begin(uint64_t id, pid_t pid)
{
	struct memory *memory = calloc(1, sizeof(*memory));

	if (!memory)
		return;
	memory->id = id;
	memory->pid = pid;
	memory->sizes = -1;
	pthread_mutex_lock(&lock);
	memory->next = memories;
	memories = memory;
	if (watcher)
		tell(memory, OS_MAPPED_LATE);
	pthread_mutex_unlock(&lock);
}

void os_host_memory_end(uint64_t id)
{
	struct memory **link, *memory;

	pthread_mutex_lock(&lock);
	link = memory_at(id);
	memory = *link;
	if (memory) {
		*link = memory->next;
		if (watcher && memory->sum)
			watcher->gone(id);
		if (memory->sizes >= 0)
			close(memory->sizes);
		free(memory);
	}
	pthread_mutex_unlock(&lock);
}

/* ---- the contract ---------------------------------------------------------------------------- */

/*
 * Nobody can be made to wait for what it has mapped itself: it has executed some of it when we hear of it. Who wants no
 * waiting is one part of the core, so there is room for one.
 */
int os_memory_watch(const struct os_memory_watcher *wanted)
{
	struct memory *memory;

	pthread_mutex_lock(&lock);
	if (wanted->wait || watcher) {
		pthread_mutex_unlock(&lock);
		return -OS_EOPNOTSUPP;
	}
	__atomic_store_n(&watcher, wanted, __ATOMIC_RELAXED);
	for (memory = memories; memory; memory = memory->next) {
		memory->sum = 0;
		if (wanted->wants_before)
			tell(memory, OS_MAPPED_BEFORE);
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

void os_memory_unwatch(const struct os_memory_watcher *old)
{
	pthread_mutex_lock(&lock);
	if (watcher == old)
		__atomic_store_n(&watcher, NULL, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&lock);
}

void os_memory_watch_data(bool wanted)
{
	(void)wanted;
}

uint64_t os_space_memory(const struct os_space *space)
{
	return space->id;
}
