/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* insn.h - the first step of every decoder. */
#ifndef ISA_GENERIC_INSN_H
#define ISA_GENERIC_INSN_H

#include "isa/isa.h"

/* isa_insn_clear - nothing is known of the instruction at @addr yet; the verdict is REJECT. */
static inline void isa_insn_clear(struct isa_insn *in, uint64_t addr)
{
	unsigned int i;

	for (i = 0; i < ISA_INSN_MAX; i++)
		in->bytes[i] = 0;
	for (i = 0; i < DT_ARRAY_SIZE(in->operand); i++)
		in->operand[i] = 0;
	in->addr = addr;
	in->target = 0;
	in->imm = 0;
	in->op = 0;
	in->len = 0;
	in->verdict = ISA_REJECT;
	in->reason = ISA_REASON_NONE;
	in->class = ISA_CLASS_OTHER;
	in->pc_relative = false;
	in->ends_flow = false;
	in->scratch_dead = false;
	in->may_fault = false;
	in->accesses_memory = false;
	in->system_call = false;
}

#endif
