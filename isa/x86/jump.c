/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump.c - x86: jumps, and instructions at another address (isa/jump.h).
 *
 *     instruction                 in a stub
 *     jmp target                  e9 rel32
 *     jcc target                  0f 8x rel32
 *     loop, jcxz target           itself, over a jump that leads over a jump to the target
 *     call target                 68 return address; e9 rel32
 *     call *operand               68 return address; jmp *operand
 *     all others                  itself, a RIP-relative displacement changed
 *
 * A call pushes the address after it in the text, which in 64-bit code has to be a signed 32-bit
 * number: kernels are there.
 */
#include "isa/x86/jump.h"
#include "isa/x86/x86.h"

#define CALL_REL32      0xe8
#define JUMP_REL32      0xe9
#define JUMP_REL8       0xeb
#define PUSH_IMM32      0x68
#define MODRM_REG(n)    ((n) << 3)
#define GROUP5_CALL     2 /* ff /2 */
#define GROUP5_JUMP     4 /* ff /4 */
#define CONDITION(code) ((code)&15)

enum isa_jump_refusal x86_put_rel32(struct isa_emit *to, unsigned int opcode, unsigned int opcode_len, uint64_t target,
				    bool long_mode)
{
	int64_t away = (int64_t)(target - (isa_emit_here(to) + opcode_len + 4));

	if (long_mode && !isa_emit_fits(away, 32)) /* 32-bit addresses wrap around */
		return ISA_JUMP_REACH;
	if (!isa_emit_put(to, opcode, opcode_len) || !isa_emit_put(to, (uint64_t)away, 4))
		return ISA_JUMP_LONG;
	return ISA_JUMP_POSSIBLE;
}

/* Is the operand of an indirect call in, or found by, the stack pointer? A push would change it. */
static bool operand_has_sp(const struct isa_insn *in, bool long_mode)
{
	struct x86_shape shape;
	unsigned int rm;

	if (!x86_shape_get(in->bytes, in->len, long_mode, &shape))
		return true;
	rm = shape.modrm & 7;
	if (shape.modrm < 0xc0 && rm == X86_REG_SP)
		rm = in->bytes[shape.modrm_at + 1] & 7; /* the base of a SIB byte */
	return rm == X86_REG_SP && !(shape.rex & X86_REX_B);
}

enum isa_jump_refusal x86_jump_movable(const struct isa_insn *in, bool long_mode)
{
	if (in->verdict == ISA_REJECT)
		return ISA_JUMP_INSTRUCTION;
	if (in->class == ISA_CLASS_CALL && in->op != X86_OP_CALL && operand_has_sp(in, long_mode))
		return ISA_JUMP_CALL;
	return ISA_JUMP_POSSIBLE;
}

static enum isa_jump_refusal copy(struct isa_emit *to, const struct isa_insn *in)
{
	uint64_t addr = isa_emit_here(to);
	uint8_t *at = isa_emit_room(to, in->len);

	if (!at)
		return ISA_JUMP_LONG;
	return x86_copy(in, at, addr) == 0 ? ISA_JUMP_POSSIBLE : ISA_JUMP_REACH;
}

/* The instruction's bytes with a distance of 2: over the jump that is taken when it does not jump. */
static enum isa_jump_refusal move_loop(struct isa_emit *to, const struct isa_insn *in, bool long_mode)
{
	if (!isa_emit_copy(to, in->bytes, in->len - 1u) || !isa_emit_put(to, 2, 1) ||
	    !isa_emit_put(to, JUMP_REL8 | X86_JUMP_LEN << 8, 2))
		return ISA_JUMP_LONG;
	return x86_put_rel32(to, JUMP_REL32, 1, in->target, long_mode);
}

static enum isa_jump_refusal move_call(struct isa_emit *to, const struct isa_insn *in, bool long_mode)
{
	uint64_t back = in->addr + in->len;
	enum isa_jump_refusal refusal;
	struct x86_shape shape;
	unsigned int modrm;

	if (long_mode && !isa_emit_fits((int64_t)back, 32))
		return ISA_JUMP_REACH;
	if (!isa_emit_put(to, PUSH_IMM32, 1) || !isa_emit_put(to, back, 4))
		return ISA_JUMP_LONG;
	if (in->op == X86_OP_CALL)
		return x86_put_rel32(to, JUMP_REL32, 1, in->target, long_mode);
	if (!x86_shape_get(in->bytes, in->len, long_mode, &shape))
		return ISA_JUMP_INSTRUCTION;
	modrm = to->used + shape.modrm_at;
	refusal = copy(to, in);
	if (refusal == ISA_JUMP_POSSIBLE)
		to->bytes[modrm] ^= MODRM_REG(GROUP5_CALL ^ GROUP5_JUMP);
	return refusal;
}

enum isa_jump_refusal x86_jump_move(struct isa_emit *to, const struct isa_insn *in, bool long_mode)
{
	switch (in->class) {
	case ISA_CLASS_CALL:
		return move_call(to, in, long_mode);
	case ISA_CLASS_JUMP:
		return x86_put_rel32(to, JUMP_REL32, 1, in->target, long_mode);
	case ISA_CLASS_BRANCH:
		if (in->op == X86_OP_LOOP)
			return move_loop(to, in, long_mode);
		return x86_put_rel32(to, 0x800f | CONDITION(in->operand[0]) << 8, 2, in->target, long_mode);
	default:
		return copy(to, in);
	}
}

enum isa_jump_refusal x86_jump_call(struct isa_emit *to, uint64_t entry, bool long_mode)
{
	enum isa_jump_refusal refusal = x86_put_rel32(to, CALL_REL32, 1, entry, long_mode);

	to->fired = to->rest = to->used;
	return refusal;
}

enum isa_jump_refusal x86_jump_jump(struct isa_emit *to, uint64_t target, bool long_mode)
{
	return x86_put_rel32(to, JUMP_REL32, 1, target, long_mode);
}
