/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * slots.c - memory for slots in a process: a private anonymous mapping, read and executed by it,
 * written by us only. A kernel thread maps it, because a mapping is always made in the memory of who
 * executes; it borrows that of the process. Where is decided by the gaps between what is mapped:
 * first below the text, where a program's heap does not grow to, then above.
 */
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/mman.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "os/linux/process/process.h"

#include <isa_types.h>

#define GUARD          (64ul << 10) /* bytes left free on either side */
#define REACH          (1ul << 30)  /* how far is looked, where every slot is good anywhere */
#define LOWEST         (1ul << 20)  /* addresses below it are not mapped: programs' null pointers */
#define TRIES          4096         /* mappings that are looked at on one side */
#define ATTEMPTS       8            /* gaps that somebody else has filled before us */
#define FILL_AT_A_TIME 4096

struct job {
	struct mm_struct *mm;
	unsigned long near, reach, size;
	unsigned long addr; /* to be unmapped; or 0, and then where it was mapped, 0: nowhere */
	struct completion done;
};

/* ---- gaps ------------------------------------------------------------------------------------ */

/* [@addr, @addr + @size) with its guards is free, or else *@next is the mapping that is in the way. */
static bool is_gap(struct mm_struct *mm, unsigned long addr, unsigned long size, struct vm_area_struct **in_the_way)
{
	*in_the_way = find_vma(mm, addr - GUARD);
	return !*in_the_way || (*in_the_way)->vm_start >= addr + size + GUARD;
}

static unsigned long gap_below(const struct job *job)
{
	unsigned long addr = job->near & PAGE_MASK, lowest = LOWEST;
	struct vm_area_struct *in_the_way;
	int tries;

	if (job->near > job->reach)
		lowest = max(lowest, job->near - job->reach);
	for (tries = 0; tries < TRIES && addr >= lowest + job->size; tries++) {
		if (is_gap(job->mm, addr, job->size, &in_the_way))
			return addr;
		if (in_the_way->vm_start < lowest + job->size + GUARD)
			break;
		addr = (in_the_way->vm_start - job->size - GUARD) & PAGE_MASK;
	}
	return 0;
}

/* A heap grows from the end of its program on. */
static unsigned long past_heap(const struct mm_struct *mm, unsigned long addr, unsigned long size)
{
	unsigned long end = mm->brk + REACH / 2;

	return addr + size > mm->start_brk && addr < end ? PAGE_ALIGN(end) : addr;
}

static unsigned long gap_above(const struct job *job)
{
	unsigned long addr = PAGE_ALIGN(job->near), highest = job->near + job->reach;
	struct vm_area_struct *in_the_way;
	int tries;

	if (highest < job->near || highest > job->mm->task_size - GUARD)
		highest = job->mm->task_size - GUARD;
	for (tries = 0; tries < TRIES; tries++) {
		addr = past_heap(job->mm, addr, job->size);
		if (addr + job->size > highest)
			break;
		if (is_gap(job->mm, addr, job->size, &in_the_way))
			return addr;
		addr = PAGE_ALIGN(in_the_way->vm_end + GUARD);
	}
	return 0;
}

static unsigned long gap(const struct job *job)
{
	unsigned long addr;

	mmap_read_lock(job->mm);
	addr = gap_below(job);
	if (!addr)
		addr = gap_above(job);
	mmap_read_unlock(job->mm);
	return addr;
}

/* ---- in the process's memory ----------------------------------------------------------------- */

static void map(struct job *job)
{
	unsigned long addr, mapped;
	int attempt;

	for (attempt = 0; attempt < ATTEMPTS; attempt++) {
		addr = gap(job);
		if (!addr)
			return;
		mapped = vm_mmap(NULL, addr, job->size, PROT_READ | PROT_EXEC,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, 0);
		if (mapped == addr)
			job->addr = addr;
		if (mapped != (unsigned long)-EEXIST)
			return;
	}
}

static int borrower(void *arg)
{
	struct job *job = arg;

	kthread_use_mm(job->mm);
	if (job->addr)
		vm_munmap(job->addr, job->size);
	else
		map(job);
	kthread_unuse_mm(job->mm);
	complete(&job->done);
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

static void carry_out(struct job *job)
{
	struct task_struct *thread;

	init_completion(&job->done);
	thread = kthread_run(borrower, job, "dtrace/slots");
	if (IS_ERR(thread))
		return;
	wait_for_completion(&job->done);
	kthread_stop(thread);
}

/* ---- the operations -------------------------------------------------------------------------- */

static bool fill_breaks(struct linux_process *process, unsigned long addr, size_t size)
{
	const struct isa *isa = process->space.isa;
	u8 *bytes = os_alloc(FILL_AT_A_TIME);
	bool good = bytes != NULL;
	size_t i;

	for (i = 0; good && i < FILL_AT_A_TIME; i++)
		bytes[i] = isa->break_bytes[i % isa->break_len];
	for (i = 0; good && i < size; i += FILL_AT_A_TIME)
		good = linux_process_fill(process->mm, addr + i, bytes, FILL_AT_A_TIME);
	os_free(bytes);
	process->slots_written = true;
	return good;
}

uint64_t linux_process_slots_alloc(struct os_space *space, uint64_t near, uint64_t reach, size_t size)
{
	struct linux_process *process = container_of(space, struct linux_process, space);
	struct job job = { .mm = process->mm, .near = near, .size = size };

	job.reach = reach ? reach : REACH;
	if (!mmget_not_zero(process->mm))
		return 0;
	carry_out(&job);
	if (job.addr && !fill_breaks(process, job.addr, size)) {
		carry_out(&job);
		job.addr = 0;
	}
	mmput_async(process->mm);
	return job.addr;
}

void linux_process_slots_write(struct os_space *space, uint64_t addr, const void *src, size_t size)
{
	struct linux_process *process = container_of(space, struct linux_process, space);

	process->slots_written = true;
	if (!mmget_not_zero(process->mm))
		return;
	if (!linux_process_fill(process->mm, (unsigned long)addr, src, size))
		process->lost = true;
	mmput_async(process->mm);
}

void linux_process_slots_free(struct os_space *space, uint64_t addr, size_t size)
{
	struct linux_process *process = container_of(space, struct linux_process, space);
	struct job job = { .mm = process->mm, .addr = (unsigned long)addr, .size = size };

	if (!mmget_not_zero(process->mm))
		return;
	carry_out(&job);
	mmput_async(process->mm);
}
