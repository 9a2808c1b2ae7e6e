/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols.c - names to addresses. The kernel exports no such function since 5.7, but a kprobe is
 * placed by name: one is registered on kallsyms_lookup_name for a moment. On riscv64 the
 * registration fails after the address was found; the address is good all the same.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>

#include "os/linux/linux.h"
#include "os/linux/compat/compat.h"

struct linux_calls linux_calls;
unsigned long linux_own_start, linux_own_end;

static unsigned long (*lookup_name)(const char *name);

/* For tests: pretend that the kernel lacks a symbol. */
static char *without;
module_param(without, charp, 0444);
MODULE_PARM_DESC(without, "pretend that this kernel has no symbol of this name");

static int find_lookup(void)
{
	struct kprobe probe = { .symbol_name = "kallsyms_lookup_name" };
	int error;

	error = register_kprobe(&probe);
	lookup_name = (void *)probe.addr;
	if (!error)
		unregister_kprobe(&probe);
	if (lookup_name)
		return 0;
	pr_err("dtrace: this kernel does not let a kprobe find kallsyms_lookup_name (error %d)\n", error);
	return -ENOENT;
}

unsigned long linux_symbol(const char *name)
{
	if (without && strcmp(without, name) == 0)
		return 0;
	return lookup_name(name);
}

unsigned long linux_symbol_need(const char *name)
{
	unsigned long addr = linux_symbol(name);

	if (!addr)
		pr_err("dtrace: this kernel is not supported: it has no symbol '%s'\n", name);
	return addr;
}

int linux_symbols_init(void)
{
	const struct {
		const char *name;
		void *where;
	} needed[] = {
		{ "ftrace_location_range", &linux_calls.ftrace_location_range },
		{ "kallsyms_lookup", &linux_calls.kallsyms_lookup },
		{ "within_kprobe_blacklist", &linux_calls.within_kprobe_blacklist },
		{ "search_exception_tables", &linux_calls.search_exception_tables },
		{ "jump_label_text_reserved", &linux_calls.jump_label_text_reserved },
		{ "arch_stack_walk", &linux_calls.arch_stack_walk },
		{ "sched_clock_cpu", &linux_calls.sched_clock_cpu },
		{ "set_memory_ro", &linux_calls.set_memory_ro },
		{ "set_memory_rw", &linux_calls.set_memory_rw },
		{ "set_memory_x", &linux_calls.set_memory_x },
		{ "set_memory_nx", &linux_calls.set_memory_nx },
		{ "_stext", &linux_calls.text_start },
		{ "_etext", &linux_calls.text_end },
	};
	struct os_text_symbol walker;
	unsigned long addr;
	size_t i;
	int error;

	compat_module_text(THIS_MODULE, &linux_own_start, &linux_own_end);
	error = find_lookup();
	if (error)
		return error;
	for (i = 0; i < ARRAY_SIZE(needed); i++) {
		addr = linux_symbol_need(needed[i].name);
		if (!addr)
			return -ENOENT;
		*(unsigned long *)needed[i].where = addr;
	}
	if (linux_text_symbol((unsigned long)linux_calls.arch_stack_walk, &walker)) {
		linux_calls.walker.start = walker.start;
		linux_calls.walker.end = walker.end;
	}
	return 0;
}
