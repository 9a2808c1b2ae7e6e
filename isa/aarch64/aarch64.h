/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* aarch64.h - what the files of this backend share: register roles and names of fields. */
#ifndef ISA_AARCH64_AARCH64_H
#define ISA_AARCH64_AARCH64_H

#include "isa/generic/mem.h"
#include "isa/aarch64/isa_types.h"
#include "aarch64_insn_table.h"

/* Operands as the spec's fields fill them: operand[0..3] are a, b, c, d there. */
#define AARCH64_RD(in)   ((in)->operand[0]) /* also Rt */
#define AARCH64_RN(in)   ((in)->operand[1])
#define AARCH64_RM(in)   ((in)->operand[2]) /* also hw of move wide, bit number of tbz */
/* sf:op:S, sf:opc, sf:op of cbz, op of tbz, cond, opc of literals */
#define AARCH64_KIND(in) ((in)->operand[3])

#define AARCH64_LR       30
#define AARCH64_ZR       31 /* or SP, by instruction */

static inline uint32_t aarch64_word(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* The table's entry for an instruction word. Any context but probe context. */
const struct isa_fixed_entry *aarch64_entry(uint32_t word);

/*
 * The same for the bytes at @code, of which at most @size are read: its length, or 0 and the entry
 * for unknown words.
 */
unsigned int aarch64_look(const uint8_t *code, size_t size, const struct isa_fixed_entry **entry);

/* aarch64_jump_near - b from @from to @to. Return: false when it does not reach (128 MiB). */
bool aarch64_jump_near(uint32_t *word, uint64_t from, uint64_t to);

/*
 * aarch64_move_literal - a literal load of a SIMD register as it has to be at @addr. Return: false when the literal is
 * not in reach (1 MiB), or @in is no such load.
 */
bool aarch64_move_literal(const struct isa_insn *in, uint32_t *word, uint64_t addr);

#endif
