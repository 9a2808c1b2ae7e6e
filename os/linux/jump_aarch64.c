/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_aarch64.c - the common entry of jumps on aarch64 (isa/jump.h): the registers of the site as a struct pt_regs on
 * the interrupted stack, interrupts off, dt_jump().
 *
 * What dt_jump() preserves as any function does (AAPCS64, 6.1.1) is saved for the probes; of it only what the entry
 * itself uses is restored. pstate is what an exception would have saved (SPSR_EL1, Arm ARM DDI 0487, C5.2.19): flags,
 * masks, exception level and stack pointer. Its other bits are not told.
 */
#include <linux/build_bug.h>
#include <linux/stddef.h>
#include <linux/percpu.h>
#include <linux/stringify.h>
#include <asm/memory.h>
#include <asm/pgtable.h>
#include <asm/ptrace.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "isa/jump.h"

/* Bytes of the frame: struct pt_regs, and what keeps the stack aligned. */
#define FRAME 368

void linux_jump_entry(void);
struct dt_cpu *linux_jump_cpu(void);

/* Called by the entry alone: how a variable of this CPU is read is the compiler's affair. */
DT_PROBE_CTX struct dt_cpu *linux_jump_cpu(void)
{
	return raw_cpu_read(linux_jump_self);
}

static_assert(sizeof(struct pt_regs) <= FRAME && FRAME % 16 == 0, "the room below");
static_assert(offsetof(struct pt_regs, regs) == 0 && offsetof(struct pt_regs, sp) == 248 &&
		      offsetof(struct pt_regs, pc) == 256 && offsetof(struct pt_regs, pstate) == 264,
	      "the stores below");

/* clang-format off */
asm(".pushsection .text, \"ax\", %progbits\n"
    ".balign 64\n"
    ".globl linux_jump_entry\n"
    ".type linux_jump_entry, %function\n"
    "linux_jump_entry:\n"
    "	hint	#34\n"                            /* bti c: the veneer comes by `br x16` */
    "	sub	sp, sp, #" __stringify(FRAME) "\n"
    "	stp	x0, x1, [sp]\n"
    "	stp	x2, x3, [sp, #16]\n"
    "	stp	x4, x5, [sp, #32]\n"
    "	stp	x6, x7, [sp, #48]\n"
    "	stp	x8, x9, [sp, #64]\n"
    "	stp	x10, x11, [sp, #80]\n"
    "	stp	x12, x13, [sp, #96]\n"
    "	stp	x14, x15, [sp, #112]\n"
    "	ldp	x0, x1, [sp, #" __stringify(FRAME) "]\n" /* x16, x17 */
    "	stp	x0, x1, [sp, #128]\n"
    "	stp	x18, x19, [sp, #144]\n"
    "	stp	x20, x21, [sp, #160]\n"
    "	stp	x22, x23, [sp, #176]\n"
    "	stp	x24, x25, [sp, #192]\n"
    "	stp	x26, x27, [sp, #208]\n"
    "	stp	x28, x29, [sp, #224]\n"
    "	mrs	x19, nzcv\n"
    "	mrs	x20, daif\n"
    "	msr	daifset, #3\n"                    /* interrupts, fast ones too */
    "	mov	x21, x30\n"
    "	ldr	x0, [sp, #" __stringify(FRAME) " + 16]\n" /* the site's x30 */
    "	add	x1, sp, #" __stringify(FRAME) " + 32\n"   /* its sp */
    "	stp	x0, x1, [sp, #240]\n"
    "	mrs	x2, CurrentEL\n"
    "	orr	x2, x2, x19\n"
    "	orr	x2, x2, x20\n"
    "	orr	x2, x2, #1\n"                     /* with the exception level's own stack pointer */
    "	stp	xzr, x2, [sp, #256]\n"            /* pc: dt_jump() knows it */
    "	mov	x0, #-1\n"                        /* no system call */
    "	stp	xzr, x0, [sp, #272]\n"
    "	stp	xzr, xzr, [sp, #288]\n"
    "	stp	xzr, xzr, [sp, #304]\n"
    "	stp	xzr, xzr, [sp, #320]\n"
    "	stp	xzr, xzr, [sp, #336]\n"
    "	stp	xzr, xzr, [sp, #352]\n"
    "	bl	linux_jump_cpu\n"
    "	mov	x2, x0\n"
    "	mov	x0, sp\n"
    "	and	x1, x21, #-" __stringify(ISA_SELF_STUB_UNIT) "\n"
    "	ldr	x1, [x1]\n"                       /* the cookie */
    "	bl	dt_jump\n"
    "	msr	nzcv, x19\n"
    "	mov	x30, x21\n"
    "	msr	daif, x20\n"
    "	ldp	x0, x1, [sp]\n"
    "	ldp	x2, x3, [sp, #16]\n"
    "	ldp	x4, x5, [sp, #32]\n"
    "	ldp	x6, x7, [sp, #48]\n"
    "	ldp	x8, x9, [sp, #64]\n"
    "	ldp	x10, x11, [sp, #80]\n"
    "	ldp	x12, x13, [sp, #96]\n"
    "	ldp	x14, x15, [sp, #112]\n"
    "	ldp	x16, x17, [sp, #128]\n"
    "	ldp	x18, x19, [sp, #144]\n"
    "	ldp	x20, x21, [sp, #160]\n"
    "	add	sp, sp, #" __stringify(FRAME) " + 16\n"
    "	ret\n"
    ".size linux_jump_entry, . - linux_jump_entry\n"
    ".popsection\n");
/* clang-format on */

/*
 * Modules are up to 2 GiB from the kernel (CONFIG_RANDOMIZE_MODULE_REGION_FULL, as Debian has it), and a branch reaches
 * 128 MiB. The compiler makes jump tables, but a region of one instruction has no inside.
 */
bool linux_cpu_jumps(struct os_jumps *jumps)
{
	linux_exec_bound(MODULES_VADDR, VMALLOC_END);
	jumps->isa = &isa_jump_self;
	jumps->entry = (unsigned long)linux_jump_entry;
	jumps->reach = isa_self.slot_reach;
	jumps->tables = true;
	return true;
}
