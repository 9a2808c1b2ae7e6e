/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* decode.c - RV64GC: bytes to struct isa_insn, out-of-line slots, landing pads. The patterns are in
 * spec/isa/riscv64.insn. */
#define RISCV64_INSN_TABLES
#include "isa/generic/insn.h"
#include "isa/riscv64/riscv64.h"

/* The two low bits tell the length; 32-bit words whose next three bits are all ones begin longer
 * instructions, which are not in the table. */
#define IS_COMPRESSED(word) (((word)&3) != 3)

const struct isa_fixed_entry *riscv64_entry(uint32_t word)
{
	return IS_COMPRESSED(word) ? riscv64_lookup16(word & 0xffff) : riscv64_lookup32(word);
}

/* Find the entry of the instruction at @code: its length, or 0 when there is none. */
static unsigned int look(const uint8_t *code, size_t size, uint32_t *word, const struct isa_fixed_entry **entry)
{
	unsigned int len;

	*entry = riscv64_entries;
	*word = 0;
	if (size < 2)
		return 0;
	len = IS_COMPRESSED(code[0]) ? 2 : 4;
	if (size < len)
		return 0;
	*word = riscv64_word(code, len);
	*entry = riscv64_entry(*word);
	return (*entry)->tail.reason == ISA_REASON_UNDECODED ? 0 : len;
}

unsigned int riscv64_insn_len(const uint8_t *code, size_t size)
{
	return isa_fixed_len(look, code, size);
}

unsigned int riscv64_look(const uint8_t *code, size_t size, const struct isa_fixed_entry **entry)
{
	uint32_t word;

	return look(code, size, &word, entry);
}

enum isa_verdict riscv64_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in)
{
	const struct isa_fixed_entry *entry;
	uint32_t word;

	isa_insn_clear(in, addr);
	in->len = (uint8_t)look(code, size, &word, &entry);
	riscv64_extract(word, entry->format, in);
	return isa_fixed_finish(entry, code, in);
}

unsigned int riscv64_entry_skip(const uint8_t *code, size_t size)
{
	return isa_fixed_entry_skip(look, code, size);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

#define JAL_REACH ((int64_t)1 << 20)

static void put(uint8_t *at, uint32_t value, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		at[i] = (uint8_t)(value >> (8 * i));
}

/* jal x0, @away: imm[20|10:1|11|19:12] rd 1101111. */
static bool jump_near(uint8_t *at, int64_t away)
{
	uint32_t imm = (uint32_t)away;

	if (away < -JAL_REACH || away >= JAL_REACH)
		return false;
	put(at,
	    (imm >> 20 & 1) << 31 | (imm >> 1 & 0x3ff) << 21 | (imm >> 11 & 1) << 20 | (imm >> 12 & 0xff) << 12 | 0x6f,
	    4);
	return true;
}

/* The low part is signed, so the high part is rounded. */
bool riscv64_jump_far(uint8_t *at, int64_t away, unsigned int reg)
{
	int64_t high = away + 0x800;

	if (high < INT32_MIN || high > INT32_MAX)
		return false;
	put(at, ((uint32_t)high & 0xfffff000u) | reg << 7 | 0x17, 4);
	put(at + 4, ((uint32_t)away & 0xfffu) << 20 | reg << 15 | 0x67, 4);
	return true;
}

/*
 * A value that the instruction puts into t1 must outlive its slot. Bits 11 to 7 are rd in every
 * form that has one and can name t1 (the short forms' three-bit fields cannot); where they are
 * something else the function may return true without need.
 */
static bool may_write_t1(const struct isa_insn *in)
{
	return (in->bytes[0] >> 7 | (in->bytes[1] & 0xf) << 1) == RISCV64_T1;
}

int riscv64_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr)
{
	int64_t away = (int64_t)(in->addr - slot_addr); /* from the copy's end to the original's */
	unsigned int i;

	for (i = 0; i < ISA_SELF_SLOT_SIZE; i += ISA_SELF_BREAK_LEN)
		put(slot + i, RISCV64_BREAK, ISA_SELF_BREAK_LEN);
	if (in->verdict != ISA_COPY && !in->accesses_memory)
		return -ISA_ERANGE;
	for (i = 0; i < in->len; i++)
		slot[i] = in->bytes[i];
	if (in->ends_flow || jump_near(slot + in->len, away))
		return 0;
	return in->scratch_dead && !may_write_t1(in) && riscv64_jump_far(slot + in->len, away, RISCV64_T1) ? 0 : 1;
}
