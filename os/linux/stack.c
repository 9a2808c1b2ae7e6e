/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stack.c - return addresses of the kernel's stack, by its own unwinder; and where a user stack begins. */
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "base/memory.h"
#include "core/entry.h"

struct walk {
	uint64_t *pcs;
	unsigned int count;
	unsigned int max;
	bool own; /* frames of this module, of the walk itself, or hidden ones are still on top */
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
	walk->pcs[walk->count++] = addr;
	return true;
}

DT_PROBE_CTX unsigned int os_kstack(struct isa_regs *isa_regs, const struct os_extent *hidden, uint64_t *pcs,
				    unsigned int max)
{
	struct pt_regs *regs = (struct pt_regs *)isa_regs;
	struct walk walk = { .pcs = pcs, .max = max, .hidden = hidden };

	if (regs && user_mode(regs))
		regs = NULL;
	walk.own = !regs || hidden;
	linux_calls.arch_stack_walk(consume, &walk, current, regs);
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
