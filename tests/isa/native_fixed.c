/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native_fixed.c - do we emulate what the CPU does? Built for aarch64 and riscv64, run there or under qemu-user.
 *
 *     native_fixed [cases per form [seed]]
 *
 * Every form of the spec that is EMULATE is filled with random operands, put into executable memory
 * with trap instructions around it, and run from a random register file: a trap enters (the signal
 * frame is rewritten and returned from), the next trap, or the fault at the destination of a jump,
 * leaves. The registers and the stack it may have touched are then compared with what insn_emulate
 * makes of the same state. A difference prints the form, the word and the registers.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "isa/isa.h"

#include <forms.h>

/* Whether it may go on elsewhere than at the next instruction. */
static inline bool native_jumps(const struct isa_insn *in)
{
	return in->class == ISA_CLASS_CALL || in->class == ISA_CLASS_JUMP || in->class == ISA_CLASS_IJUMP ||
	       in->class == ISA_CLASS_BRANCH || in->class == ISA_CLASS_RETURN;
}

#include <native.h>

#define CODE_AT           ((void *)0x1500000000) /* far from everything else that is mapped */
#define SIGNAL_STACK_AT   ((void *)0x1700000000) /* where no stack pointer that a case computes may point to */
#define SIGNAL_STACK_SIZE 65536
#define CODE_SIZE         65536
#define CASE_SIZE         16 /* the instruction, and traps after it */
#define BATCH             (CODE_SIZE / CASE_SIZE - 1)
#define STACK_SIZE        8192
#define TRIES_MAX         100000
#define SHOWN_MAX         5 /* differences per form */
#define NOT_ON_THIS_CPU   2

static volatile int running; /* the next signal comes from the instruction under test */
static volatile int last_signal;
static native_regs home, given, found;
static uint8_t stack_given[STACK_SIZE], stack_found[STACK_SIZE];
static uint8_t stack[STACK_SIZE] __attribute__((aligned(16)));
static uint8_t *code;
static uint64_t random_state;

/* Calls nothing that uses thread-local storage: the thread pointer is as random as the rest. */
static void on_signal(int number, siginfo_t *info, void *context)
{
	ucontext_t *frame = context;

	if (!running) {
		if (number != SIGTRAP)
			_exit(3);
		native_from_frame(&home, frame);
		native_to_frame(frame, &given);
		running = 1;
		return;
	}
	last_signal = number;
	native_from_frame(&found, frame);
	native_to_frame(frame, &home);
	frame->uc_mcontext.NATIVE_FRAME_PC += NATIVE_TRAP_LEN;
	running = 0;
}

static uint64_t random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * 0x2545f4914f6cdd1du;
}

/* Edges more often than chance has them. */
static uint64_t random_value(void)
{
	static const uint64_t edges[] = { 0,
					  1,
					  2,
					  0x7fffffff,
					  0x80000000,
					  0xffffffff,
					  0x100000000,
					  0x7fffffffffffffff,
					  0x8000000000000000,
					  0xffffffffffffffff,
					  0xfffffffffffffffe,
					  0xffffffff80000000,
					  31,
					  32,
					  63 };
	uint64_t choice = random_bits();

	if ((choice & 3) == 0)
		return edges[choice / 4 % DT_ARRAY_SIZE(edges)];
	return (choice & 4) ? random_bits() : (uint64_t)(int64_t)(int32_t)random_bits();
}

static void random_regs(native_regs *regs)
{
	uint64_t *word = (uint64_t *)regs, same = random_value();
	size_t i;

	for (i = 0; i < sizeof(*regs) / sizeof(*word); i++)
		word[i] = (random_bits() & 7) == 0 ? same : random_value();
}

/* A jump into the code may only go to traps, not to another case. */
static bool lands_well(const struct isa_insn *in)
{
	uint64_t offset = in->target - (uint64_t)(uintptr_t)code;

	return !native_jumps(in) || offset >= CODE_SIZE || offset % CASE_SIZE >= 4;
}

/* A random instance of a form at @at that can be run there. */
static bool make_case(unsigned int form, uint8_t *at)
{
	unsigned int tries, len = forms[form].width / 8;
	struct isa_insn in;
	uint32_t word;

	for (tries = 0; tries < TRIES_MAX; tries++) {
		word = (uint32_t)random_bits();
		if (len == 2)
			word &= 0xffff;
		if (random_bits() & 1) /* small negative and small positive immediates are found more easily this way */
			word |= (random_bits() & 1) ? 0x00f00000u : 0x7f000000u;
		word = (word & ~forms[form].mask) | forms[form].value;
		if (isa_insn_decode((const uint8_t *)&word, len, (uint64_t)(uintptr_t)at, &in) != ISA_EMULATE)
			continue;
		if (!lands_well(&in) || !native_can_run(&in, (uint64_t)(uintptr_t)code, CODE_SIZE))
			continue;
		memcpy(at, &word, len);
		return true;
	}
	return false;
}

static int show(unsigned int form, const struct isa_insn *in, const native_regs *emulated)
{
	const uint64_t *before = (const uint64_t *)&given, *cpu = (const uint64_t *)&found,
		       *ours = (const uint64_t *)emulated;
	char text[96];
	unsigned int i;

	isa_self.insn_format(in, text, sizeof(text));
	printf("%s (spec line %d) %s at 0x%" PRIx64 ", bytes %02x%02x%02x%02x:\n", forms[form].name, forms[form].line,
	       text, in->addr, in->bytes[0], in->bytes[1], in->bytes[2], in->bytes[3]);
	for (i = 0; i < isa_self.reg_count; i++) {
		if (cpu[i] != ours[i])
			printf("  %s: before 0x%" PRIx64 ", CPU 0x%" PRIx64 ", we 0x%" PRIx64 "\n",
			       isa_self.regs[i].name, before[i], cpu[i], ours[i]);
	}
	return 1;
}

static int run_case(unsigned int form, const uint8_t *at)
{
	native_regs emulated;
	struct isa_insn in;
	int ret;

	isa_insn_decode(at, forms[form].width / 8, (uint64_t)(uintptr_t)at, &in);
	random_regs(&given);
	given.NATIVE_SP = (uint64_t)(uintptr_t)stack + (random_bits() & 0x7f0) + 512;
	native_tame(&given, &in);
	isa_pc_set((struct isa_regs *)&given, in.addr);
	memcpy(stack, stack_given, sizeof(stack));
	NATIVE_TRAP();
	memcpy(stack_found, stack, sizeof(stack));
	if (last_signal == SIGILL)
		return NOT_ON_THIS_CPU;

	memcpy(stack, stack_given, sizeof(stack));
	emulated = given;
	ret = isa_insn_emulate(&in, (struct isa_regs *)&emulated, NULL);
	if (ret != 0 || memcmp(&emulated, &found, sizeof(found)) != 0 || memcmp(stack, stack_found, sizeof(stack)) != 0)
		return show(form, &in, &emulated);
	return 0;
}

/* Fill the code with instances of one form, then run each: rewriting code costs an emulated CPU more than running it.
 */
static unsigned long run_form(unsigned int form, unsigned long cases)
{
	unsigned long done = 0, failed = 0, i, batch;
	int ret;

	while (done < cases && failed < SHOWN_MAX) {
		for (i = 0; i < CODE_SIZE / 4; i++)
			((uint32_t *)code)[i] = NATIVE_TRAP_WORD;
		batch = cases - done < BATCH ? cases - done : BATCH;
		for (i = 0; i < batch; i++) {
			if (!make_case(form, code + i * CASE_SIZE)) {
				printf("%s (spec line %d): no instance found\n", forms[form].name, forms[form].line);
				return failed + 1;
			}
		}
		__builtin___clear_cache((char *)code, (char *)code + CODE_SIZE);
		for (i = 0; i < batch && failed < SHOWN_MAX; i++) {
			ret = run_case(form, code + i * CASE_SIZE);
			if (ret == NOT_ON_THIS_CPU) {
				printf("%s (spec line %d): not on this CPU\n", forms[form].name, forms[form].line);
				return failed;
			}
			failed += (unsigned long)ret;
		}
		done += batch;
	}
	return failed;
}

static void catch_signals(void)
{
	stack_t alternative = { .ss_sp = SIGNAL_STACK_AT, .ss_size = SIGNAL_STACK_SIZE };
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
	static const int numbers[] = { SIGTRAP, SIGSEGV, SIGBUS, SIGILL };
	unsigned int i;

	if (mmap(SIGNAL_STACK_AT, SIGNAL_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
		 -1, 0) == MAP_FAILED)
		exit(3);
	sigaltstack(&alternative, NULL);
	for (i = 0; i < DT_ARRAY_SIZE(numbers); i++)
		sigaction(numbers[i], &action, NULL);
}

int main(int argc, char **argv)
{
	unsigned long cases = argc > 1 ? strtoul(argv[1], NULL, 0) : 10000, failed = 0;
	unsigned int i;

	random_state = (argc > 2 ? strtoull(argv[2], NULL, 0) : 1) * 0x9e3779b97f4a7c15u + 1;
	code = mmap(CODE_AT, CODE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		    0);
	if (code == MAP_FAILED)
		return 3;
	for (i = 0; i < STACK_SIZE; i++)
		stack_given[i] = (uint8_t)random_bits();
	catch_signals();
	for (i = 0; i < DT_ARRAY_SIZE(forms); i++)
		failed += run_form(i, cases);
	printf("%s: %zu forms, %lu cases each, %lu differences\n", isa_self.name, DT_ARRAY_SIZE(forms), cases, failed);
	return failed != 0;
}
