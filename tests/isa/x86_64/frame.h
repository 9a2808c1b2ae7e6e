/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* frame.h (x86_64) - a signal's frame and a probe's instruction, for tests/unit/userland/usdt/values/arm.c. */
#include "isa/x86_64/isa_types.h"

static const uint8_t break_insn[] = { 0xcc };

static inline void frame_regs(struct isa_self_regs *regs, const ucontext_t *frame)
{
	const greg_t *from = frame->uc_mcontext.gregs;

	regs->r15 = (uint64_t)from[REG_R15];
	regs->r14 = (uint64_t)from[REG_R14];
	regs->r13 = (uint64_t)from[REG_R13];
	regs->r12 = (uint64_t)from[REG_R12];
	regs->bp = (uint64_t)from[REG_RBP];
	regs->bx = (uint64_t)from[REG_RBX];
	regs->r11 = (uint64_t)from[REG_R11];
	regs->r10 = (uint64_t)from[REG_R10];
	regs->r9 = (uint64_t)from[REG_R9];
	regs->r8 = (uint64_t)from[REG_R8];
	regs->ax = (uint64_t)from[REG_RAX];
	regs->cx = (uint64_t)from[REG_RCX];
	regs->dx = (uint64_t)from[REG_RDX];
	regs->si = (uint64_t)from[REG_RSI];
	regs->di = (uint64_t)from[REG_RDI];
	regs->ip = (uint64_t)from[REG_RIP];
	regs->sp = (uint64_t)from[REG_RSP];
}

/* The address of the break that was executed; the instruction that was there is skipped. */
static inline uintptr_t frame_site(const ucontext_t *frame)
{
	return (uintptr_t)frame->uc_mcontext.gregs[REG_RIP] - sizeof(break_insn);
}

static inline void frame_skip(ucontext_t *frame, uintptr_t site, const uint8_t *old)
{
	frame->uc_mcontext.gregs[REG_RIP] = (greg_t)(site + 1);
}
