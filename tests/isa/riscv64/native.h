/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native.h (riscv64) - the register file in a signal frame, for native_fixed.c. */
#include "isa/riscv64/isa_types.h"

#define NATIVE_TRAP()    __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop" ::: "memory")
#define NATIVE_TRAP_WORD 0x90029002u
#define NATIVE_TRAP_LEN  4
#define NATIVE_SP        x[2]
#define NATIVE_FRAME_PC  __gregs[0]

typedef struct riscv64_regs native_regs;

static inline void native_from_frame(native_regs *regs, const ucontext_t *frame)
{
	memset(regs, 0, sizeof(*regs));
	memcpy(regs->x, frame->uc_mcontext.__gregs, sizeof(regs->x));
}

static inline void native_to_frame(ucontext_t *frame, const native_regs *regs)
{
	memcpy(frame->uc_mcontext.__gregs, regs->x, sizeof(regs->x));
}

/* Make a random state one that can be run: jumps by register go where nothing is mapped. */
static inline void native_tame(native_regs *regs, const struct isa_insn *in)
{
	regs->status = regs->badaddr = regs->cause = regs->orig_a0 = 0;
	if (in->class == ISA_CLASS_IJUMP || in->class == ISA_CLASS_RETURN ||
	    (in->class == ISA_CLASS_CALL && !in->pc_relative)) {
		if (in->operand[1])
			regs->x[in->operand[1]] = (regs->x[in->operand[1]] & 0x7ffffffffu) | 0x2000000000u;
	}
}

static inline bool native_can_run(const struct isa_insn *in, uint64_t code, uint64_t size)
{
	return in->target != in->addr || !native_jumps(in);
}
