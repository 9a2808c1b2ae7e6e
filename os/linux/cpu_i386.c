/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpu_i386.c - Linux on i386: traps come by the die notifier, so the traced functions on that path
 * are refused.
 */
#include <linux/module.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "os/linux/cpu_x86.h"

static_assert(sizeof(struct i386_regs) == sizeof(struct pt_regs), "i386_regs is not pt_regs");
static_assert(offsetof(struct i386_regs, ip) == offsetof(struct pt_regs, ip), "i386_regs is not pt_regs");
static_assert(offsetof(struct i386_regs, ss) == offsetof(struct pt_regs, ss), "i386_regs is not pt_regs");

const struct linux_refused_name linux_cpu_refused[] = {
	X86_REFUSED_NAMES,
	/* microcode, loaded before paging is on */
	{ "load_ucode_ap", "cpu-bring-up" },
	{ "load_ucode_intel_ap", "cpu-bring-up" },
	{ "load_ucode_amd_ap", "cpu-bring-up" },
	{ "__load_ucode_intel", "cpu-bring-up" },
	{ "__load_ucode_amd", "cpu-bring-up" },
	{ "apply_microcode_early", "cpu-bring-up" },
	{ "apply_microcode_early.isra.0", "cpu-bring-up" },
	{ "apply_microcode_early_amd", "cpu-bring-up" },
	{ "apply_microcode_early_amd.isra.0", "cpu-bring-up" },
	{ "__apply_microcode_amd", "cpu-bring-up" },
	{ "find_microcode_in_initrd", "cpu-bring-up" },
	{ "find_cpio_data", "cpu-bring-up" },
	{ "scan_microcode", "cpu-bring-up" },
	{ "microcode_sanity_check", "cpu-bring-up" },
	{ "save_microcode_patch", "cpu-bring-up" },
	{ "find_matching_signature", "cpu-bring-up" },
	{ "x86_family", "cpu-bring-up" },
	{ "x86_model", "cpu-bring-up" },
	/* the first steps with paging */
	{ "__flush_tlb_all", "cpu-bring-up" },
	{ "flush_tlb_local", "cpu-bring-up" },
	{ "native_flush_tlb_global", "cpu-bring-up" },
	{ "native_flush_tlb_local", "cpu-bring-up" },
	{ "cpu_init", "cpu-bring-up" },
	{ "switch_to_new_gdt", "cpu-bring-up" },
	{ "load_percpu_segment", "cpu-bring-up" },
	{ NULL, NULL },
};

int linux_cpu_trap_init(const char *how)
{
	return x86_notifier_init();
}

void linux_cpu_trap_fini(void)
{
	x86_notifier_fini();
}

const char *linux_cpu_trap_name(void)
{
	return "notifier";
}

DT_PROBE_CTX bool linux_cpu_kernel_range(unsigned long addr, size_t size)
{
	unsigned long last = addr + size - 1;

	if (addr < PAGE_OFFSET || last < addr)
		return false;
	return last < VMALLOC_START || !x86_device_memory(addr, size);
}

DT_PROBE_CTX unsigned int linux_cpu_syscall(struct pt_regs *regs, unsigned long *number)
{
	return 0;
}

DT_PROBE_CTX unsigned int linux_cpu_user_bits(unsigned long thread_flags)
{
	return 32;
}

const struct isa *linux_cpu_syscall_isa(const struct task_struct *task)
{
	return &isa_self;
}

const struct isa *linux_cpu_program(const struct task_struct *task, struct mm_struct *mm)
{
	return &isa_self;
}

DT_PROBE_CTX unsigned int linux_cpu_user_word(const struct pt_regs *regs)
{
	return 4;
}

/* The kernel has one for 64-bit programs only. */
DT_PROBE_CTX bool linux_cpu_has_shadow_stack(const struct task_struct *task)
{
	return false;
}

bool linux_cpu_shadow_stacks(void)
{
	return false;
}

size_t linux_cpu_return_thunks(uint64_t *thunks, size_t max)
{
	unsigned long addr = linux_symbol("__x86_return_thunk");

	if (!addr || max == 0)
		return 0;
	thunks[0] = addr;
	return 1;
}
