/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_quick.c - short forms say what the machine says: for every branch, order of operands,
 * constant and value; and what has no short form gets none.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dif/quick.h"
#include "dif_build.h"
#include "fake_os.h"

static struct dif_build b;

static const uint64_t numbers[] = { 0,         1, 2, 77, INT32_MAX, 1ull << 31, INT64_MAX, 1ull << 63, UINT64_MAX - 76,
				    UINT64_MAX };

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

/* The machine and the test agree about all values. */
static void agree(uint32_t variable)
{
	const struct dt_firing *firing;
	struct dt_test test;
	uint64_t said;
	unsigned int i;

	for (i = 0; i < DT_ARRAY_SIZE(numbers); i++) {
		fake_os.facts[OS_FACT_PID] = numbers[i];
		fake_os.args[3] = numbers[i];
		said = build_run(&b);
		assert_false(build_bench()->mstate.faulted);
		firing = &build_bench()->firing;
		assert_true(dt_test_make(&b.difo, &test));
		assert_int_equal(test.kind, variable == DIF_VAR_PID ? DT_TEST_FACT : DT_TEST_ARG);
		assert_int_equal(dt_test_run(&test, NULL, firing), said != 0);
	}
}

/* The object's value: 1 when the branch is taken, else 0. */
static void write_outcome(unsigned int op)
{
	uint32_t yes, done;

	yes = build_branch(&b, op, 0);
	build_op(&b, DIF_OP_MOV, 0, 0, 1);
	done = build_branch(&b, DIF_OP_BA, 0);
	build_label(&b, yes);
	build_setx(&b, 1, 1);
	build_label(&b, done);
	build_ret(&b, 1);
}

/* variable OP constant, with the results 1 and 0, as the compiler writes it. */
static void write_comparison(uint32_t variable, unsigned int op, uint64_t constant, bool swapped)
{
	build_begin(&b);
	build_wide(&b, DIF_OP_LDGS, variable, 1);
	build_setx(&b, 2, constant);
	build_op(&b, DIF_OP_CMP, swapped ? 2 : 1, swapped ? 1 : 2, 0);
	write_outcome(op);
}

static void test_comparisons(void **state)
{
	static const uint32_t variables[] = { DIF_VAR_PID, DIF_VAR_ARG0 + 3 };
	unsigned int op, i, v;

	for (v = 0; v < DT_ARRAY_SIZE(variables); v++) {
		for (op = DIF_OP_BE; op <= DIF_OP_BLEU; op++) {
			for (i = 0; i < DT_ARRAY_SIZE(numbers); i++) {
				write_comparison(variables[v], op, numbers[i], false);
				agree(variables[v]);
				write_comparison(variables[v], op, numbers[i], true);
				agree(variables[v]);
			}
		}
	}
}

/* /pid/, /!pid/, and a variable that went through another register. */
static void test_truth(void **state)
{
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_ret(&b, 1);
	agree(DIF_VAR_PID);
	build_begin(&b);
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_op(&b, DIF_OP_MOV, 1, 0, 3);
	build_op(&b, DIF_OP_TST, 3, 0, 0);
	write_outcome(DIF_OP_BE);
	agree(DIF_VAR_PID);
}

static void none(void)
{
	struct dt_test test;

	build_run(&b);
	assert_false(dt_test_make(&b.difo, &test));
	assert_int_equal(test.kind, DT_TEST_NONE);
	build_begin(&b);
}

static void test_no_tests(void **state)
{
	/* a constant */
	build_setx(&b, 1, 1);
	build_ret(&b, 1);
	none();
	/* a variable that is remembered for the clause */
	write_comparison(DIF_VAR_TIMESTAMP, DIF_OP_BG, 5, false);
	none();
	/* arithmetic */
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_op(&b, DIF_OP_ADD, 1, 1, 1);
	build_ret(&b, 1);
	none();
	/* two variables */
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_TID, 2);
	build_op(&b, DIF_OP_CMP, 1, 2, 0);
	build_ret(&b, 1);
	none();
	/* compared twice: with two constants five results are not enough */
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_setx(&b, 2, 5);
	build_setx(&b, 3, 9);
	build_op(&b, DIF_OP_CMP, 1, 2, 0);
	build_op(&b, DIF_OP_CMP, 1, 3, 0);
	build_ret(&b, 2);
	none();
	/* the variable is the result, but was compared with something else than 0 */
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_setx(&b, 2, 5);
	build_op(&b, DIF_OP_CMP, 1, 2, 0);
	build_ret(&b, 1);
	none();
}

/* An argument that cannot be read is left to the machine, which raises the fault. */
static void test_fault(void **state)
{
	struct dt_test test;

	write_comparison(DIF_VAR_ARG0 + 3, DIF_OP_BE, 1, false);
	fake_os.arg_error = -OS_EFAULT;
	build_run(&b);
	assert_true(build_bench()->mstate.faulted);
	assert_true(dt_test_make(&b.difo, &test));
	assert_int_equal(dt_test_run(&test, NULL, &build_bench()->firing), -1);
}

static void test_shapes(void **state)
{
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, 1);
	build_ret(&b, 1);
	fake_os.facts[OS_FACT_PID] = 4711;
	assert_int_equal(build_run(&b), 4711);
	assert_int_equal(b.difo.shape, DT_SHAPE_FACT);
	build_begin(&b);
	build_setx(&b, 2, 12345);
	build_ret(&b, 2);
	assert_int_equal(build_run(&b), 12345);
	assert_int_equal(b.difo.shape, DT_SHAPE_CONSTANT);
	/* another register than the one that was loaded */
	build_begin(&b);
	build_setx(&b, 2, 12345);
	build_ret(&b, 1);
	assert_int_equal(build_run(&b), 0);
	assert_int_equal(b.difo.shape, DT_SHAPE_CODE);
	/* a variable that faults does so at its instruction */
	build_begin(&b);
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_ARG0, 1);
	build_ret(&b, 1);
	fake_os.arg_error = -OS_EFAULT;
	assert_int_equal(build_run(&b), 0);
	assert_true(build_bench()->mstate.faulted);
	assert_int_equal(build_bench()->mstate.fault_offset, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_comparisons, begin, end),
		cmocka_unit_test_setup_teardown(test_truth, begin, end),
		cmocka_unit_test_setup_teardown(test_no_tests, begin, end),
		cmocka_unit_test_setup_teardown(test_fault, begin, end),
		cmocka_unit_test_setup_teardown(test_shapes, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
