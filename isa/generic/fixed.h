/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fixed.h - decode tables of CPUs whose instructions are fixed bit patterns, as tools/gen-insn.py writes them.
 *
 *     word --index bits--> start of a list of rows --first row whose masked word is right--> entry
 *
 * Every list ends with a row that matches any word (entry 0 says "not an instruction we know"), so
 * the walk needs no bound. Most lists have one to three rows: one word is decoded in a few
 * nanoseconds, which matters because fbt decodes all of the kernel's text when it is loaded.
 */
#ifndef ISA_GENERIC_FIXED_H
#define ISA_GENERIC_FIXED_H

#include "isa/isa.h"

#define ISA_FIXED_ENDS  1u /* control never reaches the next instruction in sequence */
#define ISA_FIXED_PCREL 2u /* target = address + imm */
#define ISA_FIXED_PAGE  4u /* target = (address with the low 12 bits clear) + imm; imm is in bytes */

struct isa_fixed_row {
	uint32_t mask;
	uint32_t value;
	uint16_t entry;
};

/* The last bytes of struct isa_insn, from `verdict` on, so that one copy moves them. */
struct isa_fixed_tail {
	uint8_t verdict;
	uint8_t class : 4;
	uint8_t reason : 4;
	bool pc_relative : 1;
	bool ends_flow : 1;
	bool scratch_dead : 1;
	bool accesses_memory : 1;
	bool system_call : 1;
	uint8_t unused : 2;
	bool may_fault : 1;
};
DT_STATIC_ASSERT(offsetof(struct isa_insn, verdict) + sizeof(struct isa_fixed_tail) == sizeof(struct isa_insn),
		 "the last");

struct isa_fixed_entry {
	const char *name; /* mnemonic, or the name of a group */
	uint8_t flags;    /* ISA_FIXED_* */
	uint8_t op;       /* backend's operation code */
	uint8_t format;   /* which fields it has: the argument of <isa>_extract() */
	struct isa_fixed_tail tail;
};

/* ISA_FIXED_TAIL - the tail of an entry, by the names in its specification and its ISA_FIXED_* flags. */
#define ISA_FIXED_TAIL(name, why, kind, flags)                                                                  \
	{                                                                                                       \
		.verdict = ISA_##name, .reason = ISA_REASON_##why, .class = ISA_CLASS_##kind,                   \
		.ends_flow = ((flags)&ISA_FIXED_ENDS) != 0,                                                     \
		.pc_relative = ((flags) & (ISA_FIXED_PCREL | ISA_FIXED_PAGE)) != 0,                             \
		.accesses_memory = ISA_##name == ISA_EMULATE &&                                                 \
				   (ISA_CLASS_##kind == ISA_CLASS_LOAD || ISA_CLASS_##kind == ISA_CLASS_STORE), \
	}

DT_PROBE_INLINE unsigned int isa_fixed_find(const struct isa_fixed_row *row, uint32_t word)
{
	while ((word & row->mask) != row->value)
		row++;
	return row->entry;
}

/* @value is @bits wide: extend its sign. */
DT_PROBE_INLINE int64_t isa_fixed_sign(uint32_t value, unsigned int bits)
{
	uint32_t sign = 1u << (bits - 1);

	return (int64_t)(value ^ sign) - (int64_t)sign;
}

/* Put what the table says about an instruction into @in; its address and operands are set already. */
static inline void isa_fixed_apply(const struct isa_fixed_entry *entry, struct isa_insn *in)
{
	in->op = entry->op;
	*(struct isa_fixed_tail *)(void *)((char *)in + offsetof(struct isa_insn, verdict)) = entry->tail;
	if (entry->flags & ISA_FIXED_PCREL)
		in->target = in->addr + (uint64_t)in->imm;
	else if (entry->flags & ISA_FIXED_PAGE)
		in->target = (in->addr & ~(uint64_t)4095) + (uint64_t)in->imm;
}

/*
 * The word at @code, of which at most @size bytes are read, and the table's entry for it. Each
 * backend has its own lookup, on which the rest of its decoder is built. Return: the instruction's
 * length; 0, and the entry for unknown words, when it is none.
 */
typedef unsigned int isa_fixed_look(const uint8_t *code, size_t size, uint32_t *word,
				    const struct isa_fixed_entry **entry);

static inline unsigned int isa_fixed_len(isa_fixed_look *look, const uint8_t *code, size_t size)
{
	const struct isa_fixed_entry *entry;
	uint32_t word;

	return look(code, size, &word, &entry);
}

static inline unsigned int isa_fixed_entry_skip(isa_fixed_look *look, const uint8_t *code, size_t size)
{
	const struct isa_fixed_entry *entry;
	unsigned int len;
	uint32_t word;

	len = look(code, size, &word, &entry);
	return entry->tail.class == ISA_CLASS_LANDING_PAD ? len : 0;
}

/*
 * Put the @in->len bytes at @code and the table's facts about them into @in; its operands are set
 * already.
 */
static inline enum isa_verdict isa_fixed_finish(const struct isa_fixed_entry *entry, const uint8_t *code,
						struct isa_insn *in)
{
	unsigned int i;

	isa_fixed_apply(entry, in);
	for (i = 0; i < in->len; i++)
		in->bytes[i] = code[i];
	return (enum isa_verdict)in->verdict;
}

#endif
