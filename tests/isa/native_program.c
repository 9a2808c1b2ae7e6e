/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native_program.c - programs as machine code (isa/native.h), executed: random ones, compared with what C makes of each
 * instruction; registers, calls of helpers in order, and the value have to be the same.
 *
 *     native_program [programs [seed]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <isa_types.h>

#include "isa/native.h"

#define MAX_INSNS 60u
#define FAULTY    13u /* a helper with a word that this divides ends the program */
#define CODE_SIZE 8192u

struct frame {
	uint64_t regs[ISA_NATIVE_REGS];
	uint64_t log; /* of the helper's calls, in order */
	unsigned int calls;
};

static uint8_t code[CODE_SIZE] __attribute__((aligned(65536))); /* whole pages, near the helper */
static uint64_t state;

static uint64_t number(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static uint32_t below(uint32_t limit)
{
	return (uint32_t)(number() >> 32) % limit;
}

/* A number, many of them at the edge of something. */
static uint64_t value(void)
{
	uint64_t one = (uint64_t)1 << below(64);

	switch (below(8)) {
	case 0:
		return below(4);
	case 1:
		return -(uint64_t)below(4);
	case 2:
		return one;
	case 3:
		return one - 1;
	case 4:
		return -one;
	case 5:
		return (uint32_t)number();
	case 6:
		return (uint64_t)(int32_t)number();
	default:
		return number();
	}
}

static ISA_NATIVE_HELPER(helper)
{
	struct frame *it = frame;

	/* psABIs of 64 bits, and that of i386 as compilers have it: the stack of a function is aligned to 16 bytes */
	if ((uintptr_t)__builtin_frame_address(0) % 16 != (sizeof(void *) == 4 ? 8u : 0u)) {
		printf("FAILED: the stack of a helper is at %p\n", __builtin_frame_address(0));
		exit(1);
	}
	it->calls++;
	it->log = (it->log ^ word) * 0x100000001b3u;
	it->regs[word % ISA_NATIVE_REGS] += it->log;
	return word % FAULTY == 0 ? -1 : 0;
}

static bool holds(unsigned int when, uint64_t left, uint64_t right)
{
	switch (when) {
	case ISA_NATIVE_E:
		return left == right;
	case ISA_NATIVE_NE:
		return left != right;
	case ISA_NATIVE_L:
		return (int64_t)left < (int64_t)right;
	case ISA_NATIVE_GE:
		return (int64_t)left >= (int64_t)right;
	case ISA_NATIVE_LE:
		return (int64_t)left <= (int64_t)right;
	case ISA_NATIVE_G:
		return (int64_t)left > (int64_t)right;
	case ISA_NATIVE_LU:
		return left < right;
	case ISA_NATIVE_GEU:
		return left >= right;
	case ISA_NATIVE_LEU:
		return left <= right;
	case ISA_NATIVE_GU:
		return left > right;
	default:
		return true;
	}
}

static uint64_t operate(unsigned int op, uint64_t left, uint64_t right)
{
	switch (op) {
	case ISA_NATIVE_OR:
		return left | right;
	case ISA_NATIVE_XOR:
		return left ^ right;
	case ISA_NATIVE_AND:
		return left & right;
	case ISA_NATIVE_ADD:
		return left + right;
	case ISA_NATIVE_SUB:
		return left - right;
	case ISA_NATIVE_MUL:
		return left * right;
	case ISA_NATIVE_SLL:
		return left << (right & 63);
	case ISA_NATIVE_SRL:
		return left >> (right & 63);
	case ISA_NATIVE_SRA:
		return (uint64_t)((int64_t)left >> (right & 63));
	case ISA_NATIVE_NOT:
		return ~left;
	default:
		return left;
	}
}

static uint64_t interpret(const struct isa_native_insn *program, struct frame *frame)
{
	const struct isa_native_insn *in;
	uint64_t left, right;
	uint32_t i = 0;

	for (;;) {
		in = &program[i++];
		left = frame->regs[in->r1];
		right = frame->regs[in->r2];
		if (in->op == ISA_NATIVE_RETURN)
			return left;
		if (in->op == ISA_NATIVE_BRANCH)
			i = holds(in->when, left, right) ? in->target : i;
		else if (in->op == ISA_NATIVE_CONST)
			frame->regs[in->rd] = in->value;
		else if (in->op != ISA_NATIVE_CALL)
			frame->regs[in->rd] = operate(in->op, left, right);
		else if (helper(frame, in->word) != 0)
			return 0;
	}
}

static uint32_t make_program(struct isa_native_insn *program)
{
	uint32_t count = 1 + below(MAX_INSNS), i;
	struct isa_native_insn *in;

	memset(program, 0, count * sizeof(*program));
	for (i = 0; i < count; i++) {
		in = &program[i];
		in->op = (uint8_t)(i + 1 == count ? ISA_NATIVE_RETURN : below(ISA_NATIVE_RETURN));
		in->rd = (uint8_t)below(ISA_NATIVE_REGS);
		in->r1 = (uint8_t)below(ISA_NATIVE_REGS);
		in->r2 = (uint8_t)below(ISA_NATIVE_REGS);
		in->when = (uint8_t)below(ISA_NATIVE_ALWAYS + 1);
		in->word = (uint32_t)value();
		in->target = i + 1 < count ? i + 1 + below(count - i - 1) : 0;
		in->value = in->op == ISA_NATIVE_CALL ? (uint64_t)(uintptr_t)helper : value();
	}
	return count;
}

/* Where returns jump to, on CPUs that have such a place in kernels. */
#if defined(__x86_64__) || defined(__i386__)
__asm__("a_return: ret");
extern const uint8_t a_return[];
#define A_RETURN ((uint64_t)(uintptr_t)a_return)
#else
#define A_RETURN 0
#endif

static void describe(const struct isa_native_insn *program, uint32_t count)
{
	uint32_t i;

	for (i = 0; i < count; i++)
		printf("  %2u: op %u rd %u r1 %u r2 %u when %u target %u word %#x value %#llx\n", i, program[i].op,
		       program[i].rd, program[i].r1, program[i].r2, program[i].when, program[i].target, program[i].word,
		       (unsigned long long)program[i].value);
}

/* One program, made once and executed with several registers. */
static bool try_program(void)
{
	struct isa_native_insn program[MAX_INSNS];
	uint32_t offsets[MAX_INSNS + 1], count = make_program(program);
	struct isa_native_place place = { (uint64_t)(uintptr_t)code, below(2) ? A_RETURN : 0 };
	struct frame expected, found;
	uint64_t expected_value, found_value;
	union {
		void *place;
		ISA_NATIVE_CODE(call);
	} made = { code };
	unsigned int i, n;

	if (isa_native_make(&isa_native_self, program, count, &place, offsets, code, sizeof(code)) == 0) {
		printf("FAILED: no code\n");
		describe(program, count);
		return false;
	}
	__builtin___clear_cache((char *)code, (char *)code + sizeof(code));
	for (n = 0; n < 4; n++) {
		memset(&expected, 0, sizeof(expected));
		for (i = 0; i < ISA_NATIVE_REGS; i++)
			expected.regs[i] = value();
		if (below(2))
			expected.regs[below(ISA_NATIVE_REGS)] = expected.regs[below(ISA_NATIVE_REGS)];
		found = expected;
		expected_value = interpret(program, &expected);
		found_value = made.call(&found);
		if (expected_value == found_value && memcmp(&expected, &found, sizeof(found)) == 0)
			continue;
		printf("FAILED: value %#llx, expected %#llx\n", (unsigned long long)found_value,
		       (unsigned long long)expected_value);
		for (i = 0; i < ISA_NATIVE_REGS; i++)
			printf("  register %u: %#llx, expected %#llx\n", i, (unsigned long long)found.regs[i],
			       (unsigned long long)expected.regs[i]);
		describe(program, count);
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	unsigned long programs = argc > 1 ? strtoul(argv[1], NULL, 0) : 10000, i;

	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x9e3779b97f4a7c15u;
	if (mprotect(code, sizeof(code), PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
		perror("FAILED: mprotect");
		return 1;
	}
	for (i = 0; i < programs; i++) {
		if (!try_program()) {
			printf("program %lu\n", i);
			return 1;
		}
	}
	printf("%lu programs of %s, as C has them\n", programs, isa_native_self.isa->name);
	return 0;
}
