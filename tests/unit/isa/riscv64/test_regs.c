/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_regs.c - riscv64 registers by name and role, arguments, return value, frames, and the
 * constants bound at link time.
 */
#include "tests/unit/isa/fixed.h"
#include "isa/riscv64/isa_types.h"

static struct memory memory;
static const struct isa_mem mem = { .arg = &memory, .load = memory_load };
static struct riscv64_regs regs;
static struct isa_regs *const file = (struct isa_regs *)&regs;

static int setup(void **state)
{
	unsigned int i;

	for (i = 0; i < 32; i++)
		regs.x[i] = 1000 + i;
	regs.x[2] = STACK_AT;
	regs.epc = 0xffffffff80001234u;
	for (i = 0; i < 16; i++)
		memory.words[i] = 2000 + i;
	return 0;
}

static void test_table(void **state)
{
	assert_ptr_equal(&isa_self, &isa_riscv64);
	assert_int_equal(isa_riscv64.slot_size, ISA_SELF_SLOT_SIZE);
	assert_int_equal(isa_riscv64.break_len, ISA_SELF_BREAK_LEN);
	assert_int_equal(isa_riscv64.break_pc_after, ISA_SELF_BREAK_PC_AFTER);
	assert_memory_equal(isa_riscv64.break_bytes, "\x02\x90", 2);
	assert_int_equal(isa_riscv64.insn_len(isa_riscv64.break_bytes, 2), 2);
	assert_int_equal(isa_riscv64.reg_count, 36);
	assert_int_equal(isa_riscv64.regs_size, 36 * 8);
	assert_int_equal(isa_riscv64.insn_align, 2);
}

/* The layout is the kernel's: epc in the place of x0, then x1..x31, status, badaddr, cause, orig_a0. */
static void test_names(void **state)
{
	unsigned int i;

	for (i = 0; i < isa_riscv64.reg_count; i++)
		assert_int_equal(isa_riscv64.regs[i].offset, 8 * i);
	for (i = 1; i < 32; i++)
		assert_int_equal(isa_riscv64.regs[i].dwarf, i);
	assert_string_equal(isa_riscv64.regs[0].name, "pc");
	assert_int_equal(isa_riscv64.regs[0].dwarf, -1);
	assert_string_equal(isa_riscv64.regs[1].name, "ra");
	assert_string_equal(isa_riscv64.regs[2].name, "sp");
	assert_string_equal(isa_riscv64.regs[8].name, "s0");
	assert_string_equal(isa_riscv64.regs[10].name, "a0");
	assert_string_equal(isa_riscv64.regs[31].name, "t6");
	assert_string_equal(isa_riscv64.regs[35].name, "orig_a0");
}

static void test_get_and_set(void **state)
{
	assert_int_equal(isa_reg_get(file, 7), 1007);
	isa_reg_set(file, 7, 0xffffffffffffffffu);
	assert_int_equal(regs.x[7], 0xffffffffffffffffu);
	assert_int_equal(isa_reg_get(file, 2), STACK_AT);
	assert_int_equal(isa_reg_get(file, 36), 0);
	isa_reg_set(file, 36, 1);
	assert_int_equal(isa_pc_get(file), 0xffffffff80001234u);
	isa_pc_set(file, 8);
	assert_int_equal(regs.epc, 8);
	assert_int_equal(isa_sp_get(file), STACK_AT);
	assert_int_equal(isa_fp_get(file), 1008);
}

static void test_arguments(void **state)
{
	uint64_t value;

	assert_int_equal(isa_arg_get(file, 0, NULL, &value), 0);
	assert_int_equal(value, 1010);
	assert_int_equal(isa_arg_get(file, 7, NULL, &value), 0);
	assert_int_equal(value, 1017);
	assert_int_equal(isa_arg_get(file, 8, &mem, &value), 0);
	assert_int_equal(value, 2000);
	assert_int_equal(isa_arg_get(file, 9, &mem, &value), 0);
	assert_int_equal(value, 2001);
	assert_int_equal(isa_arg_get(file, 10, &mem, &value), -OS_ERANGE);
	regs.x[2] = 16;
	assert_int_equal(isa_arg_get(file, 8, &mem, &value), -OS_EFAULT);
	regs.x[2] = (uint64_t)(uintptr_t)memory.words;
	assert_int_equal(isa_arg_get(file, 9, NULL, &value), 0);
	assert_int_equal(value, 2001);
}

static void test_return(void **state)
{
	uint64_t value;

	regs.x[10] = 0xfffffffffffffff2u;
	assert_int_equal(isa_ret_get(file), -OS_EFAULT);
	isa_riscv64.ret_set(file, 1);
	assert_int_equal(regs.x[10], 1);
	assert_int_equal(isa_ret_get(file), 1);
	regs.x[1] = 0xffffffff80004444u;
	assert_int_equal(isa_caller_get(file, NULL, &value), 0);
	assert_int_equal(value, 0xffffffff80004444u);
}

/* The record is below the frame pointer: the caller's at -16, the return address at -8. */
static void test_frames(void **state)
{
	uint64_t fp = STACK_AT + 16, pc = 0;

	memory.words[0] = STACK_AT + 48;
	memory.words[1] = 0xffffffff80001000u;
	memory.words[4] = STACK_AT + 32; /* goes down: cut */
	memory.words[5] = 0xffffffff80002000u;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), 0);
	assert_int_equal(fp, STACK_AT + 48);
	assert_int_equal(pc, 0xffffffff80001000u);
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), 0);
	assert_int_equal(fp, 0);
	assert_int_equal(pc, 0xffffffff80002000u);
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
	fp = STACK_AT + 16;
	assert_int_equal(isa_frame_next(4, &fp, &pc, &mem), -OS_EFAULT); /* 32-bit programs have no such chain */
	fp = STACK_AT + 20;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
	fp = STACK_AT + 8;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
	assert_int_equal(fp, STACK_AT + 8);
}

/* Only what leaves 0 in the register of the result, and does nothing else. */
static void test_cleared(void **state)
{
	static const uint32_t clears[] = { 0x00000513, 0x00000533, 0x00a54533, 0xffff4501 },
			      others[] = { 0x00100513, 0x00000593, 0x00b54533, 0x00000013,
					   0xffff4505, 0xffff4581, 0xffff0001, 0xffff8082 };
	struct isa_insn insn;

	for (size_t i = 0; i < DT_ARRAY_SIZE(clears); i++) {
		isa_riscv64.insn_decode((const uint8_t *)&clears[i], 4, 0x1000, &insn);
		assert_true(isa_riscv64.ret_is_cleared(&insn));
	}
	for (size_t i = 0; i < DT_ARRAY_SIZE(others); i++) {
		isa_riscv64.insn_decode((const uint8_t *)&others[i], 4, 0x1000, &insn);
		assert_false(isa_riscv64.ret_is_cleared(&insn));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_table, setup),       cmocka_unit_test_setup(test_names, setup),
		cmocka_unit_test_setup(test_get_and_set, setup), cmocka_unit_test_setup(test_arguments, setup),
		cmocka_unit_test_setup(test_return, setup),      cmocka_unit_test_setup(test_cleared, setup),
		cmocka_unit_test_setup(test_frames, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
