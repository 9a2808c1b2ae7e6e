/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * emulate.c - A64 instructions carried out on the register file. Everything here runs in probe context.
 *
 * The layouts are in spec/isa/aarch64.insn; section names are those of the Arm ARM (DDI 0487),
 * chapter C6. No emulated instruction writes SP: the kernel's return from an exception would lose
 * it (the spec says why).
 */
#include "isa/aarch64/aarch64.h"

#define PSTATE_N     0x80000000u
#define PSTATE_Z     0x40000000u
#define PSTATE_C     0x20000000u
#define PSTATE_V     0x10000000u
#define PSTATE_NZCV  0xf0000000u
#define PSTATE_BTYPE 0x00000c00u

#define MOVE_NOT     0 /* movn */
#define MOVE_KEEP    3 /* movk */

DT_PROBE_INLINE uint64_t read_zr(const struct aarch64_regs *regs, unsigned int reg)
{
	return reg == AARCH64_ZR ? 0 : regs->x[reg];
}

DT_PROBE_INLINE uint64_t read_sp(const struct aarch64_regs *regs, unsigned int reg)
{
	return reg == AARCH64_ZR ? regs->sp : regs->x[reg];
}

/* A 32-bit result clears the upper half of its register. */
DT_PROBE_INLINE void write_zr(struct aarch64_regs *regs, unsigned int reg, bool wide, uint64_t value)
{
	if (reg != AARCH64_ZR)
		regs->x[reg] = wide ? value : (uint32_t)value;
}

/* C1.2.4 condition code: the three upper bits name a test, the lowest inverts it, except for 111x (always). */
static DT_PROBE_CTX bool condition_holds(uint64_t pstate, unsigned int cond)
{
	bool n = (pstate & PSTATE_N) != 0, z = (pstate & PSTATE_Z) != 0;
	bool c = (pstate & PSTATE_C) != 0, v = (pstate & PSTATE_V) != 0;
	bool holds = true;

	if (cond >= 14)
		return true;
	if (cond < 2)
		holds = z;
	else if (cond < 4)
		holds = c;
	else if (cond < 6)
		holds = n;
	else if (cond < 8)
		holds = v;
	else if (cond < 10)
		holds = c && !z;
	else if (cond < 12)
		holds = n == v;
	else
		holds = n == v && !z;
	return holds != (cond & 1);
}

/* CBZ, CBNZ: sf 011010 op imm19 Rt; kind is sf:op. */
static DT_PROBE_CTX bool compare_taken(const struct isa_insn *in, const struct aarch64_regs *regs)
{
	uint64_t value = read_zr(regs, AARCH64_RD(in));

	if (!(AARCH64_KIND(in) & 2))
		value = (uint32_t)value;
	return (value != 0) == (AARCH64_KIND(in) & 1);
}

/* TBZ, TBNZ: b5 011011 op b40 imm14 Rt; the bit number is b5:b40. */
static DT_PROBE_CTX bool test_taken(const struct isa_insn *in, const struct aarch64_regs *regs)
{
	return (read_zr(regs, AARCH64_RD(in)) >> AARCH64_RM(in) & 1) == AARCH64_KIND(in);
}

/* The second operand of shifted-register forms: shift is lsl, lsr, asr, ror. */
static DT_PROBE_CTX uint64_t shifted(uint64_t value, unsigned int shift, unsigned int amount, bool wide)
{
	if (!wide)
		value = (uint32_t)value;
	if (amount == 0)
		return value;
	switch (shift) {
	case 0:
		return value << amount;
	case 1:
		return value >> amount;
	case 2:
		return wide ? (uint64_t)((int64_t)value >> amount) : (uint64_t)(int64_t)((int32_t)value >> amount);
	default:
		return wide ? value >> amount | value << (64 - amount) : value >> amount | value << (32 - amount);
	}
}

static DT_PROBE_CTX void set_nz(struct aarch64_regs *regs, uint64_t result, bool wide)
{
	regs->pstate &= ~(uint64_t)PSTATE_NZCV;
	if (result >> (wide ? 63 : 31) & 1)
		regs->pstate |= PSTATE_N;
	if ((wide ? result : (uint32_t)result) == 0)
		regs->pstate |= PSTATE_Z;
}

/*
 * ADD, ADDS, SUB, SUBS: kind is sf:op:S. A subtraction is an addition of the complement with carry
 * in: AddWithCarry().
 */
static DT_PROBE_CTX void add_sub(const struct isa_insn *in, struct aarch64_regs *regs, uint64_t left, uint64_t right)
{
	bool wide = (AARCH64_KIND(in) & 4) != 0, carry = (AARCH64_KIND(in) & 2) != 0;
	unsigned int top = wide ? 63 : 31;
	uint64_t result;

	if (carry)
		right = ~right;
	if (!wide) {
		left = (uint32_t)left;
		right = (uint32_t)right;
	}
	result = left + right + carry;
	if (AARCH64_KIND(in) & 1) {
		set_nz(regs, result, wide);
		if (wide ? (result < left || (carry && result == left)) : (result >> 32) != 0)
			regs->pstate |= PSTATE_C;
		if ((~(left ^ right) & (left ^ result)) >> top & 1)
			regs->pstate |= PSTATE_V;
	}
	write_zr(regs, AARCH64_RD(in), wide, result);
}

/* AND, ORR, EOR, ANDS: kind is sf:opc. */
static DT_PROBE_CTX void logic(const struct isa_insn *in, struct aarch64_regs *regs, uint64_t right)
{
	uint64_t left = read_zr(regs, AARCH64_RN(in)), result;
	bool wide = (AARCH64_KIND(in) & 4) != 0;

	switch (AARCH64_KIND(in) & 3) {
	case 1:
		result = left | right;
		break;
	case 2:
		result = left ^ right;
		break;
	default:
		result = left & right;
		break;
	}
	if ((AARCH64_KIND(in) & 3) == 3)
		set_nz(regs, result, wide);
	write_zr(regs, AARCH64_RD(in), wide, result);
}

/* Shifted register: sf opc 01010 shift N Rm imm6 Rn Rd; imm is shift:N:imm6. */
static DT_PROBE_CTX void logic_reg(const struct isa_insn *in, struct aarch64_regs *regs)
{
	unsigned int how = (unsigned int)in->imm;
	uint64_t right = shifted(read_zr(regs, AARCH64_RM(in)), how >> 7, how & 63, (AARCH64_KIND(in) & 4) != 0);

	logic(in, regs, how & 64 ? ~right : right);
}

/* MOVN, MOVZ, MOVK: sf opc 100101 hw imm16 Rd; kind is sf:opc. */
static DT_PROBE_CTX void move_wide(const struct isa_insn *in, struct aarch64_regs *regs)
{
	unsigned int shift = AARCH64_RM(in) * 16, opc = AARCH64_KIND(in) & 3;
	uint64_t value = (uint64_t)in->imm << shift;

	if (opc == MOVE_NOT)
		value = ~value;
	else if (opc == MOVE_KEEP)
		value |= read_zr(regs, AARCH64_RD(in)) & ~((uint64_t)0xffff << shift);
	write_zr(regs, AARCH64_RD(in), (AARCH64_KIND(in) & 4) != 0, value);
}

/* LDR, LDRSW (literal): opc 011 0 00 imm19 Rt; opc 00 is a word, 01 a doubleword, 10 a sign-extended word. */
static DT_PROBE_CTX int load_literal(const struct isa_insn *in, struct aarch64_regs *regs, const struct isa_mem *mem)
{
	uint64_t value;

	if (isa_mem_load(mem, in->target, AARCH64_KIND(in) == 1 ? 8 : 4, &value) != 0)
		return -ISA_EFAULT;
	if (AARCH64_KIND(in) == 2)
		value = (uint64_t)(int64_t)(int32_t)value;
	write_zr(regs, AARCH64_RD(in), true, value);
	return 0;
}

/* BR, BLR, RET: the target is read before the link register is written (blr x30). */
static DT_PROBE_CTX uint64_t indirect(const struct isa_insn *in, struct aarch64_regs *regs)
{
	uint64_t target = read_zr(regs, AARCH64_RN(in));

	if (in->op == AARCH64_OP_BLR)
		regs->x[AARCH64_LR] = in->addr + 4;
	return target;
}

/* Instructions that compute a value and go on to the next one. */
static DT_PROBE_CTX int compute(const struct isa_insn *in, struct aarch64_regs *regs, const struct isa_mem *mem)
{
	unsigned int how = (unsigned int)in->imm;

	switch (in->op) {
	case AARCH64_OP_NOP:
		return 0;
	case AARCH64_OP_ADR:
		write_zr(regs, AARCH64_RD(in), true, in->target);
		return 0;
	case AARCH64_OP_ADDSUB_IMM:
		add_sub(in, regs, read_sp(regs, AARCH64_RN(in)), (uint64_t)in->imm);
		return 0;
	case AARCH64_OP_ADDSUB_REG:
		add_sub(in, regs, read_zr(regs, AARCH64_RN(in)),
			shifted(read_zr(regs, AARCH64_RM(in)), how >> 6, how & 63, (AARCH64_KIND(in) & 4) != 0));
		return 0;
	case AARCH64_OP_LOGIC_IMM:
		logic(in, regs, (uint64_t)in->imm);
		return 0;
	case AARCH64_OP_LOGIC_REG:
		logic_reg(in, regs);
		return 0;
	case AARCH64_OP_MOVE_WIDE:
		move_wide(in, regs);
		return 0;
	case AARCH64_OP_LDR_LITERAL:
		return load_literal(in, regs, mem);
	default:
		return -ISA_EFAULT;
	}
}

DT_PROBE_CTX int aarch64_insn_emulate(const struct isa_insn *in, struct isa_regs *isa_regs, const struct isa_mem *mem)
{
	struct aarch64_regs *regs = (struct aarch64_regs *)isa_regs;
	uint64_t next = in->addr + 4;

	switch (in->op) {
	case AARCH64_OP_BL:
		regs->x[AARCH64_LR] = next;
		next = in->target;
		break;
	case AARCH64_OP_B:
		next = in->target;
		break;
	case AARCH64_OP_B_COND:
		next = condition_holds(regs->pstate, AARCH64_KIND(in)) ? in->target : next;
		break;
	case AARCH64_OP_CBZ:
		next = compare_taken(in, regs) ? in->target : next;
		break;
	case AARCH64_OP_TBZ:
		next = test_taken(in, regs) ? in->target : next;
		break;
	case AARCH64_OP_BR:
	case AARCH64_OP_BLR:
		next = indirect(in, regs);
		break;
	default:
		if (compute(in, regs, mem) != 0)
			return -ISA_EFAULT;
		break;
	}
	/*
	 * An indirect branch leaves its kind in BTYPE for the landing-pad check at its target; cleared here, as every
	 * other instruction clears it: an emulated branch is never checked, and never fails a check.
	 */
	regs->pstate &= ~(uint64_t)PSTATE_BTYPE;
	regs->pc = next;
	return 0;
}
