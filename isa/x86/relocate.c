/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * relocate.c - the out-of-line slot of an instruction: its copy, a jump back, breaks to the end.
 *
 *     site:  [instruction]            slot:  [instruction, RIP-relative displacement moved][e9 rel32][cc cc ...]
 *                                     or     [instruction ...][ff 25 00000000][8-byte address][cc ...]
 *                                            when rel32 does not reach
 */
#include "isa/x86/x86.h"

#define JUMP_REL32_LEN 5

static bool fits_s32(int64_t value)
{
	return value == (int32_t)value;
}

static void put_le(uint8_t *at, uint64_t value, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		at[i] = (uint8_t)(value >> (8 * i));
}

static void put_jump_back(uint8_t *at, uint64_t at_addr, uint64_t target, bool long_mode)
{
	int64_t distance = (int64_t)(target - (at_addr + JUMP_REL32_LEN));

	if (!long_mode || fits_s32(distance)) { /* 32-bit addresses wrap around: everything is in reach */
		at[0] = 0xe9;
		put_le(at + 1, (uint64_t)distance, 4);
		return;
	}
	at[0] = 0xff;
	at[1] = 0x25;
	put_le(at + 2, 0, 4);
	put_le(at + 6, target, 8);
}

/*
 * Where the displacement of a RIP-relative operand is. In an emulated instruction, whose operand[]
 * has another use, it is at the end: none of these has an immediate.
 */
static unsigned int displacement_at(const struct isa_insn *in)
{
	return in->verdict == ISA_EMULATE ? in->len - 4u : in->operand[0];
}

/* A call that is only emulated for its return address has no other form; nor has a jump. */
static bool has_copy(const struct isa_insn *in)
{
	if (in->verdict != ISA_EMULATE)
		return in->verdict != ISA_REJECT;
	return in->accesses_memory && (in->class != ISA_CLASS_CALL || in->may_fault);
}

int x86_copy(const struct isa_insn *in, uint8_t *at, uint64_t addr)
{
	int64_t moved = (int64_t)(in->target - (addr + in->len));
	unsigned int i;

	if (in->pc_relative && !fits_s32(moved))
		return -OS_ERANGE;
	for (i = 0; i < in->len; i++)
		at[i] = in->bytes[i];
	if (in->pc_relative)
		put_le(at + displacement_at(in), (uint64_t)moved, 4);
	return 0;
}

int x86_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr, bool long_mode)
{
	unsigned int i;

	for (i = 0; i < X86_SLOT_SIZE; i++)
		slot[i] = X86_BREAK;
	if (!has_copy(in) || x86_copy(in, slot, slot_addr) != 0)
		return -OS_ERANGE;
	put_jump_back(slot + in->len, slot_addr + in->len, in->addr + in->len, long_mode);
	return 0;
}
