/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * isa_sample.h - one instruction of this CPU for each way in which the site layer treats them, and the
 * registers that they use: what tests of the site layer and of its providers write into a text.
 */
#ifndef TESTS_ISA_AARCH64_SAMPLE_H
#define TESTS_ISA_AARCH64_SAMPLE_H

#include <isa_types.h>

#include "fake/functions.h"

#define SAMPLE_EMULATED      "\x41\xfc\x3f\x91" /* add x1, x2, #0xfff */
#define SAMPLE_SLOT          "\x20\x04\x40\xf9" /* ldr x0, [x1, #8]: it runs in a slot */
#define SAMPLE_RETURN        "\xc0\x03\x5f\xd6"
#define SAMPLE_CALL          "\x00\x04\x00\x94" /* bl .+0x1000 */
#define SAMPLE_NOP           "\x1f\x20\x03\xd5"
#define SAMPLE_THEIR_BREAK   "\x00\x00\x20\xd4" /* brk #0: what debuggers write */
#define SAMPLE_CLEARED       "\x00\x00\x80\xd2" /* mov x0, #0: all it does is to say 0 */
#define SAMPLE_JUNK          "\x00\x00\x00\x00" /* does not decode, or is refused */
#define SAMPLE_BRANCH        "\x00\x80\x00\xb4" /* cbz x0 */
#define SAMPLE_BRANCH_TARGET 4096
#define SAMPLE_IJUMP         "\x00\x02\x1f\xd6" /* br x16 */
/* accesses memory and has no form for a slot: it loads what is 16 bytes further on */
#define SAMPLE_WAITS         "\x82\x00\x00\x58" /* ldr x2, .+16 */
#define SAMPLE_WAITS_STORES  false
/* a slot that is farther than this from its site returns by a break of its own */
#define SAMPLE_SLOT_REACH    0x8000000

#define SAMPLE_REGS          struct aarch64_regs

static inline void sample_set_stack(SAMPLE_REGS *regs, uint64_t sp)
{
	regs->sp = sp;
}

/* Whether SAMPLE_EMULATED has been carried out. */
static inline bool sample_emulated(const SAMPLE_REGS *before, const SAMPLE_REGS *after)
{
	return after->x[1] == before->x[2] + 0xfff;
}

static inline void sample_set_branch(SAMPLE_REGS *regs, bool taken)
{
	regs->x[0] = taken ? 0 : 1;
}

static inline void sample_set_jump(SAMPLE_REGS *regs, uint64_t target)
{
	regs->x[16] = target;
}

/* Where the function that runs will return to. */
static inline void sample_set_caller(SAMPLE_REGS *regs, uint64_t caller)
{
	regs->x[30] = caller;
}

/* Set the first argument of a call, and the return value. */
static inline void sample_set_argument(SAMPLE_REGS *regs, uint64_t value)
{
	regs->x[0] = value;
}

static inline void sample_set_result(SAMPLE_REGS *regs, int64_t value)
{
	regs->x[0] = (uint64_t)value;
}

/* ---- functions (fake/functions.h) --------------------------------------------------------------- */

#define SAMPLE_BODY     8 /* where a function's entry site is */
#define SAMPLE_FILL     0 /* after a function's code */
#define SAMPLE_REJECTED ISA_REASON_ATOMIC
#define SAMPLE_SUMS     "exits 16 conditional 3"
/* the names of instr's probes in WORK; the second is a call, and where it leads */
#define SAMPLE_WORK                                                   \
	{                                                             \
		"push-8", "call-c", "other-10", "branch-14", "ret-1c" \
	}
#define SAMPLE_WORK_CALL    0xc
#define SAMPLE_WORK_TARGET  0x100c
#define SAMPLE_WORK_REFUSED "patched-by-kernel=2 privileged=1 "

static const struct sample_function sample_functions[FUNCTIONS] DT_UNUSED = {
	[TWO_EXITS] = { "1f2003d5 1f2003d5 400000b4 c0035fd6 000080d2 c0035fd6", { 12, 20, -1 }, 0 },
	[TAIL] = { "1f2003d5 1f2003d5 00040014", { 8, -1 }, 0 },
	[ENDLESS] = { "1f2003d5 1f2003d5 1f2003d5 00000014", { -1 }, 0 },
	[FORBIDDEN] = { "1f2003d5 1f2003d5 c0035fd6", { 8, -1 }, 0 },
	[HUGE] = { "1f2003d5 1f2003d5 c0035fd6", { 8, -1 }, 0 },
	[SPLIT] = { "1f2003d5 1f2003d5 c00000b5 c0035fd6", { 12, 36, 40, -1 }, 0 },
	[SPLIT_COLD] = { "61ffffb4 c0035fd6 00040014", { -1 }, 0 },
	[MAYBE] = { "1f2003d5 1f2003d5 000001b5 00021fd6 c0035fd6", { 8, 12, 16, -1 }, 3 },
	[LOOP] = { "1f2003d5 1f2003d5 000400f1 e1ffff54 c0035fd6", { 16, -1 }, 0 },
	[SELF] = { "1f2003d5 1f2003d5 400000b4 fdffff17 c0035fd6", { 12, 16, -1 }, 0 },
	[REJECTED] = { "1f2003d5 1f2003d5 1f2003d5 207c5fc8 000001b5 237c02c8 00000014", { -1 }, 0 },
	[PARTLY] = { "1f2003d5 1f2003d5 1f2003d5 207c5fc8 000001b5 237c02c8 c0035fd6", { 24, -1 }, 0 },
	[SHORT] = { "1f2003d5 1f2003d5 c0035fd6", { 8, -1 }, 0 },
	[BAD_COLD] = { "1f2003d5 1f2003d5 c00000b5 c0035fd6", { -1 }, 0 },
	[BAD_COLD_COLD] = { "00000000", { -1 }, 0 },
	[WORK] = { "1f2003d5 1f2003d5 e00f1ff8 00040094 21040091 400000b4 010000d4 c0035fd6", { -1 }, 0 },
};

#endif
