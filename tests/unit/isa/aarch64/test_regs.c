/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_regs.c - aarch64 registers by name and role, arguments, return value, frames, and the
 * constants bound at link time.
 */
#include "tests/unit/isa/fixed.h"
#include "isa/aarch64/isa_types.h"

static struct memory memory;
static const struct isa_mem mem = { .arg = &memory, .load = memory_load };
static struct aarch64_regs regs;
static struct isa_regs *const file = (struct isa_regs *)&regs;

static int setup(void **state)
{
	unsigned int i;

	for (i = 0; i < 31; i++)
		regs.x[i] = 1000 + i;
	regs.sp = STACK_AT;
	regs.pc = 0xffff800008001234u;
	regs.pstate = 0x60000005;
	for (i = 0; i < 16; i++)
		memory.words[i] = 2000 + i;
	return 0;
}

static void test_table(void **state)
{
	assert_ptr_equal(&isa_self, &isa_aarch64);
	assert_int_equal(isa_aarch64.slot_size, ISA_SELF_SLOT_SIZE);
	assert_int_equal(isa_aarch64.break_len, ISA_SELF_BREAK_LEN);
	assert_int_equal(isa_aarch64.break_pc_after, ISA_SELF_BREAK_PC_AFTER);
	assert_memory_equal(isa_aarch64.break_bytes, "\x40\xaf\x21\xd4", 4);
	assert_int_equal(isa_aarch64.insn_len(isa_aarch64.break_bytes, 4), 4);
	assert_int_equal(isa_aarch64.reg_count, 34);
	assert_int_equal(isa_aarch64.regs_size, 34 * 8);
}

/* The layout is the kernel's: x0..x30, sp, pc, pstate. */
static void test_names(void **state)
{
	unsigned int i;

	for (i = 0; i < isa_aarch64.reg_count; i++)
		assert_int_equal(isa_aarch64.regs[i].offset, 8 * i);
	assert_string_equal(isa_aarch64.regs[0].name, "x0");
	assert_string_equal(isa_aarch64.regs[30].name, "x30");
	assert_int_equal(isa_aarch64.regs[30].dwarf, 30);
	assert_string_equal(isa_aarch64.regs[31].name, "sp");
	assert_int_equal(isa_aarch64.regs[31].dwarf, 31);
	assert_string_equal(isa_aarch64.regs[32].name, "pc");
	assert_string_equal(isa_aarch64.regs[33].name, "pstate");
	assert_int_equal(isa_aarch64.regs[33].dwarf, -1);
}

static void test_get_and_set(void **state)
{
	assert_int_equal(isa_reg_get(file, 7), 1007);
	isa_reg_set(file, 7, 0xffffffffffffffffu);
	assert_int_equal(regs.x[7], 0xffffffffffffffffu);
	assert_int_equal(isa_reg_get(file, 31), STACK_AT);
	assert_int_equal(isa_reg_get(file, 34), 0);
	isa_reg_set(file, 34, 1);
	assert_int_equal(isa_pc_get(file), 0xffff800008001234u);
	isa_pc_set(file, 8);
	assert_int_equal(regs.pc, 8);
	assert_int_equal(isa_sp_get(file), STACK_AT);
	assert_int_equal(isa_fp_get(file), 1029);
}

static void test_arguments(void **state)
{
	uint64_t value;

	assert_int_equal(isa_arg_get(file, 0, NULL, &value), 0);
	assert_int_equal(value, 1000);
	assert_int_equal(isa_arg_get(file, 7, NULL, &value), 0);
	assert_int_equal(value, 1007);
	assert_int_equal(isa_arg_get(file, 8, &mem, &value), 0);
	assert_int_equal(value, 2000);
	assert_int_equal(isa_arg_get(file, 9, &mem, &value), 0);
	assert_int_equal(value, 2001);
	assert_int_equal(isa_arg_get(file, 10, &mem, &value), -OS_ERANGE);
	regs.sp = 16;
	assert_int_equal(isa_arg_get(file, 8, &mem, &value), -OS_EFAULT);
	regs.sp = (uint64_t)(uintptr_t)memory.words;
	assert_int_equal(isa_arg_get(file, 9, NULL, &value), 0);
	assert_int_equal(value, 2001);
}

/* A signed return address loses its signature; so does a caller's. */
static void test_return(void **state)
{
	uint64_t value;

	regs.x[0] = 0xfffffffffffffff2u;
	assert_int_equal(isa_ret_get(file), -OS_EFAULT);
	isa_aarch64.ret_set(file, 1);
	assert_int_equal(regs.x[0], 1);
	regs.x[30] = 0x5aff800008004444u | (uint64_t)1 << 55;
	assert_int_equal(isa_caller_get(file, NULL, &value), 0);
	assert_int_equal(value, 0xffff800008004444u);
	regs.x[30] = 0x003f00005555abcdu;
	assert_int_equal(isa_caller_get(file, NULL, &value), 0);
	assert_int_equal(value, 0x00005555abcdu);
}

static void test_frames(void **state)
{
	uint64_t fp = STACK_AT, pc = 0;

	memory.words[0] = STACK_AT + 32;
	memory.words[1] = 0xd8ff800008001000u;
	memory.words[4] = STACK_AT + 16; /* goes down: cut */
	memory.words[5] = 0xffff800008002000u;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), 0);
	assert_int_equal(fp, STACK_AT + 32);
	assert_int_equal(pc, 0xffff800008001000u);
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), 0);
	assert_int_equal(fp, 0);
	assert_int_equal(pc, 0xffff800008002000u);
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
	fp = STACK_AT;
	assert_int_equal(isa_frame_next(4, &fp, &pc, &mem), -OS_EFAULT); /* 32-bit programs have no such chain */
	fp = STACK_AT + 4;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
	fp = STACK_AT + 120;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
	assert_int_equal(fp, STACK_AT + 120);
	memory.words[1] = 0; /* the kernel's last record */
	fp = STACK_AT;
	assert_int_equal(isa_frame_next(8, &fp, &pc, &mem), -OS_EFAULT);
}

/* Only what leaves 0 in the register of the result, and does nothing else. */
static void test_cleared(void **state)
{
	static const uint32_t clears[] = { 0xd2800000, 0x52800000, 0xaa1f03e0, 0x2a1f03e0, 0xca000000, 0x4a000000 },
			      others[] = { 0xd2800001, 0xd2800020, 0x52a00000 | 1 << 5, 0xaa0103e0,
					   0xca010000, 0xd503201f, 0xd65f03c0 };
	struct isa_insn insn;

	for (size_t i = 0; i < DT_ARRAY_SIZE(clears); i++) {
		isa_aarch64.insn_decode((const uint8_t *)&clears[i], 4, 0x1000, &insn);
		assert_true(isa_aarch64.ret_is_cleared(&insn));
	}
	for (size_t i = 0; i < DT_ARRAY_SIZE(others); i++) {
		isa_aarch64.insn_decode((const uint8_t *)&others[i], 4, 0x1000, &insn);
		assert_false(isa_aarch64.ret_is_cleared(&insn));
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
