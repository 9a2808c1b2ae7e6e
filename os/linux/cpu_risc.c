/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpu_risc.c - Linux on aarch64 and riscv64: the functions of cpu.h that are the same for both.
 * Their instructions are four bytes long or two.
 */
#include <linux/jump_label.h>
#include <linux/string.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "isa/isa.h"

/* No kernel of docs/SUPPORT.md has one for these CPUs (CONFIG_ARM64_GCS, CONFIG_RISCV_USER_CFI). */
DT_PROBE_CTX bool linux_cpu_has_shadow_stack(const struct task_struct *task)
{
	return false;
}

bool linux_cpu_shadow_stacks(void)
{
	return false;
}

/* The kernel follows frame records. */
DT_PROBE_CTX bool linux_cpu_unwinder_exact(void)
{
	return false;
}

/* No instruction changes when a second CPU comes. */
bool linux_cpu_switches(void)
{
	return false;
}

size_t linux_cpu_switched(const uint8_t *code, size_t from, size_t size)
{
	return size;
}

/* A jump label is a NOP or an unconditional jump of four bytes. */
const char *linux_cpu_patched(unsigned long addr, unsigned int len)
{
	struct isa_insn insn;
	uint8_t code[4];

	if (linux_text_read(addr, code, sizeof(code)) != 0)
		return NULL;
	isa_insn_decode(code, sizeof(code), addr, &insn);
	if (insn.class != ISA_CLASS_NOP && insn.class != ISA_CLASS_JUMP)
		return NULL;
	return linux_calls.jump_label_text_reserved((void *)addr, (void *)(addr + insn.len - 1)) ? "patched-by-kernel"
												 : NULL;
}

const struct isa *linux_cpu_program(const struct task_struct *task, struct mm_struct *mm)
{
	return linux_cpu_user_bits(task_thread_info(task)->flags) == isa_self.word_size * 8 ? &isa_self : NULL;
}

/* No process with the other one's numbers is open. */
const struct isa *linux_cpu_syscall_isa(const struct task_struct *task)
{
	return &isa_self;
}

bool linux_cpu_reg_settable(const struct isa_reg_name *reg)
{
	return reg->dwarf >= 0 || strcmp(reg->name, "pc") == 0;
}
