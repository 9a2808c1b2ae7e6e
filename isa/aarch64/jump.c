/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump.c - A64: jumps, and instructions at another address (isa/jump.h).
 *
 *     instruction            in a stub
 *     b target               b
 *     b.cond, cbz, tbz       itself over `b +8`, which leads over a b to the target
 *     bl target              adrp, add x30; b
 *     adr, adrp              adrp, add
 *     ldr Xt, literal        adrp, add, ldr [Xt]; of a SIMD register: itself, within 1 MiB
 *     blr                    none: a br in its place would fail the landing pad of its destination
 *     all others             itself
 *
 * A veneer jumps through x16. In the middle of a function x16 and x17 may hold values, so the veneer
 * pushes both, and the common entry restores them.
 *
 * b and brk may replace each other while other CPUs execute them (DDI 0487, B2.2.5), so a region is
 * one word and is written in one store.
 */
#include "isa/aarch64/aarch64.h"
#include "isa/generic/emit.h"

#define PUSH_X30 0xf81f0ffeu /* str x30, [sp, #-16]! */
#define POP_X30  0xf84107feu /* ldr x30, [sp], #16 */
#define B_8      0x14000002u /* b +8 */
#define PUSH_IP  0xa9bf47f0u /* stp x16, x17, [sp, #-16]! */
#define LDR_IP   0x58000070u /* ldr x16, the literal 12 bytes from here */
#define BR_IP    0xd61f0200u /* br x16 */
#define LINK     0x80000000u /* b -> bl */
#define OPC(n)   ((n)&3)     /* of a literal: 0 ldr Wt, 1 ldr Xt, 2 ldrsw */

static bool put_word(struct isa_emit *to, uint32_t word)
{
	return isa_emit_put(to, word, 4);
}

static enum isa_jump_refusal put_branch(struct isa_emit *to, uint64_t target, uint32_t link)
{
	uint32_t word;

	if (!aarch64_jump_near(&word, isa_emit_here(to), target))
		return ISA_JUMP_REACH;
	return put_word(to, word | link) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
}

/* adrp, add: @reg, which is not 31, becomes @value. */
static enum isa_jump_refusal put_address(struct isa_emit *to, unsigned int reg, uint64_t value)
{
	int64_t pages = (int64_t)((value & ~(uint64_t)4095) - (isa_emit_here(to) & ~(uint64_t)4095)) >> 12;
	uint32_t low = (uint32_t)(value & 4095);

	if (!isa_emit_fits(pages, 21))
		return ISA_JUMP_REACH;
	if (!put_word(to, 0x90000000u | ((uint32_t)pages & 3) << 29 | ((uint32_t)(pages >> 2) & 0x7ffffu) << 5 | reg))
		return ISA_JUMP_LONG;
	if (low && !put_word(to, 0x91000000u | low << 10 | reg << 5 | reg))
		return ISA_JUMP_LONG;
	return ISA_JUMP_POSSIBLE;
}

static enum isa_jump_refusal movable(const struct isa_insn *in)
{
	if (in->verdict == ISA_REJECT)
		return ISA_JUMP_INSTRUCTION;
	if (in->op == AARCH64_OP_BLR)
		return ISA_JUMP_CALL;
	/* a load of which only its fault matters */
	return in->op == AARCH64_OP_LDR_LITERAL && AARCH64_RD(in) == AARCH64_ZR ? ISA_JUMP_INSTRUCTION
										: ISA_JUMP_POSSIBLE;
}

/* The distance of these is in bits 23 to 5 (tbz: 18 to 5), in words. */
static enum isa_jump_refusal move_conditional(struct isa_emit *to, const struct isa_insn *in)
{
	uint32_t field = in->op == AARCH64_OP_TBZ ? 0x7ffe0u : 0xffffe0u;

	if (!put_word(to, (aarch64_word(in->bytes) & ~field) | 2u << 5) || !put_word(to, B_8))
		return ISA_JUMP_LONG;
	return put_branch(to, in->target, 0);
}

static enum isa_jump_refusal move_literal(struct isa_emit *to, const struct isa_insn *in)
{
	static const uint32_t loads[] = { 0xb9400000u, 0xf9400000u, 0xb9800000u }; /* Xn + 0, by opc */
	enum isa_jump_refusal refusal = put_address(to, AARCH64_RD(in), in->target);
	uint32_t word = loads[OPC(AARCH64_KIND(in))] | (uint32_t)AARCH64_RD(in) << 5 | AARCH64_RD(in);

	if (refusal != ISA_JUMP_POSSIBLE)
		return refusal;
	return put_word(to, word) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
}

static enum isa_jump_refusal move_simd_literal(struct isa_emit *to, const struct isa_insn *in)
{
	uint32_t word;

	if (!aarch64_move_literal(in, &word, isa_emit_here(to)))
		return ISA_JUMP_REACH;
	return put_word(to, word) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
}

static enum isa_jump_refusal move_call(struct isa_emit *to, const struct isa_insn *in)
{
	enum isa_jump_refusal refusal = put_address(to, AARCH64_LR, in->addr + 4);

	return refusal == ISA_JUMP_POSSIBLE ? put_branch(to, in->target, 0) : refusal;
}

static enum isa_jump_refusal move(struct isa_emit *to, const struct isa_insn *in)
{
	switch (in->op) {
	case AARCH64_OP_B:
		return put_branch(to, in->target, 0);
	case AARCH64_OP_BL:
		return move_call(to, in);
	case AARCH64_OP_B_COND:
	case AARCH64_OP_CBZ:
	case AARCH64_OP_TBZ:
		return move_conditional(to, in);
	case AARCH64_OP_ADR:
		/* to the zero register: nothing is left of it */
		return AARCH64_RD(in) == AARCH64_ZR ? ISA_JUMP_POSSIBLE : put_address(to, AARCH64_RD(in), in->target);
	case AARCH64_OP_LDR_LITERAL:
		return move_literal(to, in);
	case AARCH64_OP_LDR_SIMD_LITERAL:
		return move_simd_literal(to, in);
	case AARCH64_OP_NOP: /* a hint, or a prefetch of a literal, which does nothing elsewhere */
		return in->pc_relative || put_word(to, aarch64_word(in->bytes)) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
	default:
		return put_word(to, aarch64_word(in->bytes)) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
	}
}

static enum isa_jump_refusal call(struct isa_emit *to, uint64_t entry)
{
	enum isa_jump_refusal refusal;

	if (!put_word(to, PUSH_X30))
		return ISA_JUMP_LONG;
	refusal = put_branch(to, entry, LINK);
	if (refusal != ISA_JUMP_POSSIBLE)
		return refusal;
	to->fired = to->used;
	if (!put_word(to, POP_X30))
		return ISA_JUMP_LONG;
	to->rest = to->used;
	return ISA_JUMP_POSSIBLE;
}

static void veneer(struct isa_emit *to, uint64_t entry)
{
	put_word(to, PUSH_IP);
	put_word(to, LDR_IP);
	put_word(to, BR_IP);
	put_word(to, aarch64_word(isa_aarch64.break_bytes)); /* literals are at multiples of their size */
	isa_emit_put(to, entry, 8);
}

static enum isa_jump_refusal jump(struct isa_emit *to, uint64_t target)
{
	return put_branch(to, target, 0);
}

const struct isa_jump isa_jump_aarch64 = {
	.isa = &isa_aarch64,
	.len = 4,
	.unit = ISA_SELF_STUB_UNIT,
	.back = ISA_SELF_STUB_BACK,
	.movable = movable,
	.move = move,
	.call = call,
	.jump = jump,
	.veneer = veneer,
};
