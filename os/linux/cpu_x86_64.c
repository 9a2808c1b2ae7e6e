/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpu_x86_64.c - Linux on x86_64: how a break's trap reaches us.
 *
 * early      asm_exc_int3 switches stacks and page tables, builds pt_regs, and calls exc_int3. The
 *            destination of that call is replaced by our function, which passes other breaks on.
 *            Nothing that can carry a probe runs before us; half the cost. The four bytes of the
 *            call's operand are changed by one store within one cache line, and never through a
 *            break: the kernel's own text writer would put an INT3 into the path of INT3.
 * notifier   the die notifier chain. Three traced functions run before ours on that path; they are
 *            refused then.
 *
 * Early is used where the call can be found, is within one cache line, and the CPU uses it (not
 * FRED).
 */
#include <linux/compat.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include <asm/cpufeature.h>
#include <asm/mmu_context.h>
#include <asm/prctl.h>
#include <asm/processor.h>
#include <asm/vsyscall.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "core/entry.h"
#include "os/linux/cpu_x86.h"

#define ENTRY_SEARCH 0x100 /* bytes of asm_exc_int3 in which the call is looked for */
#define CALL_OPCODE  0xe8
#define CACHE_LINE   64

static_assert(sizeof(struct x86_64_regs) == sizeof(struct pt_regs), "x86_64_regs is not pt_regs");
static_assert(offsetof(struct x86_64_regs, ip) == offsetof(struct pt_regs, ip), "x86_64_regs is not pt_regs");
static_assert(offsetof(struct x86_64_regs, ss) == offsetof(struct pt_regs, ss), "x86_64_regs is not pt_regs");

/*
 * Refused in addition to the common ones. The first are on the notifier's path; refusing them with
 * the early entry too costs nothing.
 */
const struct linux_refused_name linux_cpu_refused[] = {
	X86_REFUSED_NAMES,
	/* run on a CPU that comes online, before it can take a trap */
	{ "amd_cc_platform_has", "cpu-bring-up" },
	{ "intel_cc_platform_has", "cpu-bring-up" },
	{ "setup_ghcb", "cpu-bring-up" },
	{ "early_setup_idt", "cpu-bring-up" },
	{ "startup_64_load_idt", "cpu-bring-up" },
	{ "startup_64_setup_env", "cpu-bring-up" },
	{ "sev_verify_cbit", "cpu-bring-up" },
	{ "__memset", "cpu-bring-up" },
	{ "load_TR_desc", "cpu-bring-up" },
	{ "relocate_kernel", "copied-code" },
	{ NULL, NULL },
};

static void (*kernel_handler)(struct pt_regs *regs);
/* the kernel's own work at entry from user mode, and on the way back; NULL: this kernel has none to call */
static void (*from_user)(struct pt_regs *regs);
static void (*to_user)(struct pt_regs *regs);
static struct os_patch hook;
static const char *trap_name = "none";

/*
 * A site in a process is handled as the kernel's own handler would, without the notifier. All other
 * breaks go there, and come to us by the notifier when they are ours after all: one that was taken
 * out meanwhile.
 */
DT_PROBE_CTX static void from_user_mode(struct pt_regs *regs)
{
	struct linux_process *process = from_user ? linux_user_site(regs) : NULL;

	if (!process) {
		kernel_handler(regs);
		return;
	}
	from_user(regs);
	linux_user_trap_in(process, regs);
	to_user(regs);
}

DT_PROBE_CTX static void early_entry(struct pt_regs *regs)
{
	if (user_mode(regs))
		from_user_mode(regs);
	else
		dt_trap_or((struct isa_regs *)regs, (void (*)(struct isa_regs *))kernel_handler);
}

/*
 * Address of the operand of the call to exc_int3 in asm_exc_int3, 0 when there is none that can be
 * used.
 */
static unsigned long find_call(unsigned long entry, unsigned long target)
{
	uint8_t code[ENTRY_SEARCH];
	unsigned long operand;
	s32 distance;
	size_t i;

	if (linux_text_read(entry, code, sizeof(code)) != 0)
		return 0;
	for (i = 0; i + 5 <= sizeof(code); i++) {
		if (code[i] != CALL_OPCODE)
			continue;
		memcpy(&distance, code + i + 1, sizeof(distance));
		operand = entry + i + 1;
		if (operand + 4 + distance == target)
			return operand / CACHE_LINE == (operand + 3) / CACHE_LINE ? operand : 0;
	}
	return 0;
}

static bool uses_fred(void)
{
#ifdef X86_FEATURE_FRED
	return boot_cpu_has(X86_FEATURE_FRED);
#else
	return false;
#endif
}

static int early_init(void)
{
	unsigned long entry = linux_symbol("asm_exc_int3"), operand;
	s64 distance;
	s32 operand_now, operand_ours;

	kernel_handler = (void *)linux_symbol("exc_int3");
	if (!entry || !kernel_handler || uses_fred())
		return -ENOENT;
	operand = find_call(entry, (unsigned long)kernel_handler);
	distance = (s64)(unsigned long)early_entry - (s64)(operand + 4);
	if (!operand || distance != (s32)distance)
		return -ENOENT;
	from_user = (void *)linux_symbol("irqentry_enter_from_user_mode");
	to_user = (void *)linux_symbol("irqentry_exit_to_user_mode");
	if (!to_user)
		from_user = NULL;
	operand_ours = distance;
	operand_now = (s32)((unsigned long)kernel_handler - (operand + 4));
	hook.addr = operand;
	hook.len = 4;
	memcpy(hook.old_bytes, &operand_now, 4);
	memcpy(hook.new_bytes, &operand_ours, 4);
	return linux_text_patch(&hook, 1) == 1 ? 0 : -EBUSY;
}

/* Interrupts are off in the entry: after the cross call that follows the store no CPU is in it. */
static void early_fini(void)
{
	struct os_patch back = hook;

	memcpy(back.old_bytes, hook.new_bytes, 4);
	memcpy(back.new_bytes, hook.old_bytes, 4);
	while (linux_text_patch(&back, 1) != 1 && back.status == -OS_ENOMEM)
		msleep(10);
	if (back.status != 0)
		pr_err("dtrace: the trap's entry could not be restored (error %d)\n", back.status);
	hook.len = 0;
}

int linux_cpu_trap_init(const char *how)
{
	bool early = strcmp(how, "early") == 0;
	int error;

	if (!early && strcmp(how, "notifier") != 0) {
		pr_err("dtrace: trap=%s is neither early nor notifier\n", how);
		return -EINVAL;
	}
	/* traps in processes come by it, too, where the early entry does not know them */
	error = x86_notifier_init();
	if (error)
		return error;
	trap_name = early && early_init() == 0 ? "early" : "notifier";
	return 0;
}

void linux_cpu_trap_fini(void)
{
	if (hook.len)
		early_fini();
	x86_notifier_fini();
}

const char *linux_cpu_trap_name(void)
{
	return trap_name;
}

/*
 * Addresses that are not canonical raise another exception than a page fault, and the kernel
 * complains about those. How many bits they have the kernel chose at boot, whatever the CPU can have.
 * Devices are mapped above the kernel's map of all memory.
 */
DT_PROBE_CTX bool linux_cpu_kernel_range(unsigned long addr, size_t size)
{
	unsigned int unused = 63 - __VIRTUAL_MASK_SHIFT;
	unsigned long last = addr + size - 1;

	if (addr < TASK_SIZE_MAX + PAGE_SIZE || last < addr)
		return false;
	if ((unsigned long)((long)(addr << unused) >> unused) != addr)
		return false;
	if ((addr & PAGE_MASK) == VSYSCALL_ADDR)
		return false;
	return last < VMALLOC_START || !x86_device_memory(addr, size);
}

DT_PROBE_CTX unsigned int linux_cpu_syscall(struct pt_regs *regs, unsigned long *number)
{
#ifdef CONFIG_X86_X32_ABI
	if (*number & __X32_SYSCALL_BIT) {
		*number &= ~(unsigned long)__X32_SYSCALL_BIT;
		return 2;
	}
#endif
	return in_compat_syscall() ? 1 : 0;
}

DT_PROBE_CTX unsigned int linux_cpu_user_bits(unsigned long thread_flags)
{
	return thread_flags & 1ul << TIF_ADDR32 ? 32 : 64;
}

/* A program may call the system by the other one's instruction. */
const struct isa *linux_cpu_syscall_isa(const struct task_struct *task)
{
	return READ_ONCE(task_thread_info(task)->status) & TS_COMPAT ? isa_self.narrow : &isa_self;
}

/* Of the two kinds of programs with addresses of 32 bits, x32 executes 64-bit code. */
const struct isa *linux_cpu_program(const struct task_struct *task, struct mm_struct *mm)
{
	if (!is_64bit_mm(mm))
		return isa_self.narrow;
	return linux_cpu_user_bits(task_thread_info(task)->flags) == 64 ? &isa_self : NULL;
}

DT_PROBE_CTX unsigned int linux_cpu_user_word(const struct pt_regs *regs)
{
	return user_64bit_mode((struct pt_regs *)regs) ? 8 : 4;
}

/* 64-bit programs only (arch/x86/kernel/shstk.c), and kernels from 6.6 on. */
DT_PROBE_CTX bool linux_cpu_has_shadow_stack(const struct task_struct *task)
{
#ifdef CONFIG_X86_USER_SHADOW_STACK
	return READ_ONCE(task->thread.features) & ARCH_SHSTK_SHSTK;
#else
	return false;
#endif
}

bool linux_cpu_shadow_stacks(void)
{
#ifdef CONFIG_X86_USER_SHADOW_STACK
	return boot_cpu_has(X86_FEATURE_USER_SHSTK);
#else
	return false;
#endif
}

/* The kernel chose at boot which of them its returns jump to; all of them end in a return. */
size_t linux_cpu_return_thunks(uint64_t *thunks, size_t max)
{
	static const char *const names[] = {
		"__x86_return_thunk",      "retbleed_return_thunk", "srso_return_thunk",
		"srso_alias_return_thunk", "its_return_thunk",      "call_depth_return_thunk",
	};
	size_t i, n = 0;
	unsigned long addr;

	for (i = 0; i < ARRAY_SIZE(names) && n < max; i++) {
		addr = linux_symbol(names[i]);
		if (addr)
			thunks[n++] = addr;
	}
	return n;
}
