/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* insn.h - the first step of every decoder. */
#ifndef ISA_GENERIC_INSN_H
#define ISA_GENERIC_INSN_H

#include "base/memory.h"
#include "isa/isa.h"

DT_STATIC_ASSERT(ISA_INSN_MAX >= 8 && ISA_INSN_MAX <= 16 && sizeof(((struct isa_insn *)0)->operand) == 4,
		 "words cover them: isa_insn_clear");

/* isa_insn_clear - nothing is known of the instruction at @addr yet; the verdict is REJECT. */
static inline void isa_insn_clear(struct isa_insn *in, uint64_t addr)
{
	DT_PUT64(in->bytes, 0);
	DT_PUT64(in->bytes + sizeof(in->bytes) - 8, 0);
	in->len = 0;
	DT_PUT32(in->operand, 0);
	in->addr = addr;
	in->target = 0;
	in->imm = 0;
	in->op = 0;
	in->verdict = ISA_REJECT;
	in->reason = ISA_REASON_NONE;
	in->class = ISA_CLASS_OTHER;
	in->pc_relative = false;
	in->ends_flow = false;
	in->scratch_dead = false;
	in->may_fault = false;
	in->accesses_memory = false;
	in->system_call = false;
	in->unused = 0;
}

#endif
