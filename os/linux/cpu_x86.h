/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cpu_x86.h - what the Linux side of x86_64 and i386 has in common. */
#ifndef OS_LINUX_CPU_X86_H
#define OS_LINUX_CPU_X86_H

#include "os/linux/cpu.h"

/*
 * x86_notifier_init / fini - the portable way to traps: the kernel's chain of die notifiers, first
 * in it. Return of init: 0 or a negative errno.
 */
int x86_notifier_init(void);
void x86_notifier_fini(void);

/*
 * x86_device_memory - whether any of these addresses is mapped as anything but ordinary memory:
 * reading it might do something. Context: probe context.
 */
bool x86_device_memory(unsigned long addr, size_t size);

/*
 * Functions that may not be probed, on both: entries of linux_cpu_refused. First those on the way
 * from the trap to us; from __restore_processor_state on, those that run on a CPU that comes online,
 * or back from sleep, before it can take a trap, or that goes down into another kernel.
 */
/* clang-format off */
#define X86_REFUSED_NAMES \
	{ "__rcu_read_lock", "trap-path" }, \
	{ "__rcu_read_unlock", "trap-path" }, \
	{ "atomic_notifier_call_chain", "trap-path" }, \
	{ "hw_breakpoint_exceptions_notify", "trap-path" }, \
	{ "notifier_call_chain", "trap-path" }, \
	{ "rcu_read_unlock_special", "trap-path" }, \
	{ "__restore_processor_state", "cpu-bring-up" }, \
	{ "cc_platform_has", "cpu-bring-up" }, \
	{ "cpu_init_exception_handling", "cpu-bring-up" }, \
	{ "cpu_init_secondary", "cpu-bring-up" }, \
	{ "cr4_init", "cpu-bring-up" }, \
	{ "cr4_set_bits", "cpu-bring-up" }, \
	{ "cr4_update_irqsoff", "cpu-bring-up" }, \
	{ "fix_processor_context", "cpu-bring-up" }, \
	{ "get_cpu_entry_area", "cpu-bring-up" }, \
	{ "load_current_idt", "cpu-bring-up" }, \
	{ "load_direct_gdt", "cpu-bring-up" }, \
	{ "load_fixmap_gdt", "cpu-bring-up" }, \
	{ "machine_kexec", "cpu-bring-up" }, \
	{ "memset", "cpu-bring-up" }, \
	{ "native_load_idt", "cpu-bring-up" }, \
	{ "native_load_tr_desc", "cpu-bring-up" }, \
	{ "native_write_cr4", "cpu-bring-up" }, \
	{ "native_write_gdt_entry", "cpu-bring-up" }, \
	{ "native_write_msr", "cpu-bring-up" }, \
	{ "restore_processor_state", "cpu-bring-up" }, \
	{ "start_secondary", "cpu-bring-up" }
/* clang-format on */

#endif
