/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * thrown.c - a process throws text away, our breaks included, or moves it (core/site/thrown.c).
 *
 *      madvise(), munmap(), mmap() over it    the kernel's notifier says where: thrown(). The thread has the core look
 *                                             there on its way back to user mode
 *      mremap()                               the same; and where the text is now is the system call's result
 *      something new is mapped                mapped.c hears of it, and calls linux_process_mapped()
 *      another process cuts the file          (truncate()): thrown() is called in that one. A worker looks at all
 *                                             places, soon after (life.c)
 */
#include <linux/mm.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/task_work.h>

#include <asm/syscall.h>

#include "os/linux/process/process.h"

#include <isa_types.h>

#include "os/linux/compat/compat.h"

struct thrown {
	struct callback_head work;
	const struct mm_struct *mm; /* an address to compare with */
	unsigned long start, end;
	unsigned long from, size; /* of what mremap() moves; size 0: of nothing */
};

/* The current task is in mremap(). */
static bool is_moving(void)
{
	return linux_cpu_syscall_number(task_pt_regs(current)) == linux_cpu_syscall_isa(current)->syscall.mremap;
}

/* What it moves. */
static void take_moved(struct thrown *thrown)
{
	unsigned long words[6];

	thrown->size = 0;
	if (!is_moving())
		return;
	syscall_get_arguments(current, task_pt_regs(current), words);
	thrown->from = words[0];
	thrown->size = min(PAGE_ALIGN(words[1]), PAGE_ALIGN(words[2]));
}

static void look_at(struct os_space *space, const struct thrown *thrown)
{
	struct pt_regs *regs = task_pt_regs(current);
	unsigned long to = (unsigned long)syscall_get_return_value(current, regs);

	if (thrown->size > 0 && !syscall_get_error(current, regs) && to != thrown->from)
		dt_user_moved(space, thrown->from, to, thrown->size);
	dt_user_thrown(space, thrown->start, thrown->end);
}

/* A thread that was killed meanwhile has left its memory, which others may still have: a worker looks. */
static void thrown_run(struct callback_head *work)
{
	struct thrown *thrown = container_of(work, struct thrown, work);
	struct os_space *space = linux_process_space(thrown->mm);

	if (space) {
		if (current->mm == thrown->mm)
			look_at(space, thrown);
		else
			linux_process_look(container_of(space, struct linux_process, space));
		linux_process_thrown(space);
		dt_space_put(space, 1);
	}
	kfree(thrown);
	linux_task_work_end();
}

/* By the current task itself, which owns the memory. Return: false: it cannot look. */
static bool look_later(unsigned long start, unsigned long end)
{
	struct thrown *thrown = kmalloc(sizeof(*thrown), GFP_NOWAIT | __GFP_NOWARN);

	if (!thrown)
		return false;
	thrown->mm = current->mm;
	thrown->start = start;
	thrown->end = end;
	take_moved(thrown);
	if (linux_task_work_begin(current, &thrown->work, thrown_run))
		return true;
	kfree(thrown);
	return false;
}

static void was_thrown(struct mm_struct *mm, unsigned long start, unsigned long end)
{
	bool is_own = current->mm == mm, is_meant;
	unsigned long state = os_irq_save();
	struct linux_process *process = linux_process_find(mm);

	/* what is moved may come to places whose text has gone */
	is_meant = process && READ_ONCE(process->writer) != current &&
		   (dt_user_has_places(&process->space, start, end) || (is_own && is_moving()));
	if (is_meant) {
		atomic_inc(&process->throws);
		atomic_inc(&process->throwing);
	}
	os_irq_restore(state);
	if (!is_meant || (is_own && look_later(start, end)))
		return;
	state = os_irq_save();
	process = linux_process_find(mm);
	if (process) {
		linux_process_look(process);
		linux_process_thrown(&process->space);
	}
	os_irq_restore(state);
}

/* `throwing` becomes `looks` and, in the worker, `throwing` again: read in this order, one of them is seen. */
bool linux_process_throwing(struct os_space *space)
{
	struct linux_process *process = container_of(space, struct linux_process, space);

	if (atomic_read_acquire(&process->throwing) > 0 || smp_load_acquire(&process->looks))
		return true;
	return atomic_read(&process->throwing) > 0;
}

/* The process may have been closed, and opened anew, since it was counted. */
void linux_process_thrown(struct os_space *space)
{
	atomic_dec_if_positive(&container_of(space, struct linux_process, space)->throwing);
}

void linux_process_mapped(void)
{
	struct os_space *space = linux_process_space(current->mm);

	if (!space)
		return;
	dt_user_mapped(space);
	dt_space_put(space, 1);
}

void linux_thrown_begin(struct linux_process *process)
{
	process->notifier = compat_notifier_get(process->mm, was_thrown);
	if (!process->notifier)
		pr_notice_once("dtrace: text that traced processes throw away is not noticed\n");
}

void linux_thrown_end(struct linux_process *process)
{
	compat_notifier_put(process->notifier);
}

void linux_thrown_fini(void)
{
	compat_notifier_fini();
}
