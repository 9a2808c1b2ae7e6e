/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stack.c - return addresses: the kernel's by its own unwinder, the user's by frame pointers and guarded loads. */
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

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

DT_PROBE_CTX static int load_user(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_uload(dst, addr, size);
}

DT_PROBE_CTX unsigned int os_ustack(struct isa_regs *regs, uint64_t *pcs, unsigned int max)
{
	const struct isa_mem mem = { .load = load_user };
	unsigned int count = 0, word;
	uint64_t fp, pc;

	if (!regs || !user_mode((struct pt_regs *)regs))
		regs = os_user_regs();
	if (!regs || max == 0)
		return 0;
	pcs[count++] = isa_pc_get(regs);
	word = linux_cpu_user_word((struct pt_regs *)regs);
	fp = isa_fp_get(regs);
	while (count < max && isa_frame_next(word, &fp, &pc, &mem) == 0 && pc != 0)
		pcs[count++] = pc;
	return count;
}
