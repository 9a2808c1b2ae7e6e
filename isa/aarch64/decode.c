/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * decode.c - A64: bytes to struct isa_insn, out-of-line slots, landing pads. The patterns are in
 * spec/isa/aarch64.insn.
 */
#define AARCH64_INSN_TABLES
#include "isa/aarch64/aarch64.h"
#include "isa/generic/insn.h"

const struct isa_fixed_entry *aarch64_entry(uint32_t word)
{
	return aarch64_lookup32(word);
}

static uint64_t ones(unsigned int bits)
{
	return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}

/*
 * The bitmask immediate of and/orr/eor: an element of 2, 4, ... 64 bits holds a run of ones, is rotated and repeated.
 * DDI 0487, DecodeBitMasks(): raw is N:immr:imms. Some encodings are reserved.
 */
static bool bitmask_immediate(uint32_t raw, uint64_t *value)
{
	unsigned int n = raw >> 12, immr = raw >> 6 & 63, imms = raw & 63;
	unsigned int selector = n << 6 | (~imms & 63), size = 64, run, turn;
	uint64_t element;

	while (size > 1 && !(selector & size))
		size >>= 1;
	if (size < 2)
		return false;
	run = (imms & (size - 1)) + 1;
	turn = immr & (size - 1);
	if (run == size)
		return false;
	element = ones(run);
	if (turn)
		element = (element >> turn | element << (size - turn)) & ones(size);
	for (; size < 64; size <<= 1)
		element |= element << size;
	*value = element;
	return true;
}

/* Find the entry of the instruction at @code: its length, or 0 when there is none. */
static unsigned int look(const uint8_t *code, size_t size, uint32_t *word, const struct isa_fixed_entry **entry)
{
	uint64_t unused;

	*entry = aarch64_entries;
	*word = 0;
	if (size < 4)
		return 0;
	*word = aarch64_word(code);
	*entry = aarch64_lookup32(*word);
	if ((*entry)->op == AARCH64_OP_LOGIC_IMM && !bitmask_immediate(*word >> 10 & 0x1fff, &unused))
		*entry = aarch64_entries;
	return (*entry)->tail.reason == ISA_REASON_UNDECODED ? 0 : 4;
}

unsigned int aarch64_insn_len(const uint8_t *code, size_t size)
{
	return isa_fixed_len(look, code, size);
}

unsigned int aarch64_look(const uint8_t *code, size_t size, const struct isa_fixed_entry **entry)
{
	uint32_t word;

	return look(code, size, &word, entry);
}

enum isa_verdict aarch64_insn_decode(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in)
{
	const struct isa_fixed_entry *entry;
	uint64_t mask = 0;
	uint32_t word;

	isa_insn_clear(in, addr);
	in->len = (uint8_t)look(code, size, &word, &entry);
	aarch64_extract(word, entry->format, in);
	if (entry->op == AARCH64_OP_LOGIC_IMM && bitmask_immediate((uint32_t)in->imm, &mask))
		in->imm = (int64_t)mask;
	return isa_fixed_finish(entry, code, in);
}

unsigned int aarch64_entry_skip(const uint8_t *code, size_t size)
{
	return isa_fixed_entry_skip(look, code, size);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

#define SLOT_WORDS (ISA_SELF_SLOT_SIZE / 4)

static bool fits(int64_t value, unsigned int bits)
{
	return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1);
}

/* b: 000101 imm26. */
bool aarch64_jump_near(uint32_t *word, uint64_t from, uint64_t to)
{
	int64_t away = (int64_t)(to - from);

	if (!fits(away, 28))
		return false;
	*word = 0x14000000u | ((uint32_t)(away >> 2) & 0x3ffffffu);
	return true;
}

/* adrp x17, @to; add x17, x17, #low; br x17. Reaches 4 GiB; x17 must be dead. */
static bool jump_far(uint32_t *word, uint64_t from, uint64_t to)
{
	int64_t pages = (int64_t)((to & ~(uint64_t)4095) - (from & ~(uint64_t)4095)) >> 12;

	if (!fits(pages, 21))
		return false;
	word[0] = 0x90000011u | ((uint32_t)pages & 3) << 29 | ((uint32_t)(pages >> 2) & 0x7ffffu) << 5;
	word[1] = 0x91000231u | (uint32_t)(to & 4095) << 10;
	word[2] = 0xd61f0220u;
	return true;
}

/* opc 011 1 00 imm19 Rt. */
bool aarch64_move_literal(const struct isa_insn *in, uint32_t *word, uint64_t addr)
{
	int64_t away = (int64_t)(in->target - addr);

	if (in->op != AARCH64_OP_LDR_SIMD_LITERAL || !fits(away, 21) || (away & 3))
		return false;
	*word = (aarch64_word(in->bytes) & 0xff00001fu) | ((uint32_t)(away >> 2) & 0x7ffffu) << 5;
	return true;
}

/*
 * A value that the instruction puts into x17 must outlive its slot. A destination is in bits 4 to 0
 * (Rd, Rt), 14 to 10 (Rt2) or 9 to 5 (Rn, written back), or 20 to 16 (Rs); where those bits are
 * something else the function may return true without need.
 */
static bool may_write_x17(uint32_t word)
{
	return (word & 31) == 17 || (word >> 5 & 31) == 17 || (word >> 10 & 31) == 17 || (word >> 16 & 31) == 17;
}

int aarch64_insn_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr)
{
	uint32_t words[SLOT_WORDS];
	uint64_t back = in->addr + 4;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < SLOT_WORDS; i++)
		words[i] = AARCH64_BREAK;
	if (in->verdict == ISA_COPY)
		words[0] = aarch64_word(in->bytes);
	else if (in->verdict != ISA_REWRITE || !aarch64_move_literal(in, &words[0], slot_addr))
		ret = -ISA_ERANGE;
	if (ret == 0 && !in->ends_flow && !aarch64_jump_near(&words[1], slot_addr + 4, back) &&
	    !(in->scratch_dead && !may_write_x17(words[0]) && jump_far(&words[1], slot_addr + 4, back)))
		ret = 1;
	for (i = 0; i < ISA_SELF_SLOT_SIZE; i++)
		slot[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
	return ret;
}
