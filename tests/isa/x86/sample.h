/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sample.h - isa_sample.h of both CPUs of the family. Each defines before it what differs: SAMPLE_SLOT, SAMPLE_JUNK,
 * SAMPLE_REGS, SAMPLE_WORD (a word of the stack), SAMPLE_ARGUMENT (the register of the first argument), and the functions
 * with a far return, whose length differs: SAMPLE_REJECTED_CODE, SAMPLE_PARTLY_CODE and SAMPLE_PARTLY_EXIT.
 */
#ifndef TESTS_ISA_X86_SAMPLE_H
#define TESTS_ISA_X86_SAMPLE_H

#include "fake/functions.h"

#define SAMPLE_EMULATED      "\x55" /* push %bp */
#define SAMPLE_RETURN        "\xc3"
#define SAMPLE_CALL          "\xe8\x00\x10\x00\x00"
#define SAMPLE_NOP           "\x90"
#define SAMPLE_THEIR_BREAK   "\xcc"                     /* what debuggers write */
#define SAMPLE_CLEARED       "\x33\xc0"                 /* xor %eax,%eax: all it does is to say 0 */
#define SAMPLE_BRANCH        "\x0f\x84\x00\x10\x00\x00" /* je */
#define SAMPLE_BRANCH_TARGET (6 + 4096)
#define SAMPLE_IJUMP         "\xff\xe0" /* jmp *%ax */
/* their operand, in memory, may not be there: (%bx) */
#define SAMPLE_IJUMP_MEMORY  "\xff\x23"
#define SAMPLE_CALL_MEMORY   "\xff\x13"
#define SAMPLE_PUSH_MEMORY   "\xff\x33"
#define SAMPLE_EMULATED_STORES
/* accesses memory and has no form for a slot: a call; it stores its return address */
#define SAMPLE_WAITS        SAMPLE_CALL
#define SAMPLE_WAITS_STORES true

static inline void sample_set_stack(SAMPLE_REGS *regs, uint64_t sp)
{
	regs->sp = (SAMPLE_WORD)sp;
}

/* Whether SAMPLE_EMULATED has been carried out. */
static inline bool sample_emulated(const SAMPLE_REGS *before, const SAMPLE_REGS *after)
{
	return after->sp == before->sp - sizeof(SAMPLE_WORD) && *(SAMPLE_WORD *)(uintptr_t)after->sp == before->bp;
}

static inline void sample_set_branch(SAMPLE_REGS *regs, bool taken)
{
	regs->flags = taken ? 0x40 : 0;
}

static inline void sample_set_jump(SAMPLE_REGS *regs, uint64_t target)
{
	regs->ax = (SAMPLE_WORD)target;
}

/* Where the function that runs will return to; the stack is there. */
static inline void sample_set_caller(SAMPLE_REGS *regs, uint64_t caller)
{
	*(SAMPLE_WORD *)(uintptr_t)regs->sp = (SAMPLE_WORD)caller;
}

static inline void sample_set_pointer(SAMPLE_REGS *regs, uint64_t addr)
{
	regs->bx = (SAMPLE_WORD)addr;
}

/* Set the first argument of a call, and the return value. */
static inline void sample_set_argument(SAMPLE_REGS *regs, uint64_t value)
{
	regs->SAMPLE_ARGUMENT = (SAMPLE_WORD)value;
}

static inline void sample_set_result(SAMPLE_REGS *regs, int64_t value)
{
	regs->ax = (SAMPLE_WORD)value;
}

/* ---- functions (fake/functions.h) --------------------------------------------------------------- */

#define SAMPLE_BODY     5    /* where a function's entry site is */
#define SAMPLE_FILL     0xcc /* after a function's code */
#define SAMPLE_REJECTED ISA_REASON_PRIVILEGED
#define SAMPLE_SUMS     "exits 16 conditional 2"
#define SAMPLE_THUNKS   0x1000 /* from WORK to the thunk that it jumps to in order to return */
/* the names of instr's probes in WORK; the second is a call, and where it leads */
#define SAMPLE_WORK                                                           \
	{                                                                     \
		"push-5", "call-6", "other-b", "branch-d", "ijmp-f", "ret-13" \
	}
#define SAMPLE_WORK_CALL    0x6
#define SAMPLE_WORK_TARGET  0x100b
#define SAMPLE_WORK_REFUSED "patched-by-kernel=1 privileged=1 "

static const struct sample_function sample_functions[FUNCTIONS] DT_UNUSED = {
	[TWO_EXITS] = { "0f1f440000 55 85ff 7402 5d c3 31c0 5d c3", { 11, 15, -1 }, 0 },
	[TAIL] = { "0f1f440000 e900100000", { 5, -1 }, 0 },
	[ENDLESS] = { "0f1f440000 90 ebfe", { -1 }, 0 },
	[FORBIDDEN] = { "0f1f440000 c3", { 5, -1 }, 0 },
	[HUGE] = { "0f1f440000 c3", { 5, -1 }, 0 },
	[SPLIT] = { "0f1f440000 85ff 0f8513000000 c3", { 13, 40, 41, -1 }, 0 },
	[SPLIT_COLD] = { "31c0 0f84e5ffffff c3 e900100000", { -1 }, 0 },
	[MAYBE] = { "0f1f440000 85ff 0f8500200000 ffe0 c3", { 7, 13, 15, -1 }, 3 },
	[LOOP] = { "0f1f440000 ffcf 75fc c3", { 9, -1 }, 0 },
	[SELF] = { "0f1f440000 85ff 7405 e9f2ffffff c3", { 9, 14, -1 }, 0 },
	[REJECTED] = { SAMPLE_REJECTED_CODE, { -1 }, 0 },
	[PARTLY] = { SAMPLE_PARTLY_CODE, { SAMPLE_PARTLY_EXIT, -1 }, 0 },
	[SHORT] = { "0f1f440000 c3", { 5, -1 }, 0 },
	[BAD_COLD] = { "0f1f440000 0f8515000000 c3", { -1 }, 0 },
	[BAD_COLD_COLD] = { "0f04", { -1 }, 0 },
	[WORK] = { "0f1f440000 55 e800100000 85ff 7402 ffe0 0f0b e9e80f0000", { -1 }, 0 },
};

#endif
