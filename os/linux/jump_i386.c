/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_i386.c - the common entry of jumps on i386 (isa/jump.h): the registers of the site as a struct pt_regs on the
 * interrupted stack, interrupts off, dt_jump().
 *
 * What dt_jump() preserves as any function does (System V psABI for the Intel386, 2.2.1) is saved for the probes but
 * not restored. Segment registers are the kernel's already (a site is in a function that a compiler made), so they are
 * saved alone; gs is the program's, and 0 here as in the kernel's own frames. Flags are saved before anything changes
 * them, and come back with the interrupt flag.
 */
#include <linux/build_bug.h>
#include <linux/kconfig.h>
#include <linux/linkage.h>
#include <linux/percpu.h>
#include <linux/stringify.h>
#include <asm/segment.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "core/entry.h"
#include "isa/jump.h"

void linux_jump_entry(void);
DT_BY_NAME void linux_jump(struct isa_regs *regs, uintptr_t cookie);

/* Called by the entry alone, with its arguments in eax and edx (-mregparm=3). Compilers make a jump of the call. */
DT_PROBE_CTX DT_BY_NAME void linux_jump(struct isa_regs *regs, uintptr_t cookie)
{
	dt_jump(regs, cookie, raw_cpu_read(linux_jump_self));
}

static_assert(sizeof(struct pt_regs) == 17 * 4 && offsetof(struct pt_regs, sp) == 15 * 4, "the pushes below");
static_assert(offsetof(struct pt_regs, bx) == 0 && offsetof(struct pt_regs, ax) == 6 * 4, "the pops below");

/* clang-format off */
asm(".pushsection .text, \"ax\", @progbits\n"
    ".balign 64\n"
    ".globl linux_jump_entry\n"
    ".type linux_jump_entry, @function\n"
    "linux_jump_entry:\n"
    "	pushl	$" __stringify(__KERNEL_DS) "\n"  /* ss; the return address is above it */
    "	pushl	%esp\n"
    "	pushfl\n"
    "	cli\n"
    "	pushl	$" __stringify(__KERNEL_CS) "\n"
    "	pushl	$0\n"                /* ip: dt_jump() knows it */
    "	pushl	$-1\n"               /* orig_ax: no system call */
    "	pushl	$0\n"                /* gs */
    "	pushl	%fs\n"
    "	pushl	%es\n"
    "	pushl	%ds\n"
    "	pushl	%eax\n"
    "	pushl	%ebp\n"
    "	pushl	%edi\n"
    "	pushl	%esi\n"
    "	pushl	%edx\n"
    "	pushl	%ecx\n"
    "	pushl	%ebx\n"
    "	cld\n"
    "	addl	$8, 15 * 4(%esp)\n"  /* sp: above ss and the return address */
    "	movl	%esp, %eax\n"
    "	movl	17 * 4(%esp), %edx\n"
    "	andl	$-" __stringify(ISA_SELF_STUB_UNIT) ", %edx\n"
    "	movl	(%edx), %edx\n"      /* the cookie */
    "	call	linux_jump\n"
    "	popl	%ebx\n"
    "	popl	%ecx\n"
    "	popl	%edx\n"
    "	addl	$3 * 4, %esp\n"      /* si, di, bp */
    "	popl	%eax\n"
    "	addl	$7 * 4, %esp\n"      /* ds to cs */
    "	popfl\n"
    "	leal	2 * 4(%esp), %esp\n" /* sp, ss */
    "	" ASM_RET                    /* as the compiler returns: by the return thunk, where this CPU wants one */
    "int3\n"
    ".size linux_jump_entry, . - linux_jump_entry\n"
    ".popsection\n");
/* clang-format on */

/* With retpolines the compiler makes no jump tables (arch/x86/Makefile). */
bool linux_cpu_jumps(struct os_jumps *jumps)
{
	jumps->isa = &isa_jump_self;
	jumps->entry = (unsigned long)linux_jump_entry;
	jumps->tables = !IS_ENABLED(CONFIG_RETPOLINE) && !IS_ENABLED(CONFIG_MITIGATION_RETPOLINE);
	return true;
}
