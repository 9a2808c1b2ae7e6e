/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stack.c - return addresses of the kernel's stack, and where a user stack begins.
 *
 * The kernel's unwinder finds them on every kernel. Where this CPU has a walk of its own (linux_cpu_frame_next) it is
 * tried first, for it is several times as quick; it has the same answers, or none. Within the switch from one thread
 * to another it has more: the kernel's unwinder stops where the stack is not that of the current task. The parameter
 * `unwinder` is for who doubts that, and for tests.
 */
#include <linux/moduleparam.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "base/memory.h"
#include "core/entry.h"

enum { UNWINDER_KERNEL, UNWINDER_OWN, UNWINDER_BOTH };

static unsigned int unwinder = UNWINDER_OWN;
module_param(unwinder, uint, 0644);
MODULE_PARM_DESC(unwinder, "who walks stacks: 0 the kernel's unwinder, 1 (default) the tracer where it can, 2 both, "
			   "compared in /proc/dtrace/stats");

struct linux_stack_counts linux_stack_counts;

struct walk {
	uint64_t *pcs;
	unsigned int count;
	unsigned int max;
	bool own;      /* frames of this module, of the walk itself, or hidden ones are still on top */
	bool compares; /* pcs are there already */
	bool differs;
	const struct os_extent *hidden;
};

DT_PROBE_CTX static bool is_in(const struct os_extent *extent, unsigned long addr)
{
	return addr >= extent->start && addr < extent->end;
}

/* riscv64 begins a walk without registers in the kernel's function that walks. */
DT_PROBE_CTX static bool is_hidden(const struct walk *walk, unsigned long addr)
{
	const struct os_extent *extent;

	if (linux_own_text(addr) || is_in(&linux_calls.walker, addr))
		return true;
	for (extent = walk->hidden; extent && extent->end; extent++) {
		if (is_in(extent, addr))
			return true;
	}
	return false;
}

DT_PROBE_CTX static bool consume(void *cookie, unsigned long addr)
{
	struct walk *walk = cookie;

	if (walk->own && is_hidden(walk, addr))
		return true;
	walk->own = false;
	if (walk->count == walk->max)
		return false;
	addr = walk->count == 0 ? dt_text_pc(addr) : addr;
	if (walk->compares)
		walk->differs |= walk->pcs[walk->count] != addr;
	else
		walk->pcs[walk->count] = addr;
	walk->count++;
	return true;
}

/* Return: false: it is left to the kernel's unwinder; nothing has happened. Context: interrupts off. */
DT_PROBE_CTX static bool walk_own(struct walk *walk, const struct pt_regs *regs)
{
	struct walk begin = *walk;
	enum linux_step step;
	struct linux_frame frame;

	if (!linux_cpu_frame_first(regs, &frame))
		return false;
	do {
		if (!consume(walk, frame.pc) || walk->count == walk->max)
			return true;
		step = linux_cpu_frame_next(&frame);
	} while (step == LINUX_STEP_CALLER);
	if (step == LINUX_STEP_END)
		return true;
	*walk = begin;
	return false;
}

/* Walk again by the kernel's unwinder, and count whether it finds the same. */
DT_PROBE_CTX static void compare(const struct walk *own, const struct walk *begin, struct pt_regs *regs)
{
	struct walk walk = *begin;

	walk.compares = true;
	linux_calls.arch_stack_walk(consume, &walk, current, regs);
	atomic_long_inc(&linux_stack_counts.compared);
	if (!walk.differs && walk.count < own->count)
		atomic_long_inc(&linux_stack_counts.longer);
	if (!walk.differs && walk.count <= own->count)
		return;
	atomic_long_inc(&linux_stack_counts.different);
	os_trace("stack: the kernel's unwinder has another", own->count > 0 ? own->pcs[0] : 0, walk.count);
}

DT_PROBE_CTX unsigned int os_kstack(struct isa_regs *isa_regs, const struct os_extent *hidden, uint64_t *pcs,
				    unsigned int max)
{
	struct pt_regs *regs = (struct pt_regs *)isa_regs;
	struct walk walk = { .pcs = pcs, .max = max, .hidden = hidden }, begin;
	unsigned int by = READ_ONCE(unwinder);
	unsigned long state;
	bool done = false;

	if (regs && user_mode(regs))
		regs = NULL;
	walk.own = !regs || hidden;
	begin = walk;
	if (by != UNWINDER_KERNEL) {
		state = os_irq_save();
		done = walk_own(&walk, regs);
		os_irq_restore(state);
	}
	if (!done)
		linux_calls.arch_stack_walk(consume, &walk, current, regs);
	if (by == UNWINDER_BOTH && done)
		compare(&walk, &begin, regs);
	else if (by == UNWINDER_BOTH)
		atomic_long_inc(&linux_stack_counts.left);
	return walk.count;
}

DT_PROBE_CTX bool os_kstack_exact(void)
{
	return linux_cpu_unwinder_exact();
}

/* A thread may have been interrupted in a slot, which is no address of its program. */
DT_PROBE_CTX static uint64_t program_pc(uint64_t pc)
{
	unsigned long state = os_irq_save();

	pc = linux_process_pc(pc);
	os_irq_restore(state);
	return pc;
}

DT_PROBE_CTX uint64_t os_memory(void)
{
	return (unsigned long)current->mm;
}

/* The number alone does not tell: on the way back the pc may be that of a signal's handler already. */
DT_PROBE_CTX static bool is_after_call(const struct isa_syscall *syscall, const struct pt_regs *regs, uint64_t pc)
{
	uint8_t code[sizeof(syscall->code)];

	return linux_cpu_syscall_number(regs) >= 0 && os_uload(code, pc - syscall->len, syscall->len) == 0 &&
	       dt_memcmp(code, syscall->code, syscall->len) == 0;
}

DT_PROBE_CTX bool os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret)
{
	const struct isa *isa;

	if (!regs || !user_mode((struct pt_regs *)regs))
		regs = os_user_regs();
	if (!regs)
		return false;
	ret->word = linux_cpu_user_word((const struct pt_regs *)regs);
	isa = isa_self.narrow && ret->word == isa_self.narrow->word_size ? isa_self.narrow : &isa_self;
	ret->isa = isa;
	ret->pc = program_pc(isa->pc_get(regs));
	ret->sp = isa->sp_get(regs);
	ret->fp = isa->fp_get(regs);
	if (isa->caller_get(regs, &dt_user_memory, &ret->link) != 0)
		ret->link = 0;
	ret->called = is_after_call(&isa->syscall, (const struct pt_regs *)regs, ret->pc);
	ret->memory = os_memory();
	return true;
}
