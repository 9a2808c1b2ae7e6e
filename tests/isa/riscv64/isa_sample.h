/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * isa_sample.h - one instruction of this CPU for each way in which the site layer treats them, and the
 * registers that they use: what tests of the site layer and of its providers write into a text.
 */
#ifndef TESTS_ISA_RISCV64_SAMPLE_H
#define TESTS_ISA_RISCV64_SAMPLE_H

#include <isa_types.h>

#include "fake/functions.h"

#define SAMPLE_EMULATED "\x06\xe4" /* c.sdsp ra, 8(sp) */
#define SAMPLE_EMULATED_STORES
#define SAMPLE_SLOT          "\x53\xf5\xc5\x02" /* fadd.d fa0, fa1, fa2: it runs in a slot */
#define SAMPLE_RETURN        "\x82\x80"
#define SAMPLE_CALL          "\xef\x10\x00\x00" /* jal ra, .+0x1000 */
#define SAMPLE_NOP           "\x01\x00"
#define SAMPLE_THEIR_BREAK   "\x02\x90"         /* c.ebreak: what debuggers write */
#define SAMPLE_CLEARED       "\x01\x45"         /* c.li a0, 0: all it does is to say 0 */
#define SAMPLE_JUNK          "\x00\x00\x00\x00" /* does not decode, or is refused */
#define SAMPLE_BRANCH        "\x41\xc1"         /* c.beqz a0 */
#define SAMPLE_BRANCH_TARGET 0x80
#define SAMPLE_IJUMP         "\x82\x87" /* c.jr a5 */
/* a slot that is farther than this from its site returns by a break of its own */
#define SAMPLE_SLOT_REACH    0x100000

#define SAMPLE_REGS          struct riscv64_regs

static inline void sample_set_stack(SAMPLE_REGS *regs, uint64_t sp)
{
	regs->x[2] = sp;
}

/* Whether SAMPLE_EMULATED has been carried out. */
static inline bool sample_emulated(const SAMPLE_REGS *before, const SAMPLE_REGS *after)
{
	return *(uint64_t *)(uintptr_t)(after->x[2] + 8) == before->x[1];
}

static inline void sample_set_branch(SAMPLE_REGS *regs, bool taken)
{
	regs->x[10] = taken ? 0 : 1;
}

static inline void sample_set_jump(SAMPLE_REGS *regs, uint64_t target)
{
	regs->x[15] = target;
}

/* Where the function that runs will return to. */
static inline void sample_set_caller(SAMPLE_REGS *regs, uint64_t caller)
{
	regs->x[1] = caller;
}

/* Set the first argument of a call, and the return value. */
static inline void sample_set_argument(SAMPLE_REGS *regs, uint64_t value)
{
	regs->x[10] = value;
}

static inline void sample_set_result(SAMPLE_REGS *regs, int64_t value)
{
	regs->x[10] = (uint64_t)value;
}

/* ---- functions (fake/functions.h) --------------------------------------------------------------- */

#define SAMPLE_BODY     8 /* where a function's entry site is */
#define SAMPLE_FILL     0 /* after a function's code */
#define SAMPLE_REJECTED ISA_REASON_ATOMIC
#define SAMPLE_SUMS     "exits 16 conditional 3"
/* the names of instr's probes in WORK; the second is a call, and where it leads */
#define SAMPLE_WORK                                                   \
	{                                                             \
		"store-8", "call-a", "other-e", "branch-10", "ret-16" \
	}
#define SAMPLE_WORK_CALL    0xa
#define SAMPLE_WORK_TARGET  0x100a
#define SAMPLE_WORK_REFUSED "patched-by-kernel=4 privileged=1 "

static const struct sample_function sample_functions[FUNCTIONS] DT_UNUSED = {
	[TWO_EXITS] = { "0100 0100 0100 0100 11c1 8280 0145 8280", { 10, 14, -1 }, 0 },
	[TAIL] = { "0100 0100 0100 0100 6f100000", { 8, -1 }, 0 },
	[ENDLESS] = { "0100 0100 0100 0100 0100 01a0", { -1 }, 0 },
	[FORBIDDEN] = { "0100 0100 0100 0100 8280", { 8, -1 }, 0 },
	[HUGE] = { "0100 0100 0100 0100 8280", { 8, -1 }, 0 },
	[SPLIT] = { "0100 0100 0100 0100 01ed 8280", { 10, 34, 36, -1 }, 0 },
	[SPLIT_COLD] = { "edd5 8280 6f100000", { -1 }, 0 },
	[MAYBE] = { "0100 0100 0100 0100 e3100500 8287 8280", { 8, 12, 14, -1 }, 3 },
	[LOOP] = { "0100 0100 0100 0100 7d15 7dfd 8280", { 12, -1 }, 0 },
	[SELF] = { "0100 0100 0100 0100 11c1 ddbf 8280", { 10, 12, -1 }, 0 },
	[REJECTED] = { "0100 0100 0100 0100 0100 2fa50510 e3100500 2fa6a518 01a0", { -1 }, 0 },
	[PARTLY] = { "0100 0100 0100 0100 0100 2fa50510 e3100500 2fa6a518 8280", { 22, -1 }, 0 },
	[SHORT] = { "0100 0100 0100 0100 8280", { 8, -1 }, 0 },
	[BAD_COLD] = { "0100 0100 0100 0100 01ed 8280", { -1 }, 0 },
	[BAD_COLD_COLD] = { "0000", { -1 }, 0 },
	[WORK] = { "0100 0100 0100 0100 2ae4 ef100000 8505 19c1 73000000 8280", { -1 }, 0 },
};

#endif
