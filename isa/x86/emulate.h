/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * emulate.h - the emulations that nearly every site needs, inline; the others are called (emulate.c).
 *
 * Instantiated in each mode with a constant frame, for guarded and for plain memory, so that all
 * offsets are immediates and the plain form is a leaf. Under `-fno-jump-tables` (kernels with
 * retpolines) the switch becomes a few compares: a return takes 20 machine instructions in all.
 * Nothing is written to the registers before the last thing that can fail.
 */
#ifndef ISA_X86_EMULATE_H
#define ISA_X86_EMULATE_H

#include "isa/x86/memory.h"
#include "isa/x86/x86.h"

/*
 * x86_condition - is condition @number (low four bits of a jcc) true? SDM volume 1, appendix B: the
 * number's upper three bits name the test, bit 0 negates it.
 */
DT_PROBE_INLINE bool x86_condition(unsigned int number, uint64_t flags)
{
	bool less = ((flags >> 7) ^ (flags >> 11)) & 1; /* SF != OF */
	bool hit;

	switch (number >> 1) {
	case 0:
		hit = flags & X86_FLAG_OF;
		break;
	case 1:
		hit = flags & X86_FLAG_CF;
		break;
	case 2:
		hit = flags & X86_FLAG_ZF;
		break;
	case 3:
		hit = flags & (X86_FLAG_CF | X86_FLAG_ZF);
		break;
	case 4:
		hit = flags & X86_FLAG_SF;
		break;
	case 5:
		hit = flags & X86_FLAG_PF;
		break;
	case 6:
		hit = less;
		break;
	default:
		hit = less || flags & X86_FLAG_ZF;
		break;
	}
	return hit != (number & 1);
}

/* Store a word below the stack pointer and lower it. */
DT_PROBE_INLINE int x86_push(void *regs, const struct isa_mem *mem, const struct x86_frame *frame, unsigned int size,
			     uint64_t value)
{
	uint64_t sp = x86_word_get(regs, frame->general[X86_REG_SP], frame->long_mode) - size;

	if (!frame->long_mode)
		sp = (uint32_t)sp;
	if (x86_mem_store(mem, sp, size, value) != 0)
		return -OS_EFAULT;
	x86_word_set(regs, frame->general[X86_REG_SP], sp, frame->long_mode);
	return 0;
}

/* Load the word at the stack pointer and raise it. */
DT_PROBE_INLINE int x86_pop(void *regs, const struct isa_mem *mem, const struct x86_frame *frame, unsigned int size,
			    uint64_t *value)
{
	uint64_t sp = x86_word_get(regs, frame->general[X86_REG_SP], frame->long_mode);

	if (x86_mem_load(mem, sp, size, value) != 0)
		return -OS_EFAULT;
	x86_word_set(regs, frame->general[X86_REG_SP], sp + size, frame->long_mode);
	return 0;
}

/* x86_emulate - see insn_emulate in isa/isa.h; @frame is constant at each caller. */
DT_PROBE_INLINE int x86_emulate(const struct isa_insn *in, void *regs, const struct isa_mem *mem,
				const struct x86_frame *frame)
{
	const unsigned int word = frame->long_mode ? 8 : 4;
	uint64_t next = in->addr + in->len;
	uint64_t value;

	if (DT_LIKELY(in->op == X86_OP_PUSH_REG)) { /* the most frequent one: one comparison */
		value = x86_word_get(regs, in->operand[0], frame->long_mode);
		if (x86_push(regs, mem, frame, word, value) != 0)
			return -OS_EFAULT;
		x86_word_set(regs, frame->ip, next, frame->long_mode);
		return 0;
	}
	if (in->op == X86_OP_RET) {
		if (x86_pop(regs, mem, frame, word, &next) != 0)
			return -OS_EFAULT;
		x86_word_set(regs, frame->ip, next, frame->long_mode);
		return 0;
	}
	switch (in->op) {
	case X86_OP_NOP:
		break;
	case X86_OP_JMP:
		next = in->target;
		break;
	case X86_OP_CALL:
		if (x86_push(regs, mem, frame, word, next) != 0)
			return -OS_EFAULT;
		next = in->target;
		break;
	case X86_OP_JCC:
		if (x86_condition(in->operand[0], x86_word_get(regs, frame->flags, frame->long_mode)))
			next = in->target;
		break;
	case X86_OP_POP_REG:
		if (x86_pop(regs, mem, frame, word, &value) != 0)
			return -OS_EFAULT;
		x86_word_set(regs, in->operand[0], value, frame->long_mode); /* after sp moved: pop sp loads it */
		break;
	default:
		return x86_emulate_rare(in, regs, mem, frame);
	}
	x86_word_set(regs, frame->ip, next, frame->long_mode);
	return 0;
}

#endif
