/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * emulate.c - RV64GC instructions carried out on the register file. Everything here runs in probe context.
 *
 * The layouts are in spec/isa/riscv64.insn, where a compressed form becomes the operation of its
 * full form. Chapters "RV32I" and "RV64I" of the unprivileged manual say what each does.
 */
#include "isa/riscv64/riscv64.h"

DT_PROBE_INLINE uint64_t read_reg(const struct riscv64_regs *regs, unsigned int reg)
{
	return reg == 0 ? 0 : regs->x[reg];
}

DT_PROBE_INLINE void write_reg(struct riscv64_regs *regs, unsigned int reg, uint64_t value)
{
	if (reg != 0)
		regs->x[reg] = value;
}

DT_PROBE_INLINE uint64_t word_result(uint64_t value)
{
	return (uint64_t)(int64_t)(int32_t)(uint32_t)value;
}

/* Operations on 32 bits, their result sign-extended: OP-IMM-32, OP-32. */
static DT_PROBE_CTX bool compute_word(unsigned int op, uint64_t left, uint64_t right, uint64_t *result)
{
	switch (op) {
	case RISCV64_OP_ADDW:
		*result = word_result(left + right);
		return true;
	case RISCV64_OP_SUBW:
		*result = word_result(left - right);
		return true;
	case RISCV64_OP_SLLW:
		*result = word_result(left << (right & 31));
		return true;
	case RISCV64_OP_SRLW:
		*result = word_result((uint32_t)left >> (right & 31));
		return true;
	case RISCV64_OP_SRAW:
		*result = (uint64_t)(int64_t)((int32_t)(uint32_t)left >> (right & 31));
		return true;
	default:
		return false;
	}
}

/* OP-IMM, OP. One case per operation: the dispatch table of the arithmetic. */
static DT_PROBE_CTX bool compute(unsigned int op, uint64_t left, uint64_t right, uint64_t *result)
{
	switch (op) {
	case RISCV64_OP_ADD:
		*result = left + right;
		return true;
	case RISCV64_OP_SUB:
		*result = left - right;
		return true;
	case RISCV64_OP_SLL:
		*result = left << (right & 63);
		return true;
	case RISCV64_OP_SRL:
		*result = left >> (right & 63);
		return true;
	case RISCV64_OP_SRA:
		*result = (uint64_t)((int64_t)left >> (right & 63));
		return true;
	case RISCV64_OP_SLT:
		*result = (int64_t)left < (int64_t)right;
		return true;
	case RISCV64_OP_SLTU:
		*result = left < right;
		return true;
	case RISCV64_OP_XOR:
		*result = left ^ right;
		return true;
	case RISCV64_OP_OR:
		*result = left | right;
		return true;
	case RISCV64_OP_AND:
		*result = left & right;
		return true;
	default:
		return compute_word(op, left, right, result);
	}
}

/* BEQ BNE - - BLT BGE BLTU BGEU by funct3: the lowest bit inverts. */
static DT_PROBE_CTX bool branch_taken(const struct isa_insn *in, const struct riscv64_regs *regs)
{
	uint64_t left = read_reg(regs, RISCV64_RS1(in)), right = read_reg(regs, RISCV64_RS2(in));
	unsigned int funct3 = RISCV64_FUNCT3(in);
	bool holds;

	if (funct3 < 4)
		holds = left == right;
	else if (funct3 < 6)
		holds = (int64_t)left < (int64_t)right;
	else
		holds = left < right;
	return holds != (funct3 & 1);
}

/* LB LH LW LD LBU LHU LWU by funct3: the low two bits are log2 of the size, the third says zero-extend. */
static DT_PROBE_CTX int load(const struct isa_insn *in, struct riscv64_regs *regs, const struct isa_mem *mem)
{
	unsigned int size = 1u << (RISCV64_FUNCT3(in) & 3), unused = 64 - 8 * size;
	uint64_t value;

	if (isa_mem_load(mem, read_reg(regs, RISCV64_RS1(in)) + (uint64_t)in->imm, size, &value) != 0)
		return -ISA_EFAULT;
	if (!(RISCV64_FUNCT3(in) & 4))
		value = (uint64_t)((int64_t)(value << unused) >> unused);
	write_reg(regs, RISCV64_RD(in), value);
	return 0;
}

static DT_PROBE_CTX int store(const struct isa_insn *in, const struct riscv64_regs *regs, const struct isa_mem *mem)
{
	uint64_t addr = read_reg(regs, RISCV64_RS1(in)) + (uint64_t)in->imm;

	return isa_mem_store(mem, addr, 1u << RISCV64_FUNCT3(in), read_reg(regs, RISCV64_RS2(in)));
}

/* Instructions that go on to the next one. */
static DT_PROBE_CTX int straight(const struct isa_insn *in, struct riscv64_regs *regs, const struct isa_mem *mem)
{
	uint64_t right, result;

	switch (in->op) {
	case RISCV64_OP_NOP:
		return 0;
	case RISCV64_OP_LI:
		write_reg(regs, RISCV64_RD(in), (uint64_t)in->imm);
		return 0;
	case RISCV64_OP_AUIPC:
		write_reg(regs, RISCV64_RD(in), in->target);
		return 0;
	case RISCV64_OP_LOAD:
		return load(in, regs, mem);
	case RISCV64_OP_STORE:
		return store(in, regs, mem);
	default:
		right = RISCV64_RS2(in) == RISCV64_USE_IMM ? (uint64_t)in->imm : read_reg(regs, RISCV64_RS2(in));
		if (!compute(in->op, read_reg(regs, RISCV64_RS1(in)), right, &result))
			return -ISA_EFAULT;
		write_reg(regs, RISCV64_RD(in), result);
		return 0;
	}
}

DT_PROBE_CTX int riscv64_insn_emulate(const struct isa_insn *in, struct isa_regs *isa_regs, const struct isa_mem *mem)
{
	struct riscv64_regs *regs = (struct riscv64_regs *)isa_regs;
	uint64_t after = in->addr + in->len, next = after;

	switch (in->op) {
	case RISCV64_OP_JAL:
		next = in->target;
		write_reg(regs, RISCV64_RD(in), after);
		break;
	case RISCV64_OP_JALR:
		/* The target is read before the link register is written (jalr ra, 0(ra)). */
		next = (read_reg(regs, RISCV64_RS1(in)) + (uint64_t)in->imm) & ~(uint64_t)1;
		write_reg(regs, RISCV64_RD(in), after);
		break;
	case RISCV64_OP_BRANCH:
		next = branch_taken(in, regs) ? in->target : after;
		break;
	default:
		if (straight(in, regs, mem) != 0)
			return -ISA_EFAULT;
		break;
	}
	regs->epc = next;
	return 0;
}
