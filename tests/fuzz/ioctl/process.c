/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process.c - see process.h. */
#include "process.h"

#include <string.h>

#include <dtrace/provider.h>

#include <isa_types.h>

#include "core/entry.h"
#include "os/process.h"

static uint8_t text[PROCESS_TEXT_SIZE], original[PROCESS_TEXT_SIZE];
static struct os_space process;
static void (*watcher)(struct os_space *space);
static uint32_t last_id;
static long counted; /* counters of all processes are so much higher than they were */

const uint8_t *process_text(void)
{
	size_t i;

	/* instructions of all lengths, and what is none */
	for (i = 0; original[PROCESS_TEXT_SIZE - 1] == 0 && i < PROCESS_TEXT_SIZE; i++)
		text[i] = original[i] = i % 7 == 0 ? isa_self.break_bytes[0] ^ 1 : (uint8_t)(i * 37 | 1);
	return original;
}

static uint8_t *place(uint64_t addr, size_t size)
{
	uint64_t offset = addr - PROCESS_TEXT_AT;

	return size <= PROCESS_TEXT_SIZE && offset <= PROCESS_TEXT_SIZE - size ? text + offset : NULL;
}

static int process_read(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	const uint8_t *at = place(addr, size);

	if (!at)
		return -OS_EFAULT;
	memcpy(dst, at, size);
	return 0;
}

static long process_patch(struct os_space *space, struct os_patch *patches, size_t count)
{
	long written = 0;
	uint8_t *at;
	size_t i;

	for (i = 0; i < count; i++) {
		at = place(patches[i].addr, patches[i].len);
		patches[i].status = at ? -OS_EBUSY : -OS_EFAULT;
		if (!at || memcmp(at, patches[i].old_bytes, patches[i].len) != 0)
			continue;
		memcpy(at, patches[i].new_bytes, patches[i].len);
		patches[i].status = 0;
		written++;
	}
	return written;
}

static uint64_t process_slots_alloc(struct os_space *space, uint64_t near, uint64_t reach, size_t size)
{
	return 0x1000000;
}

static void process_slots_write(struct os_space *space, uint64_t addr, const void *src, size_t size)
{
}

static void process_grace(struct os_space *space)
{
}

static void process_slots_free(struct os_space *space, uint64_t addr, size_t size)
{
}

/* Some are not there, and some of those that are there are full. */
static int process_count(struct os_space *space, uint64_t addr, int change)
{
	if (addr % 2 != 0 || (change > 0 && space->dying))
		return -OS_EFAULT;
	if (change > 0 && addr % 16 == 6)
		return -OS_ERANGE;
	counted += change;
	return space->dying ? -OS_EFAULT : 0;
}

static const struct os_space_ops process_ops = {
	.read = process_read,
	.patch = process_patch,
	.slots_alloc = process_slots_alloc,
	.slots_write = process_slots_write,
	.grace = process_grace,
	.slots_free = process_slots_free,
	.count = process_count,
};

static int nothing(void *arg, uint64_t addr, void *dst, size_t size)
{
	return -OS_EFAULT;
}

static int nowhere(void *arg, uint64_t addr, const void *src, size_t size)
{
	return -OS_EFAULT;
}

static const struct isa_mem process_memory = { .load = nothing, .store = nowhere };

int os_process_open(uint64_t pid, struct os_space **ret, uint64_t *number)
{
	int error = 0;

	*number = pid;
	if (pid != 1)
		return -OS_ESRCH;
	if (!process.sites) {
		process_text();
		process.id = ++last_id;
		process.isa = &isa_self;
		process.ops = &process_ops;
		process.memory = &process_memory;
		error = dt_space_open(&process);
	} else if (!dt_space_get(&process, 1)) {
		error = -OS_ESRCH;
	}
	if (!error)
		*ret = &process;
	return error;
}

void os_process_watch(void (*gone)(struct os_space *space))
{
	watcher = gone;
}

void process_end(void)
{
	if (!process.sites)
		return;
	dt_space_kill(&process);
	memcpy(text, original, sizeof(text));
	watcher(&process);
}

bool process_is_clean(void)
{
	return !process.sites && counted == 0 && memcmp(text, original, sizeof(text)) == 0;
}
