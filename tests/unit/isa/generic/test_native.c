/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_native.c - isa/native.h for all CPUs: what is made is made of the CPU's instructions, is nowhere longer than was
 * said, ends where it was told to, and is refused without room or out of reach. tests/isa/native_program.c executes it.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/native.h"

#define ADDR   0x10000u
#define HELPER 0x50000u
#define THUNK  0x60000u
#define COUNT  (ISA_NATIVE_BRANCH + ISA_NATIVE_ALWAYS + 1 + 2)
#define SIZE   ((COUNT + 2) * ISA_NATIVE_MAX)

static const struct isa_native *const cpus[] = {
#define DT_ISA(name) &isa_native_##name,
#include "spec/isa.def"
#undef DT_ISA
};

/* Each operation with the numbers that take most bytes, each kind of branch, a call. */
static void fill(struct isa_native_insn *program)
{
	unsigned int i;

	memset(program, 0, COUNT * sizeof(*program));
	for (i = 0; i < COUNT; i++) {
		program[i].op = (uint8_t)(i < ISA_NATIVE_BRANCH ? i : ISA_NATIVE_BRANCH);
		program[i].rd = program[i].r1 = program[i].r2 = ISA_NATIVE_REGS - 1;
		program[i].when = (uint8_t)(i < ISA_NATIVE_BRANCH ? 0 : i - ISA_NATIVE_BRANCH);
		program[i].target = i + 1;
		program[i].value = 0x8765432187654321u;
	}
	program[COUNT - 2].op = ISA_NATIVE_CALL;
	program[COUNT - 2].value = HELPER;
	program[COUNT - 2].word = 0x87654321u;
	program[COUNT - 1].op = ISA_NATIVE_RETURN;
}

static size_t make(const struct isa_native *cpu, uint64_t addr, uint64_t helper, uint64_t thunk, uint8_t *bytes,
		   size_t size, uint32_t *offsets)
{
	struct isa_native_place place = { .addr = addr, .thunk = thunk };
	struct isa_native_insn program[COUNT];

	fill(program);
	program[COUNT - 2].value = helper;
	return isa_native_make(cpu, program, COUNT, &place, offsets, bytes, size);
}

static void room(void **state)
{
	uint32_t offsets[COUNT + 1];
	uint8_t bytes[SIZE];
	size_t i, size, used;
	unsigned int at;

	for (i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		used = make(cpus[i], ADDR, HELPER, 0, bytes, SIZE, offsets);
		assert_int_not_equal(used, 0);
		assert_true(offsets[0] <= ISA_NATIVE_MAX && used - offsets[COUNT] <= ISA_NATIVE_MAX);
		for (at = 0; at < COUNT; at++)
			assert_true(offsets[at] < offsets[at + 1] && offsets[at + 1] - offsets[at] <= ISA_NATIVE_MAX);
		for (size = 0; size < used; size++)
			assert_int_equal(make(cpus[i], ADDR, HELPER, 0, bytes, size, offsets), 0);
		assert_int_equal(make(cpus[i], ADDR, HELPER, 0, bytes, used, offsets), used);
	}
}

/* The bytes are whole instructions, and direct branches lead to the beginning of one. */
static void instructions(void **state)
{
	uint8_t bytes[SIZE], begins[SIZE + 1];
	uint64_t targets[SIZE];
	uint32_t offsets[COUNT + 1];
	size_t i, at, used, count, calls;
	struct isa_insn in;

	for (i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		used = make(cpus[i], ADDR, HELPER, 0, bytes, SIZE, offsets);
		memset(begins, 0, sizeof(begins));
		for (at = count = calls = 0; at < used; at += in.len) {
			cpus[i]->isa->insn_decode(bytes + at, used - at, ADDR + at, &in);
			assert_int_not_equal(in.len, 0);
			begins[at] = 1;
			calls += in.class == ISA_CLASS_CALL;
			if (in.class == ISA_CLASS_JUMP || in.class == ISA_CLASS_BRANCH)
				targets[count++] = in.target;
		}
		assert_int_equal(at, used);
		assert_int_equal(calls, 1);
		assert_true(count > ISA_NATIVE_ALWAYS);
		while (count-- > 0)
			assert_true(targets[count] - ADDR < used && begins[targets[count] - ADDR]);
	}
}

/* Where calls are direct they reach 2 GiB. */
static void reach(void **state)
{
	static const int64_t away[] = { 0x7ff00000, -0x7ff00000, INT64_C(0x80100000), -INT64_C(0x80100000) };
	uint64_t addr = (uint64_t)1 << 40;
	uint32_t offsets[COUNT + 1];
	uint8_t bytes[SIZE];
	bool direct;
	size_t i, n;

	for (i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		direct = strcmp(cpus[i]->isa->name, "x86_64") == 0 || strcmp(cpus[i]->isa->name, "riscv64") == 0;
		for (n = 0; n < 4; n++)
			assert_int_equal(make(cpus[i], addr, addr + (uint64_t)away[n], 0, bytes, SIZE, offsets) != 0,
					 n < 2 || !direct);
	}
}

/* Both returns, the program's and that after a fault, go by way of the thunk, on CPUs that have one. */
static void thunk(void **state)
{
	static const char *const names[] = { "x86_64", "i386" };
	uint32_t offsets[COUNT + 1];
	uint8_t bytes[SIZE];
	unsigned int jumps;
	size_t i, n, at, used;
	struct isa_insn in;

	for (i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		for (n = 0; n < 2 && strcmp(cpus[i]->isa->name, names[n]) != 0; n++)
			;
		if (n == 2)
			continue;
		used = make(cpus[i], ADDR, HELPER, THUNK, bytes, SIZE, offsets);
		for (at = jumps = 0; at < used; at += in.len) {
			cpus[i]->isa->insn_decode(bytes + at, used - at, ADDR + at, &in);
			assert_int_not_equal(in.class, ISA_CLASS_RETURN);
			jumps += in.class == ISA_CLASS_JUMP && in.target == THUNK;
		}
		assert_int_equal(jumps, 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(room),
		cmocka_unit_test(instructions),
		cmocka_unit_test(reach),
		cmocka_unit_test(thunk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
