/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * count.c - counters in the memory of processes (semaphores of probes). The program reads them, other
 * tracers change them too: a change is one exchange of the word that a counter is in.
 *
 * A copy of the memory, made by fork(), has our counts in it, and nothing there says whose they are. So a
 * count changes only while no copy is under way: a copy has all of those that are listed, or none that is
 * not.
 */
#include <linux/highmem.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "os/linux/process/process.h"

#define COUNTER_MAX 0xffffu
#define TRIES       250 /* ticks to wait for a program that makes threads or children without a pause */

static DEFINE_MUTEX(counters_lock); /* [C] */

struct counter {
	struct list_head link;
	unsigned long addr;
	unsigned int ups; /* how often it was counted up, less the times down */
};

/* The counter becomes @change more; at its ends it stays. Context: mmap_read_lock() held, may sleep. */
static int add(struct mm_struct *mm, unsigned long addr, int change)
{
	struct page *page = linux_user_page_locked(mm, addr & PAGE_MASK, FOLL_WRITE);
	unsigned int shift = (addr & 2) * 8;
	u32 old, new, *word;
	int count, error = 0;
	void *map;

	if (IS_ERR(page))
		return PTR_ERR(page) == -ENOMEM ? -OS_ENOMEM : -OS_EFAULT;
	map = kmap_local_page(page);
	word = map + offset_in_page(addr & ~3ul);
	do {
		old = READ_ONCE(*word);
		count = (int)(old >> shift & COUNTER_MAX) + change;
		if (count > (int)COUNTER_MAX)
			error = -OS_ERANGE;
		new = (old & ~(COUNTER_MAX << shift)) | (u32)max(count, 0) << shift;
	} while (!error && cmpxchg(word, old, new) != old);
	kunmap_local(map);
	if (!error)
		set_page_dirty_lock(page);
	put_page(page);
	return error;
}

/* Return: NULL: it is not listed. Context: [C]. */
static struct counter *find(struct linux_process *process, unsigned long addr)
{
	struct counter *counter;

	list_for_each_entry (counter, &process->counters, link) {
		if (counter->addr == addr)
			return counter;
	}
	return NULL;
}

/* Context: [C], mmap_read_lock() held. */
static int change_listed(struct linux_process *process, unsigned long addr, int change)
{
	struct counter *counter = find(process, addr);
	int error;

	if (!counter) {
		counter = change > 0 ? kzalloc(sizeof(*counter), GFP_KERNEL) : NULL;
		if (!counter)
			return change > 0 ? -OS_ENOMEM : -OS_EFAULT;
		counter->addr = addr;
		list_add(&counter->link, &process->counters);
	}
	error = add(process->mm, addr, change);
	if (!error || change < 0)
		counter->ups += change;
	if (counter->ups == 0) {
		list_del(&counter->link);
		kfree(counter);
	}
	return error;
}

/* mmap_read_lock(), at a time when no copy of the memory is under way. */
static void lock_settled(struct linux_process *process)
{
	unsigned int tries;

	for (tries = 0; tries < TRIES; tries++) {
		os_sync(); /* who is in user mode is seen to be in no system call */
		mmap_read_lock(process->mm);
		if (!linux_process_copying(process))
			return;
		mmap_read_unlock(process->mm);
		schedule_timeout_idle(1);
	}
	mmap_read_lock(process->mm);
}

int linux_process_count(struct os_space *space, uint64_t addr, int change)
{
	struct linux_process *process = container_of(space, struct linux_process, space);
	int error;

	if (addr % 2 != 0 || (unsigned long)addr != addr || !mmget_not_zero(process->mm))
		return -OS_EFAULT;
	lock_settled(process);
	mutex_lock(&counters_lock);
	error = change_listed(process, (unsigned long)addr, change);
	mutex_unlock(&counters_lock);
	mmap_read_unlock(process->mm);
	mmput_async(process->mm);
	return error;
}

void linux_process_count_clean(struct linux_process *process)
{
	struct counter *counter;

	mmap_read_lock(current->mm);
	mutex_lock(&counters_lock);
	list_for_each_entry (counter, &process->counters, link)
		add(current->mm, counter->addr, -(int)counter->ups);
	mutex_unlock(&counters_lock);
	mmap_read_unlock(current->mm);
}

void linux_process_count_free(struct linux_process *process)
{
	struct counter *counter, *next;

	list_for_each_entry_safe(counter, next, &process->counters, link) kfree(counter);
}
