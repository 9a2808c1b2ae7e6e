/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* frame.h (riscv64) - a signal's frame and a probe's instruction, for tests/unit/userland/usdt/values/arm.c. */
#include "isa/riscv64/isa_types.h"

static const uint8_t break_insn[] = { 0x02, 0x90 };

static inline void frame_regs(struct isa_self_regs *regs, const ucontext_t *frame)
{
	memcpy(&regs->x[1], &frame->uc_mcontext.__gregs[1], 31 * sizeof(regs->x[1]));
	regs->epc = frame->uc_mcontext.__gregs[REG_PC];
}

/* The address of the break that was executed; the instruction that was there is skipped. */
static inline uintptr_t frame_site(const ucontext_t *frame)
{
	return (uintptr_t)frame->uc_mcontext.__gregs[REG_PC];
}

static inline void frame_skip(ucontext_t *frame, uintptr_t site, const uint8_t *old)
{
	frame->uc_mcontext.__gregs[REG_PC] = site + ((old[0] & 3) == 3 ? 4 : 2);
}
