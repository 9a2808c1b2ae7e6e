/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* frame.h (aarch64) - a signal's frame and a probe's instruction, for tests/unit/userland/usdt/values/arm.c. */
#include "isa/aarch64/isa_types.h"

static const uint8_t break_insn[] = { 0x00, 0x00, 0x20, 0xd4 };

static inline void frame_regs(struct isa_self_regs *regs, const ucontext_t *frame)
{
	memcpy(regs->x, frame->uc_mcontext.regs, sizeof(regs->x));
	regs->sp = frame->uc_mcontext.sp;
	regs->pc = frame->uc_mcontext.pc;
}

/* The address of the break that was executed; the instruction that was there is skipped. */
static inline uintptr_t frame_site(const ucontext_t *frame)
{
	return (uintptr_t)frame->uc_mcontext.pc;
}

static inline void frame_skip(ucontext_t *frame, uintptr_t site, const uint8_t *old)
{
	frame->uc_mcontext.pc = site + 4;
}
