/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump.c - RV64GC: jumps, and instructions at another address (isa/jump.h).
 *
 *     instruction                 in a stub
 *     j target                    auipc, jr of the free register
 *     beq rs1, rs2, target        the inverse, over auipc, jr
 *     jal target                  auipc, addi ra; auipc, jr t1
 *     jalr offset(rs1)            addi t1, rs1, offset; auipc, addi ra; jr t1
 *     auipc                       auipc, addi
 *     all others                  itself
 *
 * jal reaches 1 MiB only, so a jump is auipc and jalr by way of a register: t1, which linkage code,
 * too, may overwrite on the way into a function, or another temporary; nobody reads these there, nor
 * after a return. t1 is free at a call as well, whose callee may have been reached through such code.
 */
#include "isa/generic/emit.h"
#include "isa/riscv64/riscv64.h"

#define PUSH_RA       0xe4061141u /* c.addi sp, -16; c.sdsp ra, 8(sp) */
#define POP_RA        0x014160a2u /* c.ldsp ra, 8(sp); c.addi sp, 16 */
#define JR_T1         (RISCV64_T1 << 15 | 0x67u)
#define JALR_RA_RA    (RISCV64_RA << 15 | RISCV64_RA << 7 | 0x67u)
#define FAR_LEN       8
#define BRANCH_LEN    4
#define OPCODE(word)  ((word)&0x7f)
#define OPCODE_LUI    0x37
#define OPCODE_AUIPC  0x17
#define OPCODE_JAL    0x6f
#define OPCODE_JALR   0x67
#define OPCODE_LOAD   0x03
#define OPCODE_IMM    0x13
#define OPCODE_IMM32  0x1b
#define OPCODE_STORE  0x23
#define OPCODE_BRANCH 0x63
#define OPCODE_OP     0x33
#define OPCODE_OP32   0x3b
/*
 * t1, and where that is in use t3 to t6. (t0 is the return address of the compiler's helpers, t2 that
 * of landing pads and static chains.)
 */
#define SCRATCH       (1u << RISCV64_T1 | 0xfu << 28)

static bool put_word(struct isa_emit *to, uint32_t word)
{
	return isa_emit_put(to, word, 4);
}

/* auipc @reg and the low part that another instruction has to add. */
static enum isa_jump_refusal put_auipc(struct isa_emit *to, unsigned int reg, uint64_t value, uint32_t *low)
{
	int64_t away = (int64_t)(value - isa_emit_here(to)), high = away + 0x800;

	if (!isa_emit_fits(high, 32))
		return ISA_JUMP_REACH;
	*low = (uint32_t)away & 0xfffu;
	return put_word(to, ((uint32_t)high & 0xfffff000u) | reg << 7 | OPCODE_AUIPC) ? ISA_JUMP_POSSIBLE
										      : ISA_JUMP_LONG;
}

static enum isa_jump_refusal put_address(struct isa_emit *to, unsigned int reg, uint64_t value)
{
	uint32_t low;
	enum isa_jump_refusal refusal = put_auipc(to, reg, value, &low);

	if (refusal != ISA_JUMP_POSSIBLE)
		return refusal;
	return put_word(to, low << 20 | reg << 15 | reg << 7 | OPCODE_IMM) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
}

static enum isa_jump_refusal put_far(struct isa_emit *to, uint64_t target, unsigned int reg)
{
	int64_t away = (int64_t)(target - isa_emit_here(to));
	uint8_t *at = isa_emit_room(to, FAR_LEN);

	if (!at)
		return ISA_JUMP_LONG;
	return riscv64_jump_far(at, away, reg) ? ISA_JUMP_POSSIBLE : ISA_JUMP_REACH;
}

static enum isa_jump_refusal jump(struct isa_emit *to, uint64_t target)
{
	return to->scratch ? put_far(to, target, to->scratch) : ISA_JUMP_REGISTER;
}

/* ---- registers ------------------------------------------------------------------------------- */

#define BIT(number) (1u << ((number)&31))

/*
 * Compressed instructions name these registers in bits 11 to 7 or 6 to 2 only; the three-bit fields
 * are x8 to x15. funct3 is in bits 15 to 13 (chapter "C", instruction listings).
 */
static void uses_compressed(uint32_t word, uint32_t *reads, uint32_t *writes)
{
	uint32_t rd = BIT(word >> 7), rs2 = BIT(word >> 2);
	unsigned int quadrant = word & 3, funct3 = word >> 13;

	*reads = *writes = 0;
	if (quadrant == 1 && funct3 < 4) { /* addi, addiw; li, lui */
		*reads = funct3 < 2 ? rd : 0;
		*writes = rd;
	}
	if (quadrant != 2)
		return;
	switch (funct3) {
	case 0: /* slli */
		*reads = *writes = rd;
		break;
	case 2: /* lwsp, ldsp */
	case 3:
		*writes = rd;
		break;
	case 4: /* jr, jalr: rs1 is where rd is; mv; add */
		*reads = word >> 2 & 31 ? rs2 | (word >> 12 & 1 ? rd : 0) : rd;
		*writes = word >> 2 & 31 ? rd : 0;
		break;
	case 6: /* swsp, sdsp */
	case 7:
		*reads = rs2;
		break;
	default:
		break;
	}
}

/* In formats that are not listed here any field may be a register. */
static void uses(const struct isa_insn *in, uint32_t *reads, uint32_t *writes)
{
	uint32_t word = riscv64_word(in->bytes, in->len);
	uint32_t rd = BIT(word >> 7), rs1 = BIT(word >> 15), rs2 = BIT(word >> 20), rs3 = BIT(word >> 27);

	if (in->len == 2) {
		uses_compressed(word, reads, writes);
		return;
	}
	*writes = rd;
	switch (OPCODE(word)) {
	case OPCODE_LUI:
	case OPCODE_AUIPC:
	case OPCODE_JAL:
		*reads = 0;
		break;
	case OPCODE_LOAD:
	case OPCODE_IMM:
	case OPCODE_IMM32:
	case OPCODE_JALR:
		*reads = rs1;
		break;
	case OPCODE_OP:
	case OPCODE_OP32:
		*reads = rs1 | rs2;
		break;
	case OPCODE_STORE:
	case OPCODE_BRANCH:
		*reads = rs1 | rs2;
		*writes = 0;
		break;
	default:
		*reads = rs1 | rs2 | rs3 | rd;
		break;
	}
}

/* ---- instructions ---------------------------------------------------------------------------- */

static enum isa_jump_refusal movable(const struct isa_insn *in)
{
	/* a call that leaves its return address in another register than ra is a helper's, with a convention of its own */
	if (in->class == ISA_CLASS_CALL && RISCV64_RD(in) != RISCV64_RA)
		return ISA_JUMP_CALL;
	return in->verdict == ISA_REJECT ? ISA_JUMP_INSTRUCTION : ISA_JUMP_POSSIBLE;
}

/* beq, bne, blt, bge, bltu, bgeu: bit 0 of funct3 inverts. */
static enum isa_jump_refusal move_branch(struct isa_emit *to, const struct isa_insn *in)
{
	uint32_t over = BRANCH_LEN + FAR_LEN;
	uint32_t word = (uint32_t)RISCV64_RS2(in) << 20 | (uint32_t)RISCV64_RS1(in) << 15 |
			(uint32_t)(RISCV64_FUNCT3(in) ^ 1) << 12 | (over >> 1 & 15) << 8 | OPCODE_BRANCH;

	return put_word(to, word) ? jump(to, in->target) : ISA_JUMP_LONG;
}

static enum isa_jump_refusal move_call(struct isa_emit *to, const struct isa_insn *in)
{
	uint64_t back = in->addr + in->len;
	enum isa_jump_refusal refusal;
	uint32_t offset = (uint32_t)in->imm & 0xfff;

	if (in->op == RISCV64_OP_JAL) {
		refusal = put_address(to, RISCV64_RA, back);
		return refusal == ISA_JUMP_POSSIBLE ? put_far(to, in->target, RISCV64_T1) : refusal;
	}
	if (!put_word(to, offset << 20 | (uint32_t)RISCV64_RS1(in) << 15 | RISCV64_T1 << 7 | OPCODE_IMM))
		return ISA_JUMP_LONG;
	refusal = put_address(to, RISCV64_RA, back);
	if (refusal == ISA_JUMP_POSSIBLE && !put_word(to, JR_T1))
		return ISA_JUMP_LONG;
	return refusal;
}

static enum isa_jump_refusal move(struct isa_emit *to, const struct isa_insn *in)
{
	switch (in->class) {
	case ISA_CLASS_CALL:
		return move_call(to, in);
	case ISA_CLASS_JUMP:
		return jump(to, in->target);
	case ISA_CLASS_BRANCH:
		return move_branch(to, in);
	default:
		break;
	}
	if (in->op == RISCV64_OP_AUIPC)
		return RISCV64_RD(in) ? put_address(to, RISCV64_RD(in), in->target) : ISA_JUMP_POSSIBLE;
	return isa_emit_copy(to, in->bytes, in->len) ? ISA_JUMP_POSSIBLE : ISA_JUMP_LONG;
}

static enum isa_jump_refusal call(struct isa_emit *to, uint64_t entry)
{
	enum isa_jump_refusal refusal;
	uint32_t low;

	if (!put_word(to, PUSH_RA))
		return ISA_JUMP_LONG;
	refusal = put_auipc(to, RISCV64_RA, entry, &low);
	if (refusal != ISA_JUMP_POSSIBLE)
		return refusal;
	if (!put_word(to, low << 20 | JALR_RA_RA))
		return ISA_JUMP_LONG;
	to->fired = to->used;
	if (!put_word(to, POP_RA))
		return ISA_JUMP_LONG;
	to->rest = to->used;
	return ISA_JUMP_POSSIBLE;
}

const struct isa_jump isa_jump_riscv64 = {
	.isa = &isa_riscv64,
	.len = FAR_LEN,
	.unit = ISA_SELF_STUB_UNIT,
	.back = ISA_SELF_STUB_BACK,
	.movable = movable,
	.move = move,
	.call = call,
	.jump = jump,
	.scratch = SCRATCH,
	.uses = uses,
};
