/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native.h (aarch64) - the register file in a signal frame, for native_fixed.c. */
#include "isa/aarch64/isa_types.h"

#define NATIVE_TRAP()    __asm__ volatile("brk #0" ::: "memory")
#define NATIVE_TRAP_WORD 0xd4200000u
#define NATIVE_TRAP_LEN  4
#define NATIVE_SP        sp
#define NATIVE_FRAME_PC  pc
#define PSTATE_NZCV      0xf0000000u

typedef struct aarch64_regs native_regs;

static inline void native_from_frame(native_regs *regs, const ucontext_t *frame)
{
	memcpy(regs->x, frame->uc_mcontext.regs, sizeof(regs->x));
	regs->sp = frame->uc_mcontext.sp;
	regs->pc = frame->uc_mcontext.pc;
	regs->pstate = frame->uc_mcontext.pstate & PSTATE_NZCV;
}

static inline void native_to_frame(ucontext_t *frame, const native_regs *regs)
{
	memcpy(frame->uc_mcontext.regs, regs->x, sizeof(regs->x));
	frame->uc_mcontext.sp = regs->sp;
	frame->uc_mcontext.pc = regs->pc;
	frame->uc_mcontext.pstate = (frame->uc_mcontext.pstate & ~(uint64_t)PSTATE_NZCV) | (regs->pstate & PSTATE_NZCV);
}

/* Make a random state one that can be run: jumps by register go where nothing is mapped. */
static inline void native_tame(native_regs *regs, const struct isa_insn *in)
{
	regs->pstate &= PSTATE_NZCV;
	if (in->class == ISA_CLASS_IJUMP || in->class == ISA_CLASS_RETURN ||
	    (in->class == ISA_CLASS_CALL && !in->pc_relative)) {
		if (in->operand[1] < 31)
			regs->x[in->operand[1]] = (regs->x[in->operand[1]] & 0x7fffffffcu) | 0x2000000000u;
	}
}

/* Can @in be run at all? Literals have to be mapped: only those in the code itself are. */
static inline bool native_can_run(const struct isa_insn *in, uint64_t code, uint64_t size)
{
	if (in->class == ISA_CLASS_LOAD && in->pc_relative)
		return in->target >= code && in->target < code + size - 8;
	return in->target != in->addr || !native_jumps(in);
}
