/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_riscv64.c - the common entry of jumps on riscv64 (isa/jump.h): the registers of the site as a struct pt_regs on
 * the interrupted stack, interrupts off, dt_jump().
 *
 * What dt_jump() preserves as any function does (RISC-V calling convention, "Integer Register Convention") is saved for
 * the probes; of it only what the entry itself uses is restored. status is what a trap would have saved (The RISC-V
 * Instruction Set Manual, volume II, "Supervisor Status Register").
 */
#include <linux/build_bug.h>
#include <linux/stddef.h>
#include <linux/percpu.h>
#include <linux/stringify.h>
#include <asm/ptrace.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "isa/jump.h"

void linux_jump_entry(void);
struct dt_cpu *linux_jump_cpu(void);

/*
 * Called by the entry alone: how a variable of this CPU is read is the compiler's affair. Without a frame, which would
 * be a third of it.
 */
DT_PROBE_CTX __attribute__((optimize("omit-frame-pointer"))) struct dt_cpu *linux_jump_cpu(void)
{
	return raw_cpu_read(linux_jump_self);
}

static_assert(sizeof(struct pt_regs) == 36 * 8 && offsetof(struct pt_regs, status) == 32 * 8, "the stores below");

/* clang-format off */
asm(".pushsection .text, \"ax\", %progbits\n"
    ".balign 64\n"
    ".globl linux_jump_entry\n"
    ".type linux_jump_entry, %function\n"
    "linux_jump_entry:\n"
    "	addi	sp, sp, -36 * 8\n"
    "	sd	t0, 5 * 8(sp)\n"
    "	csrrci	t0, sstatus, 2\n"       /* SIE off */
    "	sd	zero, 0 * 8(sp)\n"          /* epc: dt_jump() knows it */
    "	sd	gp, 3 * 8(sp)\n"
    "	sd	tp, 4 * 8(sp)\n"
    "	sd	t1, 6 * 8(sp)\n"
    "	sd	t2, 7 * 8(sp)\n"
    "	sd	s0, 8 * 8(sp)\n"
    "	sd	s1, 9 * 8(sp)\n"
    "	sd	a0, 10 * 8(sp)\n"
    "	sd	a1, 11 * 8(sp)\n"
    "	sd	a2, 12 * 8(sp)\n"
    "	sd	a3, 13 * 8(sp)\n"
    "	sd	a4, 14 * 8(sp)\n"
    "	sd	a5, 15 * 8(sp)\n"
    "	sd	a6, 16 * 8(sp)\n"
    "	sd	a7, 17 * 8(sp)\n"
    "	sd	s2, 18 * 8(sp)\n"
    "	sd	s3, 19 * 8(sp)\n"
    "	sd	s4, 20 * 8(sp)\n"
    "	sd	s5, 21 * 8(sp)\n"
    "	sd	s6, 22 * 8(sp)\n"
    "	sd	s7, 23 * 8(sp)\n"
    "	sd	s8, 24 * 8(sp)\n"
    "	sd	s9, 25 * 8(sp)\n"
    "	sd	s10, 26 * 8(sp)\n"
    "	sd	s11, 27 * 8(sp)\n"
    "	sd	t3, 28 * 8(sp)\n"
    "	sd	t4, 29 * 8(sp)\n"
    "	sd	t5, 30 * 8(sp)\n"
    "	sd	t6, 31 * 8(sp)\n"
    "	ld	t1, 36 * 8 + 8(sp)\n"       /* the site's ra */
    "	sd	t1, 1 * 8(sp)\n"
    "	addi	t1, sp, 36 * 8 + 16\n"  /* its sp */
    "	sd	t1, 2 * 8(sp)\n"
    "	andi	t1, t0, 2\n"
    "	slli	t1, t1, 4\n"            /* SPIE as SIE was */
    "	li	t2, 0x122\n"                /* SPP, SPIE, SIE */
    "	not	t2, t2\n"
    "	and	t2, t2, t0\n"
    "	or	t2, t2, t1\n"
    "	ori	t2, t2, 0x100\n"            /* SPP: from supervisor mode */
    "	sd	t2, 32 * 8(sp)\n"
    "	sd	zero, 33 * 8(sp)\n"         /* badaddr */
    "	li	t1, 3\n"
    "	sd	t1, 34 * 8(sp)\n"           /* cause: a break */
    "	sd	a0, 35 * 8(sp)\n"           /* orig_a0 */
    "	mv	s1, ra\n"
    "	mv	s2, t0\n"
    "	call	linux_jump_cpu\n"
    "	mv	a2, a0\n"
    "	andi	a1, s1, -" __stringify(ISA_SELF_STUB_UNIT) "\n"
    "	ld	a1, -" __stringify(ISA_SELF_STUB_BACK) " * " __stringify(ISA_SELF_STUB_UNIT) "(a1)\n" /* cookie */
    "	mv	a0, sp\n"
    "	call	dt_jump\n"
    "	mv	ra, s1\n"
    "	andi	t0, s2, 2\n"
    "	csrs	sstatus, t0\n"
    "	ld	t0, 5 * 8(sp)\n"
    "	ld	t1, 6 * 8(sp)\n"
    "	ld	t2, 7 * 8(sp)\n"
    "	ld	s1, 9 * 8(sp)\n"
    "	ld	a0, 10 * 8(sp)\n"
    "	ld	a1, 11 * 8(sp)\n"
    "	ld	a2, 12 * 8(sp)\n"
    "	ld	a3, 13 * 8(sp)\n"
    "	ld	a4, 14 * 8(sp)\n"
    "	ld	a5, 15 * 8(sp)\n"
    "	ld	a6, 16 * 8(sp)\n"
    "	ld	a7, 17 * 8(sp)\n"
    "	ld	s2, 18 * 8(sp)\n"
    "	ld	t3, 28 * 8(sp)\n"
    "	ld	t4, 29 * 8(sp)\n"
    "	ld	t5, 30 * 8(sp)\n"
    "	ld	t6, 31 * 8(sp)\n"
    "	addi	sp, sp, 36 * 8\n"
    "	ret\n"
    ".size linux_jump_entry, . - linux_jump_entry\n"
    ".popsection\n");
/* clang-format on */

/* The compiler makes jump tables, and jumps by them with `jr`. */
bool linux_cpu_jumps(struct os_jumps *jumps)
{
	jumps->isa = &isa_jump_self;
	jumps->entry = (unsigned long)linux_jump_entry;
	jumps->tables = true;
	return true;
}
