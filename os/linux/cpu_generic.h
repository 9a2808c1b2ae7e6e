/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cpu_generic.h - what aarch64 and riscv64 have in common on Linux. */
#ifndef OS_LINUX_CPU_GENERIC_H
#define OS_LINUX_CPU_GENERIC_H

#include "os/linux/linux.h"

/* A jump label is a NOP or an unconditional jump of four bytes. */
static inline const char *generic_patched(unsigned long addr, const struct isa_insn *insn)
{
	if (insn->class != ISA_CLASS_NOP && insn->class != ISA_CLASS_JUMP)
		return NULL;
	return linux_calls.jump_label_text_reserved((void *)addr, (void *)(addr + insn->len - 1)) ? "patched-by-kernel" : NULL;
}

#endif
