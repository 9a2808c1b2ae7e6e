/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_dif_run.c - instructions of the DIF machine: arithmetic, branches, loads, stores, scratch, the tuple stack,
 * results into records. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dif_build.h"
#include "fake_os.h"

static struct dif_build b;

static int begin(void **state)
{
	fake_os_reset();
	build_begin(&b);
	return 0;
}

static int end(void **state)
{
	build_bench_fini();
	return 0;
}

static uint64_t run(void)
{
	uint64_t value = build_run(&b);

	if (build_bench()->mstate.faulted)
		fail_msg("fault %d", build_bench()->mstate.fault);
	build_begin(&b);
	return value;
}

/* The object faults at instruction @at. */
static void faults(unsigned int fault, uint64_t value, uint32_t at)
{
	const struct dt_mstate *mstate = &build_bench()->mstate;

	assert_int_equal(build_run(&b), 0);
	assert_true(mstate->faulted);
	assert_int_equal(mstate->fault, fault);
	assert_int_equal(mstate->fault_value, value);
	assert_int_equal(mstate->fault_offset, at * 4);
	build_begin(&b);
}

static uint64_t binary(unsigned int op, uint64_t left, uint64_t right)
{
	build_setx(&b, 1, left);
	build_setx(&b, 2, right);
	build_op(&b, op, 1, 2, 3);
	build_ret(&b, 3);
	return run();
}

static void test_arithmetic(void **state)
{
	assert_int_equal(binary(DIF_OP_OR, 5, 8), 13);
	assert_int_equal(binary(DIF_OP_XOR, 5, 1), 4);
	assert_int_equal(binary(DIF_OP_AND, 5, 4), 4);
	assert_int_equal(binary(DIF_OP_ADD, UINT64_MAX, 2), 1);
	assert_int_equal(binary(DIF_OP_SUB, 1, 2), UINT64_MAX);
	assert_int_equal(binary(DIF_OP_MUL, 1ull << 63, 3), 1ull << 63);
	assert_int_equal(binary(DIF_OP_SLL, 1, 63), 1ull << 63);
	assert_int_equal(binary(DIF_OP_SLL, 1, 64), 1);
	assert_int_equal(binary(DIF_OP_SRL, 1ull << 63, 63), 1);
	assert_int_equal(binary(DIF_OP_SRL, 8, 65), 4);
	assert_int_equal(binary(DIF_OP_SRA, 1ull << 63, 63), UINT64_MAX);
	assert_int_equal(binary(DIF_OP_SRA, (uint64_t)-8, 65), -4);
	build_setx(&b, 1, 5);
	build_op(&b, DIF_OP_NOT, 1, 0, 1);
	build_op(&b, DIF_OP_MOV, 1, 0, 2);
	build_ret(&b, 2);
	assert_int_equal(run(), ~5ull);
}

static void test_zero_register(void **state)
{
	build_ret(&b, 0);
	assert_int_equal(run(), 0);
	build_setx(&b, 1, 9);
	build_op(&b, DIF_OP_ADD, 0, 1, 2);
	build_ret(&b, 2);
	assert_int_equal(run(), 9);
}

static void test_division(void **state)
{
	assert_int_equal(binary(DIF_OP_SDIV, (uint64_t)-7, 2), -3);
	assert_int_equal(binary(DIF_OP_SREM, (uint64_t)-7, 2), -1);
	assert_int_equal(binary(DIF_OP_UDIV, (uint64_t)-2, 2), INT64_MAX);
	assert_int_equal(binary(DIF_OP_UREM, (uint64_t)-1, 16), 15);
	assert_int_equal(binary(DIF_OP_SDIV, (uint64_t)INT64_MIN, (uint64_t)-1), INT64_MIN);
	assert_int_equal(binary(DIF_OP_SREM, (uint64_t)INT64_MIN, (uint64_t)-1), 0);
	assert_int_equal(binary(DIF_OP_SDIV, 9, (uint64_t)-1), -9);
	assert_int_equal(binary(DIF_OP_UDIV, 9, UINT64_MAX), 0);
}

static void test_division_by_zero(void **state)
{
	static const uint8_t ops[] = { DIF_OP_SDIV, DIF_OP_UDIV, DIF_OP_SREM, DIF_OP_UREM };

	for (unsigned int i = 0; i < sizeof(ops); i++) {
		build_setx(&b, 1, 5);
		build_op(&b, ops[i], 1, 0, 2);
		build_ret(&b, 2);
		faults(DTRACEFLT_DIVZERO, 0, 1);
	}
}

/* Whether a branch is taken after a comparison. */
static bool branch(unsigned int op, uint64_t left, uint64_t right)
{
	uint32_t at;

	build_setx(&b, 1, left);
	build_setx(&b, 2, right);
	build_op(&b, DIF_OP_CMP, 1, 2, 0);
	at = build_branch(&b, op, 0);
	build_ret(&b, 0);
	build_label(&b, at);
	build_setx(&b, 3, 1);
	build_ret(&b, 3);
	return run() == 1;
}

static void test_branches(void **state)
{
	static const uint64_t values[] = { 0, 1, 2, INT64_MAX, 1ull << 63, (1ull << 63) + 1, UINT64_MAX };

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(values); i++)
		for (unsigned int k = 0; k < DT_ARRAY_SIZE(values); k++) {
			uint64_t l = values[i], r = values[k];
			int64_t sl = (int64_t)l, sr = (int64_t)r;

			assert_int_equal(branch(DIF_OP_BA, l, r), true);
			assert_int_equal(branch(DIF_OP_BE, l, r), l == r);
			assert_int_equal(branch(DIF_OP_BNE, l, r), l != r);
			assert_int_equal(branch(DIF_OP_BG, l, r), sl > sr);
			assert_int_equal(branch(DIF_OP_BGE, l, r), sl >= sr);
			assert_int_equal(branch(DIF_OP_BL, l, r), sl < sr);
			assert_int_equal(branch(DIF_OP_BLE, l, r), sl <= sr);
			assert_int_equal(branch(DIF_OP_BGU, l, r), l > r);
			assert_int_equal(branch(DIF_OP_BGEU, l, r), l >= r);
			assert_int_equal(branch(DIF_OP_BLU, l, r), l < r);
			assert_int_equal(branch(DIF_OP_BLEU, l, r), l <= r);
		}
}

static bool branch_tst(unsigned int op, uint64_t value)
{
	uint32_t at;

	build_setx(&b, 1, value);
	build_op(&b, DIF_OP_TST, 1, 0, 0);
	at = build_branch(&b, op, 0);
	build_ret(&b, 0);
	build_label(&b, at);
	build_setx(&b, 3, 1);
	build_ret(&b, 3);
	return run() == 1;
}

static void test_tst(void **state)
{
	assert_true(branch_tst(DIF_OP_BE, 0));
	assert_false(branch_tst(DIF_OP_BE, 3));
	assert_true(branch_tst(DIF_OP_BNE, UINT64_MAX));
	assert_true(branch_tst(DIF_OP_BL, UINT64_MAX));
	assert_false(branch_tst(DIF_OP_BLU, UINT64_MAX));
	assert_true(branch_tst(DIF_OP_BGU, 1));
}

static bool branch_scmp(unsigned int op, const char *left, const char *right)
{
	uint32_t at;

	if (left)
		build_sets(&b, 1, left);
	if (right)
		build_sets(&b, 2, right);
	build_op(&b, DIF_OP_SCMP, 1, 2, 0);
	at = build_branch(&b, op, 0);
	build_ret(&b, 0);
	build_label(&b, at);
	build_setx(&b, 3, 1);
	build_ret(&b, 3);
	return run() == 1;
}

static void test_scmp(void **state)
{
	assert_true(branch_scmp(DIF_OP_BE, "abc", "abc"));
	assert_true(branch_scmp(DIF_OP_BL, "abc", "abd"));
	assert_true(branch_scmp(DIF_OP_BLU, "ab", "abc"));
	assert_true(branch_scmp(DIF_OP_BGU, "b", "abc"));
	assert_true(branch_scmp(DIF_OP_BG, "\x80", "\x7f"));
	assert_true(branch_scmp(DIF_OP_BE, NULL, ""));
	assert_true(branch_scmp(DIF_OP_BG, "a", NULL));
	assert_true(branch_scmp(DIF_OP_BE, NULL, NULL));
}

/* Only strsize characters count. */
static void test_scmp_bound(void **state)
{
	char left[BUILD_STRSIZE + 2], right[BUILD_STRSIZE + 2];

	memset(left, 'x', sizeof(left));
	memset(right, 'x', sizeof(right));
	left[sizeof(left) - 1] = right[sizeof(right) - 1] = '\0';
	right[BUILD_STRSIZE] = 'y';
	assert_true(branch_scmp(DIF_OP_BE, left, right));
	right[BUILD_STRSIZE - 1] = 'y';
	assert_false(branch_scmp(DIF_OP_BE, left, right));
}

static uint64_t load(unsigned int op, uint64_t addr)
{
	build_setx(&b, 1, addr);
	build_op(&b, op, 1, 0, 2);
	build_ret(&b, 2);
	return run();
}

static void test_loads(void **state)
{
	uint64_t word = 0xf1f2f3f4f5f6f7f8ull;
	uint64_t addr = fake_kernel(&word, sizeof(word));
	uint64_t user = fake_user(&word, sizeof(word));
	static const uint8_t plain[] = { DIF_OP_LDSB, DIF_OP_LDSH, DIF_OP_LDSW, DIF_OP_LDUB,
					 DIF_OP_LDUH, DIF_OP_LDUW, DIF_OP_LDX };
	static const uint64_t expected[] = {
		0xfffffffffffffff8ull, 0xfffffffffffff7f8ull, 0xfffffffff5f6f7f8ull, 0xf8, 0xf7f8, 0xf5f6f7f8,
		0xf1f2f3f4f5f6f7f8ull
	};

	for (unsigned int i = 0; i < sizeof(plain); i++) {
		assert_int_equal(load(plain[i], addr), expected[i]);
		assert_int_equal(load(DIF_OP_ULDSB + i, user), expected[i]);
		assert_int_equal(load(DIF_OP_RLDSB + i, addr), expected[i]);
	}
	assert_int_equal(load(DIF_OP_LDUW, addr + 1), 0xf4f5f6f7);
}

static void test_load_faults(void **state)
{
	fake_kernel_hole(1);
	fake_user_hole(1);
	for (unsigned int op = DIF_OP_LDSB; op <= DIF_OP_LDX; op++) {
		build_setx(&b, 1, fake_kernel_page(1));
		build_op(&b, op, 1, 0, 2);
		build_ret(&b, 2);
		faults(DTRACEFLT_BADADDR, fake_kernel_page(1), 1);
	}
	for (unsigned int op = DIF_OP_ULDSB; op <= DIF_OP_ULDX; op++) {
		build_setx(&b, 1, fake_user_page(1));
		build_op(&b, op, 1, 0, 2);
		build_ret(&b, 2);
		faults(DTRACEFLT_BADADDR, fake_user_page(1), 1);
	}
	/* kernel loads do not reach user memory, and user loads do not reach the kernel's */
	build_setx(&b, 1, fake_user_page(0));
	build_op(&b, DIF_OP_LDX, 1, 0, 2);
	build_ret(&b, 2);
	faults(DTRACEFLT_BADADDR, fake_user_page(0), 1);
	build_op(&b, DIF_OP_LDX, 0, 0, 2);
	build_ret(&b, 2);
	faults(DTRACEFLT_BADADDR, 0, 0);
	/* the last byte is missing */
	build_setx(&b, 1, fake_kernel_page(1) - 4);
	build_op(&b, DIF_OP_LDX, 1, 0, 2);
	build_ret(&b, 2);
	faults(DTRACEFLT_BADADDR, fake_kernel_page(1) - 4, 1);
}

static void test_own_strings(void **state)
{
	build_sets(&b, 1, "hello");
	build_op(&b, DIF_OP_LDUB, 1, 0, 2);
	build_ret(&b, 2);
	assert_int_equal(run(), 'h');
}

static void test_scratch(void **state)
{
	static const uint8_t stores[] = { DIF_OP_STB, DIF_OP_STH, DIF_OP_STW, DIF_OP_STX };
	static const uint64_t expected[] = { 0x88, 0x7788, 0x55667788, 0x1122334455667788ull };

	for (unsigned int i = 0; i < sizeof(stores); i++) {
		build_setx(&b, 1, 16);
		build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
		build_setx(&b, 3, 0x1122334455667788ull);
		build_op(&b, stores[i], 3, 0, 2);
		build_op(&b, DIF_OP_LDX, 2, 0, 4);
		build_ret(&b, 4);
		assert_int_equal(run(), expected[i]);
	}
}

static void test_scratch_limits(void **state)
{
	build_setx(&b, 1, BUILD_SCRATCH);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_setx(&b, 3, 1);
	build_op(&b, DIF_OP_ALLOCS, 3, 0, 4);
	build_ret(&b, 2);
	faults(DTRACEFLT_NOSCRATCH, 0, 3);
	build_setx(&b, 1, UINT64_MAX);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_ret(&b, 2);
	faults(DTRACEFLT_NOSCRATCH, 0, 1);
}

static void test_store_faults(void **state)
{
	uint64_t outside = fake_kernel("12345678", 8);
	uint64_t beyond;

	build_setx(&b, 1, outside);
	build_op(&b, DIF_OP_STX, 0, 0, 1);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADADDR, outside, 1);
	/* not allocated yet */
	build_setx(&b, 1, (uintptr_t)build_bench()->scratch);
	build_op(&b, DIF_OP_STB, 0, 0, 1);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADADDR, (uintptr_t)build_bench()->scratch, 1);
	/* over the end of what is allocated */
	beyond = (uintptr_t)build_bench()->scratch + 8;
	build_setx(&b, 1, 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_op(&b, DIF_OP_ADD, 1, 2, 2);
	build_op(&b, DIF_OP_STB, 0, 0, 2);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADADDR, beyond, 3);
	/* not aligned */
	build_setx(&b, 1, 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_setx(&b, 3, 1);
	build_op(&b, DIF_OP_ADD, 2, 3, 2);
	build_op(&b, DIF_OP_STW, 3, 0, 2);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADALIGN, beyond - 7, 4);
	/* the program's own strings are constant */
	build_sets(&b, 1, "x");
	build_op(&b, DIF_OP_STB, 0, 0, 1);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADADDR, (uintptr_t)b.strings + 1, 1);
}

static void test_copys(void **state)
{
	uint64_t from = fake_kernel("abcdefgh", 8);

	build_setx(&b, 1, 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_setx(&b, 3, from);
	build_op(&b, DIF_OP_COPYS, 3, 1, 2);
	build_op(&b, DIF_OP_LDX, 2, 0, 4);
	build_ret(&b, 4);
	assert_int_equal(run(), 0x6867666564636261ull);
	build_setx(&b, 1, 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_setx(&b, 3, from);
	build_setx(&b, 1, 9);
	build_op(&b, DIF_OP_COPYS, 3, 1, 2);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADADDR, (uintptr_t)build_bench()->scratch, 4);
	build_setx(&b, 1, 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_setx(&b, 3, 64);
	build_op(&b, DIF_OP_COPYS, 3, 1, 2);
	build_ret(&b, 0);
	faults(DTRACEFLT_BADADDR, 64, 3);
}

static void test_tuple_stack(void **state)
{
	for (unsigned int i = 0; i < DIF_TUPLE_REGS + 1; i++)
		build_op(&b, DIF_OP_PUSHTV, 0, 0, 1);
	build_ret(&b, 0);
	faults(DTRACEFLT_TUPOFLOW, 0, DIF_TUPLE_REGS);
	for (unsigned int i = 0; i < DIF_TUPLE_REGS; i++)
		build_op(&b, DIF_OP_PUSHTV, 0, 0, 1);
	build_op(&b, DIF_OP_POPTS, 0, 0, 0);
	build_op(&b, DIF_OP_PUSHTV, 0, 0, 1);
	build_op(&b, DIF_OP_FLUSHTS, 0, 0, 0);
	build_op(&b, DIF_OP_POPTS, 0, 0, 0);
	for (unsigned int i = 0; i < DIF_TUPLE_REGS; i++)
		build_op(&b, DIF_OP_PUSHTV, 0, 0, 1);
	build_ret(&b, 0);
	assert_int_equal(run(), 0);
	/* a subroutine without its arguments */
	build_op(&b, DIF_OP_PUSHTV, 0, 0, 1);
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_STRJOIN, 1);
	build_ret(&b, 1);
	faults(DTRACEFLT_ILLOP, DIF_SUBR_STRJOIN, 1);
}

/* ---- results --------------------------------------------------------------------------------- */

static struct dt_mstate *fresh(void)
{
	build_ret(&b, 0);
	build_run(&b);
	build_begin(&b);
	return &build_bench()->mstate;
}

static void test_store_integers(void **state)
{
	struct dt_mstate *mstate = fresh();
	struct dtrace_diftype type = type_int;
	uint8_t record[16];

	for (unsigned int size = 1; size <= 8; size *= 2) {
		memset(record, 0xee, sizeof(record));
		type.size = size;
		assert_true(dt_dif_store(mstate, &type, 0x1122334455667788ull, record + 1));
		assert_int_equal(record[0], 0xee);
		assert_int_equal(record[1], 0x88);
		assert_int_equal(record[size], 0x99 - 0x11 * size);
		assert_int_equal(record[size + 1], 0xee);
	}
	type.size = 0;
	memset(record, 0xee, sizeof(record));
	assert_true(dt_dif_store(mstate, &type, 5, record));
	assert_int_equal(record[0], 0xee);
}

static void test_store_strings(void **state)
{
	uint64_t text = fake_kernel("text", 5);
	uint64_t user = fake_user("user text", 10);
	struct dt_mstate *mstate = fresh();
	struct dtrace_diftype type = type_string;
	char record[BUILD_STRSIZE + 1];

	memset(record, 'x', sizeof(record));
	assert_int_equal(dt_dif_size(&type, BUILD_STRSIZE), BUILD_STRSIZE);
	assert_true(dt_dif_store(mstate, &type, text, record));
	assert_string_equal(record, "text");
	for (unsigned int i = 4; i < BUILD_STRSIZE; i++)
		assert_int_equal(record[i], 0);
	assert_int_equal(record[BUILD_STRSIZE], 'x');
	type.size = 3;
	memset(record, 'x', sizeof(record));
	assert_true(dt_dif_store(mstate, &type, text, record));
	assert_memory_equal(record, "te\0x", 4);
	type.flags = DIF_TYPE_BYUREF;
	type.size = 16;
	assert_true(dt_dif_store(mstate, &type, user, record));
	assert_memory_equal(record, "user text\0\0\0\0\0\0\0x", 17);
	assert_false(dt_dif_store(mstate, &type, 0, record));
	assert_int_equal(mstate->fault, DTRACEFLT_BADADDR);
}

static void test_store_data(void **state)
{
	uint64_t data = fake_kernel("0123456789", 10);
	struct dt_mstate *mstate = fresh();
	struct dtrace_diftype type = type_struct(10);
	char record[11] = "xxxxxxxxxx";

	assert_true(dt_dif_store(mstate, &type, data, record));
	assert_memory_equal(record, "0123456789", 11);
	type.flags = DIF_TYPE_BYUREF;
	assert_false(dt_dif_store(mstate, &type, data, record));
	assert_true(mstate->faulted);
	assert_int_equal(mstate->fault_value, data);
	mstate->faulted = false;
	type.flags = DIF_TYPE_BYREF;
	assert_false(dt_dif_store(mstate, &type, 24, record));
	assert_int_equal(mstate->fault_value, 24);
}

/*
 * A string without a NUL before a hole is read to the string size when that ends before the hole,
 * and faults otherwise.
 */
static void test_string_at_the_edge(void **state)
{
	char page[FAKE_PAGE];
	uint64_t addr;
	char record[BUILD_STRSIZE];

	memset(page, 'x', sizeof(page));
	fake_kernel(page, sizeof(page));
	fake_kernel_hole(1);
	addr = fake_kernel_page(1) - BUILD_STRSIZE + 1;
	assert_true(dt_dif_store(fresh(), &type_string, addr, record));
	assert_int_equal(strlen(record), BUILD_STRSIZE - 1);
	assert_false(dt_dif_store(fresh(), &type_string, addr + 1, record));
	build_push_address(&b, DIF_TYPE_STRING, addr - 1, 0);
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_STRLEN, 1);
	build_ret(&b, 1);
	assert_int_equal(run(), BUILD_STRSIZE);
	build_push_address(&b, DIF_TYPE_STRING, addr, 0);
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_STRLEN, 1);
	build_ret(&b, 1);
	faults(DTRACEFLT_BADADDR, fake_kernel_page(1), 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(test_arithmetic),     TEST(test_zero_register),
		TEST(test_division),       TEST(test_division_by_zero),
		TEST(test_branches),       TEST(test_tst),
		TEST(test_scmp),           TEST(test_scmp_bound),
		TEST(test_loads),          TEST(test_load_faults),
		TEST(test_own_strings),    TEST(test_scratch),
		TEST(test_scratch_limits), TEST(test_store_faults),
		TEST(test_copys),          TEST(test_tuple_stack),
		TEST(test_store_integers), TEST(test_store_strings),
		TEST(test_store_data),     TEST(test_string_at_the_edge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
