/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.c - RV64G: small programs as machine code (isa/native.h; encodings: the unprivileged manual, chapter
 * "RV32/64G Instruction Set Listings"). s1 is the frame. Kernels have their calls within 2 GiB of each other, so a
 * call is auipc and jalr. A branch reaches 4 KiB only, so it leads over a jal.
 */
#include "isa/native.h"

#include "isa/generic/emit.h"
#include "isa/riscv64/riscv64.h"

#define S0    8u
#define S1    9u
#define A0    10u
#define A1    11u

#define ADDI  0x13u
#define ADDIW 0x1bu
#define SLLI  0x1013u
#define XORI  0x4013u
#define LD    0x3003u
#define SD    0x3023u
#define LUI   0x37u
#define JAL   0x6fu
#define JALR  0x67u
#define BEQ   0x0063u
#define BNE   0x1063u
#define BLT   0x4063u
#define BGE   0x5063u
#define BLTU  0x6063u
#define BGEU  0x7063u
#define OVER  0x400u /* a branch over the next instruction: +8 */

/* R-type instructions of the opcode OP. */
#define ADD   0x00000033u
#define SUB   0x40000033u
#define SLL   0x00001033u
#define XOR   0x00004033u
#define SRL   0x00005033u
#define SRA   0x40005033u
#define OR    0x00006033u
#define AND   0x00007033u
#define MUL   0x02000033u

static bool put(struct isa_emit *to, uint32_t word)
{
	return isa_emit_put(to, word, 4);
}

/* An instruction with an immediate of 12 bits. */
static bool put_i(struct isa_emit *to, uint32_t opcode, unsigned int rd, unsigned int rs1, uint32_t immediate)
{
	return put(to, opcode | immediate << 20 | rs1 << 15 | rd << 7);
}

static bool load(struct isa_emit *to, unsigned int reg, unsigned int base, uint32_t offset)
{
	return put_i(to, LD, reg, base, offset);
}

static bool store(struct isa_emit *to, unsigned int reg, unsigned int base, uint32_t offset)
{
	return put(to, SD | (offset >> 5) << 25 | reg << 20 | base << 15 | (offset & 31) << 7);
}

/* @reg = @value, which has 32 bits with its sign. */
static bool put_small(struct isa_emit *to, unsigned int reg, int64_t value)
{
	uint32_t high = ((uint32_t)value + 0x800u) & 0xfffff000u, low = (uint32_t)value & 0xfffu;

	if (high == 0)
		return put_i(to, ADDI, reg, 0, low);
	return put(to, LUI | high | reg << 7) && (low == 0 || put_i(to, ADDIW, reg, reg, low));
}

/* Twelve bits at a time are left for an addi, until the rest is small. */
static bool put_constant(struct isa_emit *to, unsigned int reg, int64_t value)
{
	uint32_t lows[3];
	unsigned int count = 0;

	while (!isa_emit_fits(value, 32)) {
		lows[count++] = (uint32_t)value & 0xfffu;
		value = (int64_t)((uint64_t)value + 0x800u) >> 12;
	}
	if (!put_small(to, reg, value))
		return false;
	while (count > 0) {
		count--;
		if (!put_i(to, SLLI, reg, reg, 12) || !put_i(to, ADDI, reg, reg, lows[count]))
			return false;
	}
	return true;
}

static bool put_jump(struct isa_emit *to, uint64_t target)
{
	int64_t away = (int64_t)(target - isa_emit_here(to));
	uint32_t bits = (uint32_t)away;

	return isa_emit_fits(away, 21) && put(to, JAL | (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3ff) << 21 |
							  (bits >> 11 & 1) << 20 | (bits >> 12 & 0xff) << 12);
}

static bool begin(struct isa_emit *to)
{
	return put_i(to, ADDI, RISCV64_SP, RISCV64_SP, -32u) && store(to, RISCV64_RA, RISCV64_SP, 24) &&
	       store(to, S0, RISCV64_SP, 16) && store(to, S1, RISCV64_SP, 8) && put_i(to, ADDI, S0, RISCV64_SP, 32) &&
	       put_i(to, ADDI, S1, A0, 0);
}

static bool leave(struct isa_emit *to)
{
	return load(to, RISCV64_RA, RISCV64_SP, 24) && load(to, S0, RISCV64_SP, 16) && load(to, S1, RISCV64_SP, 8) &&
	       put_i(to, ADDI, RISCV64_SP, RISCV64_SP, 32) && put_i(to, JALR, 0, RISCV64_RA, 0);
}

static bool end(struct isa_emit *to, uint64_t thunk)
{
	return put_i(to, ADDI, A0, 0, 0) && leave(to);
}

static bool operate(struct isa_emit *to, const struct isa_native_insn *in, uint32_t opcode)
{
	return load(to, A0, S1, in->r1 * 8u) && load(to, A1, S1, in->r2 * 8u) &&
	       put(to, opcode | A1 << 20 | A0 << 15 | A0 << 7) && store(to, A0, S1, in->rd * 8u);
}

static bool branch(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	/* the contrary; greater is less, with the registers the other way round */
	static const struct {
		uint16_t opcode;
		bool swapped;
	} contrary[] = { [ISA_NATIVE_E] = { BNE, false },   [ISA_NATIVE_NE] = { BEQ, false },
			 [ISA_NATIVE_L] = { BGE, false },   [ISA_NATIVE_GE] = { BLT, false },
			 [ISA_NATIVE_LE] = { BLT, true },   [ISA_NATIVE_G] = { BGE, true },
			 [ISA_NATIVE_LU] = { BGEU, false }, [ISA_NATIVE_GEU] = { BLTU, false },
			 [ISA_NATIVE_LEU] = { BLTU, true }, [ISA_NATIVE_GU] = { BGEU, true } };
	bool swapped;

	if (in->when == ISA_NATIVE_ALWAYS)
		return put_jump(to, target);
	swapped = contrary[in->when].swapped;
	return load(to, A0, S1, (swapped ? in->r2 : in->r1) * 8u) &&
	       load(to, A1, S1, (swapped ? in->r1 : in->r2) * 8u) &&
	       put(to, contrary[in->when].opcode | OVER | A1 << 20 | A0 << 15) && put_jump(to, target);
}

/* A jump by way of ra that leaves its return address there. */
static bool put_call(struct isa_emit *to, uint64_t target)
{
	uint64_t here = isa_emit_here(to);
	uint8_t *at = isa_emit_room(to, 8);

	if (!at || !riscv64_jump_far(at, (int64_t)(target - here), RISCV64_RA))
		return false;
	at[4] |= RISCV64_RA << 7; /* rd of jalr */
	return true;
}

static bool call(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	return put_i(to, ADDI, A0, S1, 0) && put_small(to, A1, (int32_t)in->word) && put_call(to, in->value) &&
	       put(to, BEQ | OVER | A0 << 15) && put_jump(to, target);
}

static bool insn(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target, uint64_t thunk)
{
	switch (in->op) {
	case ISA_NATIVE_CONST:
		return put_constant(to, A0, (int64_t)in->value) && store(to, A0, S1, in->rd * 8u);
	case ISA_NATIVE_MOVE:
		return load(to, A0, S1, in->r1 * 8u) && store(to, A0, S1, in->rd * 8u);
	case ISA_NATIVE_NOT:
		return load(to, A0, S1, in->r1 * 8u) && put_i(to, XORI, A0, A0, -1u) && store(to, A0, S1, in->rd * 8u);
	case ISA_NATIVE_OR:
		return operate(to, in, OR);
	case ISA_NATIVE_XOR:
		return operate(to, in, XOR);
	case ISA_NATIVE_AND:
		return operate(to, in, AND);
	case ISA_NATIVE_ADD:
		return operate(to, in, ADD);
	case ISA_NATIVE_SUB:
		return operate(to, in, SUB);
	case ISA_NATIVE_MUL:
		return operate(to, in, MUL);
	case ISA_NATIVE_SLL:
		return operate(to, in, SLL);
	case ISA_NATIVE_SRL:
		return operate(to, in, SRL);
	case ISA_NATIVE_SRA:
		return operate(to, in, SRA);
	case ISA_NATIVE_BRANCH:
		return branch(to, in, target);
	case ISA_NATIVE_CALL:
		return call(to, in, target);
	case ISA_NATIVE_RETURN:
		return load(to, A0, S1, in->r1 * 8u) && leave(to);
	default:
		return false;
	}
}

const struct isa_native isa_native_riscv64 = { &isa_riscv64, begin, insn, end };
