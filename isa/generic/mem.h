/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * mem.h - one load or store of an emulated instruction: through the caller's guarded functions, or
 * plain when it gave none. Plain accesses assume no alignment. Little-endian hosts only, as all
 * supported CPUs are.
 */
#ifndef ISA_GENERIC_MEM_H
#define ISA_GENERIC_MEM_H

#include "isa/isa.h"

#define ISA_EFAULT 14
#define ISA_ERANGE 34
#define ISA_EILSEQ 84

struct isa_plain16 {
	uint16_t value;
} DT_PACKED;

struct isa_plain32 {
	uint32_t value;
} DT_PACKED;

struct isa_plain64 {
	uint64_t value;
} DT_PACKED;

/* @size is 1, 2, 4 or 8; *@value is zero-extended. */
DT_PROBE_INLINE int isa_mem_load(const struct isa_mem *mem, uint64_t addr, unsigned int size, uint64_t *value)
{
	const void *from = (const void *)(uintptr_t)addr;
	uint64_t loaded = 0;

	if (mem) {
		if (mem->load(mem->arg, addr, &loaded, size) != 0)
			return -ISA_EFAULT;
	} else if (size == 8) {
		loaded = ((const struct isa_plain64 *)from)->value;
	} else if (size == 4) {
		loaded = ((const struct isa_plain32 *)from)->value;
	} else if (size == 2) {
		loaded = ((const struct isa_plain16 *)from)->value;
	} else {
		loaded = *(const uint8_t *)from;
	}
	*value = loaded;
	return 0;
}

DT_PROBE_INLINE int isa_mem_store(const struct isa_mem *mem, uint64_t addr, unsigned int size, uint64_t value)
{
	void *to = (void *)(uintptr_t)addr;

	if (mem)
		return mem->store(mem->arg, addr, &value, size) == 0 ? 0 : -ISA_EFAULT;
	if (size == 8)
		((struct isa_plain64 *)to)->value = value;
	else if (size == 4)
		((struct isa_plain32 *)to)->value = (uint32_t)value;
	else if (size == 2)
		((struct isa_plain16 *)to)->value = (uint16_t)value;
	else
		*(uint8_t *)to = (uint8_t)value;
	return 0;
}

/*
 * One step up a chain of frame records whose two words are the caller's frame pointer and the
 * return address, at @fp_at and @pc_at (offsets from the frame pointer). A chain that does not go
 * up is cut: the next step then fails.
 */
DT_PROBE_INLINE int isa_frame_step(uint64_t *fp, uint64_t *pc, const struct isa_mem *mem, int fp_at, int pc_at)
{
	uint64_t up, back;

	if (*fp == 0 || (*fp & 7))
		return -ISA_EFAULT;
	if (isa_mem_load(mem, *fp + (uint64_t)(int64_t)fp_at, 8, &up) != 0 ||
	    isa_mem_load(mem, *fp + (uint64_t)(int64_t)pc_at, 8, &back) != 0)
		return -ISA_EFAULT;
	if (back == 0)
		return -ISA_EFAULT;
	*fp = up > *fp ? up : 0;
	*pc = back;
	return 0;
}

#endif
