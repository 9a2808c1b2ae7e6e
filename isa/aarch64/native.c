/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.c - A64: small programs as machine code (isa/native.h; encodings: Arm ARM DDI 0487, C4.1). x19 is the frame.
 * Helpers may be anywhere in the address space, so a call is `blr x16`.
 */
#include "isa/native.h"

#include "isa/aarch64/aarch64.h"
#include "isa/generic/emit.h"

#define BTI_C    0xd503245fu
#define FRAME    19u
#define SCRATCH  16u         /* x16, by which calls may go */
#define FP_LR_IN 0xa9be7bfdu /* stp x29, x30, [sp, #-32]! */
#define FP_LR    0xa8c27bfdu /* ldp x29, x30, [sp], #32 */
#define FP_IS_SP 0x910003fdu
#define SAVE     0xf9000bf3u /* str x19, [sp, #16] */
#define RESTORE  0xf9400bf3u
#define FRAME_X0 0xaa0003f3u /* mov x19, x0 */
#define X0_FRAME 0xaa1303e0u
#define RET      0xd65f03c0u

#define LDR      0xf9400000u /* [x19, #8 * number] */
#define STR      0xf9000000u
#define MOVZ     0xd2800000u
#define MOVK     0xf2800000u
#define MOVN     0x92800000u
#define WORD     0x80000000u /* taken off: on a register of 32 bits */
#define ORR      0xaa000000u
#define EOR      0xca000000u
#define AND      0x8a000000u
#define ADD      0x8b000000u
#define SUB      0xcb000000u
#define MUL      0x9b007c00u
#define LSLV     0x9ac02000u
#define LSRV     0x9ac02400u
#define ASRV     0x9ac02800u
#define MVN      0xaa2003e0u
#define CMP      0xeb00001fu

static bool put(struct isa_emit *to, uint32_t word)
{
	return isa_emit_put(to, word, 4);
}

/* A register of the CPU from one of the machine, or to it. */
static bool put_memory(struct isa_emit *to, uint32_t opcode, unsigned int reg, unsigned int number)
{
	return put(to, opcode | number << 10 | FRAME << 5 | reg);
}

/* @reg = @value; what is not 0, or not all ones, takes an instruction for each 16 bits. */
static bool put_constant(struct isa_emit *to, unsigned int reg, uint64_t value)
{
	bool ones = (int64_t)value < 0, first = true;
	uint64_t fill = ones ? 0xffff : 0, part;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		part = value >> (16 * i) & 0xffff;
		if (part == fill)
			continue;
		if (!put(to, (first ? (ones ? MOVN : MOVZ) : MOVK) | i << 21 |
				     (uint32_t)(first && ones ? part ^ 0xffff : part) << 5 | reg))
			return false;
		first = false;
	}
	return !first || put(to, (ones ? MOVN : MOVZ) | reg);
}

static bool put_jump(struct isa_emit *to, uint64_t target)
{
	uint32_t word;

	return aarch64_jump_near(&word, isa_emit_here(to), target) && put(to, word);
}

/* b.cond, cbz and their like: 19 bits of words. */
static bool put_branch(struct isa_emit *to, uint32_t opcode, uint64_t target)
{
	int64_t words = (int64_t)(target - isa_emit_here(to)) >> 2;

	return isa_emit_fits(words, 19) && put(to, opcode | ((uint32_t)words & 0x7ffffu) << 5);
}

static bool begin(struct isa_emit *to)
{
	return put(to, BTI_C) && put(to, FP_LR_IN) && put(to, FP_IS_SP) && put(to, SAVE) && put(to, FRAME_X0);
}

static bool leave(struct isa_emit *to)
{
	return put(to, RESTORE) && put(to, FP_LR) && put(to, RET);
}

static bool end(struct isa_emit *to, uint64_t thunk)
{
	return put(to, MOVZ) && leave(to);
}

static bool operate(struct isa_emit *to, const struct isa_native_insn *in, uint32_t opcode)
{
	return put_memory(to, LDR, 0, in->r1) && put_memory(to, LDR, 1, in->r2) && put(to, opcode | 1u << 16) &&
	       put_memory(to, STR, 0, in->rd);
}

static bool branch(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	/* condition codes, C1.2.4 */
	static const uint8_t codes[] = {
		[ISA_NATIVE_E] = 0,   [ISA_NATIVE_NE] = 1, [ISA_NATIVE_L] = 11, [ISA_NATIVE_GE] = 10,
		[ISA_NATIVE_LE] = 13, [ISA_NATIVE_G] = 12, [ISA_NATIVE_LU] = 3, [ISA_NATIVE_GEU] = 2,
		[ISA_NATIVE_LEU] = 9, [ISA_NATIVE_GU] = 8
	};

	if (in->when == ISA_NATIVE_ALWAYS)
		return put_jump(to, target);
	return put_memory(to, LDR, 0, in->r1) && put_memory(to, LDR, 1, in->r2) && put(to, CMP | 1u << 16) &&
	       put_branch(to, 0x54000000u | codes[in->when], target);
}

static bool call(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	return put(to, X0_FRAME) && put(to, (MOVZ & ~WORD) | (in->word & 0xffff) << 5 | 1) &&
	       put(to, (MOVK & ~WORD) | 1u << 21 | in->word >> 16 << 5 | 1) && put_constant(to, SCRATCH, in->value) &&
	       put(to, 0xd63f0000u | SCRATCH << 5) /* blr */ && put_branch(to, 0x35000000u, target); /* cbnz w0 */
}

static bool insn(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target, uint64_t thunk)
{
	switch (in->op) {
	case ISA_NATIVE_CONST:
		return put_constant(to, 0, in->value) && put_memory(to, STR, 0, in->rd);
	case ISA_NATIVE_MOVE:
		return put_memory(to, LDR, 0, in->r1) && put_memory(to, STR, 0, in->rd);
	case ISA_NATIVE_NOT:
		return put_memory(to, LDR, 0, in->r1) && put(to, MVN) && put_memory(to, STR, 0, in->rd);
	case ISA_NATIVE_OR:
		return operate(to, in, ORR);
	case ISA_NATIVE_XOR:
		return operate(to, in, EOR);
	case ISA_NATIVE_AND:
		return operate(to, in, AND);
	case ISA_NATIVE_ADD:
		return operate(to, in, ADD);
	case ISA_NATIVE_SUB:
		return operate(to, in, SUB);
	case ISA_NATIVE_MUL:
		return operate(to, in, MUL);
	case ISA_NATIVE_SLL:
		return operate(to, in, LSLV);
	case ISA_NATIVE_SRL:
		return operate(to, in, LSRV);
	case ISA_NATIVE_SRA:
		return operate(to, in, ASRV);
	case ISA_NATIVE_BRANCH:
		return branch(to, in, target);
	case ISA_NATIVE_CALL:
		return call(to, in, target);
	case ISA_NATIVE_RETURN:
		return put_memory(to, LDR, 0, in->r1) && leave(to);
	default:
		return false;
	}
}

const struct isa_native isa_native_aarch64 = { &isa_aarch64, begin, insn, end };
