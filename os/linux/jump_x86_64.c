/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_x86_64.c - the common entry of jumps on x86_64 (isa/jump.h): the registers of the site as a struct pt_regs on
 * the interrupted stack, interrupts off, dt_jump().
 *
 * What dt_jump() preserves as any function does (System V psABI for x86-64, 3.2.1) is saved for the probes but not
 * restored. Flags are saved before anything changes them, and come back with the interrupt flag.
 */
#include <linux/build_bug.h>
#include <linux/kconfig.h>
#include <linux/linkage.h>
#include <linux/percpu.h>
#include <linux/stringify.h>
#include <asm/cpufeature.h>
#include <asm/ptrace-abi.h>
#include <asm/segment.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "core/entry.h"
#include "isa/jump.h"

void linux_jump_entry(void);
DT_BY_NAME void linux_jump(struct isa_regs *regs, uintptr_t cookie);

/* Called by the entry alone. Compilers make a jump of the call. */
DT_PROBE_CTX DT_BY_NAME void linux_jump(struct isa_regs *regs, uintptr_t cookie)
{
	dt_jump(regs, cookie, raw_cpu_read(linux_jump_self));
}

static_assert(sizeof(struct pt_regs) == 21 * 8 && offsetof(struct pt_regs, sp) == 19 * 8, "the pushes below");
static_assert(__KERNEL_DS == 24 && __KERNEL_CS == 16, "the numbers pushed below");

/* clang-format off */
asm(".pushsection .text, \"ax\", @progbits\n"
    ".balign 64\n"
    ".globl linux_jump_entry\n"
    ".type linux_jump_entry, @function\n"
    "linux_jump_entry:\n"
    "	pushq	$24\n"               /* ss; the return address is above it */
    "	pushq	%rsp\n"
    "	pushfq\n"
    "	cli\n"
    "	pushq	$16\n"               /* cs */
    "	pushq	$0\n"                /* ip: dt_jump() knows it */
    "	pushq	$-1\n"               /* orig_ax: no system call */
    "	pushq	%rdi\n"
    "	pushq	%rsi\n"
    "	pushq	%rdx\n"
    "	pushq	%rcx\n"
    "	pushq	%rax\n"
    "	pushq	%r8\n"
    "	pushq	%r9\n"
    "	pushq	%r10\n"
    "	pushq	%r11\n"
    "	pushq	%rbx\n"
    "	pushq	%rbp\n"
    "	pushq	%r12\n"
    "	pushq	%r13\n"
    "	pushq	%r14\n"
    "	pushq	%r15\n"
    "	cld\n"
    "	addq	$16, 19 * 8(%rsp)\n" /* sp: above ss and the return address */
    "	movq	%rsp, %rdi\n"
    "	movq	21 * 8(%rsp), %rsi\n"
    "	andq	$-" __stringify(ISA_SELF_STUB_UNIT) ", %rsi\n"
    "	movq	(%rsi), %rsi\n"      /* the cookie */
    "	call	linux_jump\n"
    "	addq	$6 * 8, %rsp\n"      /* r15 to rbx */
    "	popq	%r11\n"
    "	popq	%r10\n"
    "	popq	%r9\n"
    "	popq	%r8\n"
    "	popq	%rax\n"
    "	popq	%rcx\n"
    "	popq	%rdx\n"
    "	popq	%rsi\n"
    "	popq	%rdi\n"
    "	addq	$3 * 8, %rsp\n"      /* orig_ax, ip, cs */
    "	popfq\n"
    "	leaq	2 * 8(%rsp), %rsp\n" /* sp, ss */
    "	" ASM_RET                    /* as the compiler returns: by the return thunk, where this CPU wants one */
    "int3\n"
    ".size linux_jump_entry, . - linux_jump_entry\n"
    ".popsection\n");
/* clang-format on */

/*
 * With retpolines, or landing pads, the compiler makes no jump tables (arch/x86/Makefile). A guest of Xen without
 * hardware support must not execute CLI and POPF.
 */
bool linux_cpu_jumps(struct os_jumps *jumps)
{
	if (boot_cpu_has(X86_FEATURE_XENPV))
		return false;
	jumps->isa = &isa_jump_self;
	jumps->entry = (unsigned long)linux_jump_entry;
	jumps->tables = !IS_ENABLED(CONFIG_RETPOLINE) && !IS_ENABLED(CONFIG_MITIGATION_RETPOLINE) &&
			!IS_ENABLED(CONFIG_X86_KERNEL_IBT);
	return true;
}
