/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* frame.h (i386) - a signal's frame and a probe's instruction, for tests/unit/userland/usdt/values/arm.c. */
#include "isa/i386/isa_types.h"

static const uint8_t break_insn[] = { 0xcc };

static inline void frame_regs(struct isa_self_regs *regs, const ucontext_t *frame)
{
	const greg_t *from = frame->uc_mcontext.gregs;

	regs->bx = (uint32_t)from[REG_EBX];
	regs->cx = (uint32_t)from[REG_ECX];
	regs->dx = (uint32_t)from[REG_EDX];
	regs->si = (uint32_t)from[REG_ESI];
	regs->di = (uint32_t)from[REG_EDI];
	regs->bp = (uint32_t)from[REG_EBP];
	regs->ax = (uint32_t)from[REG_EAX];
	regs->ip = (uint32_t)from[REG_EIP];
	regs->sp = (uint32_t)from[REG_ESP];
}

/* The address of the break that was executed; the instruction that was there is skipped. */
static inline uintptr_t frame_site(const ucontext_t *frame)
{
	return (uintptr_t)frame->uc_mcontext.gregs[REG_EIP] - sizeof(break_insn);
}

static inline void frame_skip(ucontext_t *frame, uintptr_t site, const uint8_t *old)
{
	frame->uc_mcontext.gregs[REG_EIP] = (greg_t)(site + 1);
}
