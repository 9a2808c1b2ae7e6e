/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * trap.c - a process has executed a break; and threads that are in slots. The core does the work
 * (core/site/user_trap.c); here are the kernel's thread, and memory that has to be brought in.
 *
 * A trap from user mode is ordinary kernel code with interrupts off: unlike a trap in the kernel it
 * may allocate, once the probes have fired.
 */
#include <linux/jump_label.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <linux/wait_bit.h>

#include "os/linux/process/process.h"

#include <isa_types.h>

static int (*force_fault)(int signal, int code, void __user *addr);

/* Most machines have none: each trap would ask in vain. */
static DEFINE_STATIC_KEY_FALSE(shadow_stacks);

static struct dt_user_thread thread_of(const struct task_struct *task)
{
	return (struct dt_user_thread){
		.id = (u32)task->pid,
		.stack_start = task->sas_ss_sp,
		.stack_end = task->sas_ss_sp + task->sas_ss_size,
	};
}

/* ---- work that a task does before it returns to user mode ------------------------------------- */

static atomic_t works;

bool linux_task_work_begin(struct task_struct *task, struct callback_head *work, void (*fn)(struct callback_head *work))
{
	init_task_work(work, fn);
	atomic_inc(&works);
	if (task_work_add(task, work, TWA_RESUME) == 0)
		return true;
	linux_task_work_end();
	return false;
}

void linux_task_work_end(void)
{
	if (atomic_dec_and_test(&works))
		wake_up_var(&works);
}

/* ---- memory that is missing ------------------------------------------------------------------ */

/* An access for which a thread waits on its way back to user mode. */
struct wanted {
	struct callback_head work;
	struct dt_user_access access;
};

static int bring_in(unsigned long addr, bool write)
{
	bool unlocked = false;
	int error;

	mmap_read_lock(current->mm);
	error = fixup_user_fault(current->mm, addr, write ? FAULT_FLAG_WRITE : 0, &unlocked);
	mmap_read_unlock(current->mm);
	return error;
}

/* Memory that cannot be had is the program's own fault, as if its instruction had been executed. */
static void fault(unsigned long addr)
{
	struct vm_area_struct *area;
	int code;

	mmap_read_lock(current->mm);
	area = find_vma(current->mm, addr);
	code = area && area->vm_start <= addr ? SEGV_ACCERR : SEGV_MAPERR;
	mmap_read_unlock(current->mm);
	if (force_fault)
		force_fault(SIGSEGV, code, (void __user *)addr);
	else
		force_sig(SIGSEGV);
}

/* The thread is on its site: when the memory is there it executes the break again. */
static void wanted_run(struct callback_head *work)
{
	struct wanted *wanted = container_of(work, struct wanted, work);
	unsigned long first = (unsigned long)wanted->access.addr, last = first + wanted->access.size - 1;
	bool write = wanted->access.write;
	int error;

	kfree(wanted);
	error = bring_in(first, write);
	if (!error && (first & PAGE_MASK) != (last & PAGE_MASK)) {
		first = last & PAGE_MASK;
		error = bring_in(first, write);
	}
	if (error == -EFAULT) /* else it is there, or a signal ends the wait */
		fault(first);
	linux_task_work_end();
}

/* Without memory for it nothing is lost: the thread executes its break again, and asks again. */
static void want(const struct dt_user_access *access)
{
	struct wanted *wanted = kmalloc(sizeof(*wanted), GFP_ATOMIC | __GFP_NOWARN);

	if (!wanted)
		return;
	wanted->access = *access;
	if (!linux_task_work_begin(current, &wanted->work, wanted_run))
		kfree(wanted);
}

/* ---- breaks that have to go -------------------------------------------------------------------- */

/* One that a debugger has put back, or that was executed as other instructions than the program's. */
struct stale {
	struct callback_head work;
	u64 addr;
	void (*give_back)(struct os_space *space, uint64_t addr);
};

static void stale_run(struct callback_head *work)
{
	struct stale *stale = container_of(work, struct stale, work);
	void (*give_back)(struct os_space * space, uint64_t addr) = stale->give_back;
	struct os_space *space = linux_process_space(current->mm);
	u64 addr = stale->addr;

	kfree(stale);
	if (space) {
		give_back(space, addr);
		dt_space_put(space, 1);
	}
	linux_task_work_end();
}

/* Without memory for it the thread executes the break again, and asks again. */
static void remove_break(u64 addr, void (*give_back)(struct os_space *space, uint64_t addr))
{
	struct stale *stale = kmalloc(sizeof(*stale), GFP_ATOMIC | __GFP_NOWARN);

	if (!stale)
		return;
	stale->addr = addr;
	stale->give_back = give_back;
	if (!linux_task_work_begin(current, &stale->work, stale_run))
		kfree(stale);
}

/* ---- traps ----------------------------------------------------------------------------------- */

DT_PROBE_CTX bool linux_user_traced(void)
{
	return linux_process_find(current->mm) != NULL;
}

/* Whether the thread executes instructions of the kind that the process was opened for. */
DT_PROBE_INLINE bool is_in_mode(const struct linux_process *process, const struct pt_regs *regs)
{
	return linux_cpu_user_word(regs) == process->space.isa->word_size;
}

DT_PROBE_CTX struct linux_process *linux_user_site(const struct pt_regs *regs)
{
	struct linux_process *process = linux_process_find(current->mm);

	return process && dt_user_is_site(&process->space, (const struct isa_regs *)regs) ? process : NULL;
}

DT_PROBE_CTX uint64_t linux_process_pc(uint64_t pc)
{
	struct linux_process *process = linux_process_find(current->mm);

	return process ? dt_user_pc(&process->space, pc) : pc;
}

/* A thread that is single-stepped has made its step by an emulated instruction; the CPU would execute one more. */
static void step_made(const struct pt_regs *regs)
{
	if (force_fault)
		force_fault(SIGTRAP, TRAP_TRACE, (void __user *)instruction_pointer((struct pt_regs *)regs));
	else
		force_sig(SIGTRAP);
}

/* Interrupts are off. */
DT_PROBE_INLINE enum dt_user_trap trap_in(struct linux_process *process, struct pt_regs *regs,
					  struct dt_user_access *access)
{
	struct dt_user_thread thread = thread_of(current);

	if (static_branch_unlikely(&shadow_stacks))
		thread.has_shadow_stack = linux_cpu_has_shadow_stack(current);
	if (likely(is_in_mode(process, regs)))
		return dt_user_trap(&process->space, (struct isa_regs *)regs, &thread, access);
	return dt_user_trap_apart(&process->space, (struct isa_regs *)regs, access);
}

/* What is left to do after the trap. Return: whether it was ours. */
DT_PROBE_INLINE bool trap_end(enum dt_user_trap result, struct pt_regs *regs, const struct dt_user_access *access)
{
	if (likely(result == DT_USER_TRAP_EXECUTED)) {
		if (unlikely(linux_cpu_single_steps(regs)))
			step_made(regs);
		return true;
	}
	if (result == DT_USER_TRAP_MISSING)
		want(access);
	if (result == DT_USER_TRAP_STALE)
		remove_break(access->addr, dt_user_give_back);
	if (result == DT_USER_TRAP_APART)
		remove_break(access->addr, dt_user_surrender);
	return result != DT_USER_TRAP_FOREIGN;
}

void linux_user_trap_in(struct linux_process *process, struct pt_regs *regs)
{
	struct dt_user_access access;
	enum dt_user_trap result = trap_in(process, regs, &access);

	trap_end(result, regs, &access);
}

bool linux_user_trap(struct pt_regs *regs)
{
	enum dt_user_trap result = DT_USER_TRAP_FOREIGN;
	struct linux_process *process;
	struct dt_user_access access;
	unsigned long state = os_irq_save();

	process = linux_process_find(current->mm);
	if (process)
		result = trap_in(process, regs, &access);
	os_irq_restore(state);
	return trap_end(result, regs, &access);
}

/* ---- threads in slots ------------------------------------------------------------------------ */

DT_PROBE_CTX void linux_process_leave_slot(void)
{
	struct linux_process *process;
	struct dt_user_thread thread;

	if (!current->mm || current->flags & PF_KTHREAD)
		return;
	process = linux_process_find(current->mm);
	if (!process)
		return;
	thread = thread_of(current);
	dt_user_leave_slot(&process->space, (struct isa_regs *)task_pt_regs(current), &thread);
}

DT_PROBE_CTX void linux_process_begin(struct linux_process *process, struct task_struct *task)
{
	const struct dt_user_thread thread = thread_of(task);

	dt_user_leave_slot(&process->space, (struct isa_regs *)task_pt_regs(task), &thread);
}

DT_PROBE_CTX void linux_process_thread_end(struct linux_process *process, void *task)
{
	dt_user_thread_end(&process->space, (u32)((struct task_struct *)task)->pid);
}

static void leave_slot_here(void *arg)
{
	linux_process_leave_slot();
}

/*
 * Threads that do not run have left their slots when they left their CPU; those that run leave them
 * in this cross call. No new one comes: the site is gone.
 */
void linux_process_grace(struct os_space *space)
{
	os_xcall(OS_CPU_ALL, leave_slot_here, NULL);
}

int linux_user_trap_init(void)
{
	force_fault = (void *)linux_symbol("force_sig_fault");
	if (linux_cpu_shadow_stacks())
		static_branch_enable(&shadow_stacks);
	return 0;
}

/* The last instructions of such a function are executed after it was counted. */
void linux_user_trap_fini(void)
{
	wait_var_event(&works, atomic_read(&works) == 0);
	linux_grace();
}
