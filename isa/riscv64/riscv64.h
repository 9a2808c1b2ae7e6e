/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* riscv64.h - what the files of this backend share: names of fields and registers. */
#ifndef ISA_RISCV64_RISCV64_H
#define ISA_RISCV64_RISCV64_H

#include "isa/generic/mem.h"
#include "isa/riscv64/isa_types.h"
#include "riscv64_insn_table.h"

/* Operands as the spec's fields fill them: operand[0..3] are a, b, c, d there. */
#define RISCV64_RD(in)     ((in)->operand[0])
#define RISCV64_RS1(in)    ((in)->operand[1])
#define RISCV64_RS2(in)    ((in)->operand[2])
#define RISCV64_FUNCT3(in) ((in)->operand[3])
#define RISCV64_USE_IMM    255 /* as rs2: the second operand is imm */

enum riscv64_reg {
	RISCV64_RA = 1,
	RISCV64_SP = 2,
	RISCV64_T1 = 6,
	RISCV64_S0 = 8,
	RISCV64_A0 = 10,
};

/*
 * The table's entry for the instruction that begins with @word (compressed: its low half). Any
 * context but probe context.
 */
const struct isa_fixed_entry *riscv64_entry(uint32_t word);

/*
 * The same for the bytes at @code, of which at most @size are read: its length, or 0 and the entry
 * for unknown words.
 */
unsigned int riscv64_look(const uint8_t *code, size_t size, const struct isa_fixed_entry **entry);

/*
 * riscv64_jump_far - auipc @reg, %hi; jalr x0, %lo(@reg): a jump to what is @away bytes from @at. Return: false
 * when it does not reach (2 GiB).
 */
bool riscv64_jump_far(uint8_t *at, int64_t away, unsigned int reg);

/* The instruction's bytes as a number, 2 or 4 of them. */
static inline uint32_t riscv64_word(const uint8_t *bytes, unsigned int len)
{
	uint32_t word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;

	return len < 4 ? word : word | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

#endif
