/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * memory.h - guarded or plain words of memory, and words of a register file, for both x86 modes.
 *
 * Everything is inline and takes the mode as an argument that is constant at every caller in probe
 * context, so that one source gives two specialised forms without a test of the mode at run time.
 */
#ifndef ISA_X86_MEMORY_H
#define ISA_X86_MEMORY_H

#include "isa/isa.h"

/* Words of a stack: any alignment, any type beside them. */
struct x86_mem16 {
	uint16_t value;
} __attribute__((packed, may_alias));

struct x86_mem32 {
	uint32_t value;
} __attribute__((packed, may_alias));

struct x86_mem64 {
	uint64_t value;
} __attribute__((packed, may_alias));

/* x86_mem_load - read @size (2, 4 or 8) bytes, zero-extended. Return 0 or the error of @mem. */
DT_PROBE_INLINE int x86_mem_load(const struct isa_mem *mem, uint64_t addr, unsigned int size, uint64_t *value)
{
	uint64_t word = 0;
	int error;

	if (DT_UNLIKELY(mem != NULL)) {
		error = mem->load(mem->arg, addr, &word, size); /* little-endian: the low bytes */
		if (error)
			return error;
		*value = word;
		return 0;
	}
	if (size == 8)
		*value = ((const struct x86_mem64 *)(uintptr_t)addr)->value;
	else if (size == 4)
		*value = ((const struct x86_mem32 *)(uintptr_t)addr)->value;
	else
		*value = ((const struct x86_mem16 *)(uintptr_t)addr)->value;
	return 0;
}

/*
 * x86_mem_store - write the low @size (2, 4 or 8) bytes of @value. Return 0 or the error of @mem.
 */
DT_PROBE_INLINE int x86_mem_store(const struct isa_mem *mem, uint64_t addr, unsigned int size, uint64_t value)
{
	if (DT_UNLIKELY(mem != NULL))
		return mem->store(mem->arg, addr, &value, size);
	if (size == 8)
		((struct x86_mem64 *)(uintptr_t)addr)->value = value;
	else if (size == 4)
		((struct x86_mem32 *)(uintptr_t)addr)->value = (uint32_t)value;
	else
		((struct x86_mem16 *)(uintptr_t)addr)->value = (uint16_t)value;
	return 0;
}

/*
 * x86_word_get / x86_word_set - the general register at byte @offset of a register file: 8 bytes
 * wide in long mode, else 4.
 */
DT_PROBE_INLINE uint64_t x86_word_get(const void *regs, unsigned int offset, bool long_mode)
{
	const char *at = (const char *)regs + offset;

	return long_mode ? *(const uint64_t *)at : *(const uint32_t *)at;
}

DT_PROBE_INLINE void x86_word_set(void *regs, unsigned int offset, uint64_t value, bool long_mode)
{
	char *at = (char *)regs + offset;

	if (long_mode)
		*(uint64_t *)at = value;
	else
		*(uint32_t *)at = (uint32_t)value;
}

/* x86_reg_get / x86_reg_set - see reg_get in isa/isa.h: register @reg of a table of @count rows. */
DT_PROBE_INLINE uint64_t x86_reg_get(const struct isa_regs *regs, const struct isa_reg_name *names, unsigned int count,
				     unsigned int reg)
{
	const char *at = (const char *)regs;

	if (reg >= count)
		return 0;
	at += names[reg].offset;
	return names[reg].size == 2 ? *(const uint16_t *)at : x86_word_get(at, 0, names[reg].size == 8);
}

DT_PROBE_INLINE void x86_reg_set(struct isa_regs *regs, const struct isa_reg_name *names, unsigned int count,
				 unsigned int reg, uint64_t value)
{
	char *at = (char *)regs;

	if (reg >= count)
		return;
	at += names[reg].offset;
	if (names[reg].size == 2)
		*(uint16_t *)at = (uint16_t)value;
	else
		x86_word_set(at, 0, value, names[reg].size == 8);
}

#define X86_CALL_MAX_ARGS_32 32 /* our own bound */

/* x86_user_arg_32 - argument @n of a function of a 32-bit program; the first one is at @first (i386 psABI, 2.2.3). */
DT_PROBE_INLINE int x86_user_arg_32(uint64_t first, unsigned int n, const struct isa_mem *mem, uint64_t *value)
{
	return n < X86_CALL_MAX_ARGS_32 ? x86_mem_load(mem, (uint32_t)(first + 4 * (uint64_t)n), 4, value) : -OS_ERANGE;
}

/* x86_frame_next - see frame_next in isa/isa.h: [fp] is the caller's fp, [fp + word] the return address. */
DT_PROBE_INLINE int x86_frame_next(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem)
{
	uint64_t next;
	uint64_t ret;

	if (word == 4)
		*fp = (uint32_t)*fp; /* the upper half of the register is not the program's */
	if (*fp == 0 || (*fp & (word - 1)) != 0)
		return -OS_EFAULT;
	if (x86_mem_load(mem, *fp, word, &next) != 0 || x86_mem_load(mem, *fp + word, word, &ret) != 0)
		return -OS_EFAULT;
	*pc = ret;
	/*
	 * The outermost frame's return address is good, the chain after it is not: the next step
	 * ends.
	 */
	*fp = next > *fp ? next : 0;
	return 0;
}

#endif
