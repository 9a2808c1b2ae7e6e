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

/* 1 or 0: whether the object's value is not zero; -1: it faults. */
static int run(const struct dt_test *test, const struct dt_firing *firing)
{
	struct dt_probe *none = NULL;
	uint64_t value;

	return dt_test_value(test, &none, firing, &value) ? dt_test_holds(test, value) : -1;
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
		assert_int_equal(run(&test, firing), said != 0);
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
	assert_int_equal(run(&test, &build_bench()->firing), -1);
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
	assert_int_not_equal(b.difo.shape, DT_SHAPE_CONSTANT);
	/* a variable that faults does so at its instruction */
	build_begin(&b);
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_ARG0, 1);
	build_ret(&b, 1);
	fake_os.arg_error = -OS_EFAULT;
	assert_int_equal(build_run(&b), 0);
	assert_true(build_bench()->mstate.faulted);
	assert_int_equal(build_bench()->mstate.fault_offset, 0);
}

/* ---- formulas -------------------------------------------------------------------------------- */

enum source { CONSTANT, FACT, TIME, ARGUMENT, THREAD, LOCAL, GLOBAL, SOURCES };
enum { NOWHERE = -1 };

static const unsigned int scopes[] = {
	[THREAD] = DIF_SCOPE_THREAD, [LOCAL] = DIF_SCOPE_LOCAL, [GLOBAL] = DIF_SCOPE_GLOBAL
};
static const unsigned int loads[] = { [THREAD] = DIF_OP_LDTS, [LOCAL] = DIF_OP_LDLS, [GLOBAL] = DIF_OP_LDGS };
static const unsigned int stores[] = { [THREAD] = DIF_OP_STTS, [LOCAL] = DIF_OP_STLS, [GLOBAL] = DIF_OP_STGS };

static struct dif_bench bench;

static int bench_begin(void **state)
{
	fake_os_reset();
	bench_init(&bench, BUILD_STRSIZE, 65536);
	fake_os.facts[OS_FACT_PID] = 0x8000000000000007;
	fake_os.args[3] = 0x1234567890;
	fake_os.mono = 1000000007;
	return 0;
}

static int bench_end(void **state)
{
	bench_fini(&bench);
	return 0;
}

/* Variable number @n of a kind. */
static uint32_t declared(enum source which, unsigned int n)
{
	for (uint32_t at = 0; at < b.difo.var_count; at++)
		if (b.vars[at].id == DIF_VAR_USER_MIN + n && b.vars[at].scope == scopes[which])
			return b.vars[at].id;
	return build_var(&b, n, scopes[which], DIF_VARKIND_SCALAR, type_int);
}

static void write_load(enum source source, unsigned int n, unsigned int reg)
{
	switch (source) {
	case CONSTANT:
		build_setx(&b, reg, 61 + n);
		break;
	case FACT:
		build_wide(&b, DIF_OP_LDGS, DIF_VAR_PID, reg);
		break;
	case TIME:
		build_wide(&b, DIF_OP_LDGS, DIF_VAR_TIMESTAMP, reg);
		break;
	case ARGUMENT:
		build_wide(&b, DIF_OP_LDGS, DIF_VAR_ARG0 + 3, reg);
		break;
	default:
		build_wide(&b, loads[source], declared(source, n), reg);
		break;
	}
}

static void write_store(int to, unsigned int n, unsigned int reg)
{
	build_wide(&b, stores[to], declared(to, n), reg);
}

static void set_variable(enum source which, unsigned int n, uint64_t value)
{
	build_begin(&b);
	build_setx(&b, 1, value);
	write_store(which, n, 1);
	build_ret(&b, 0);
	bench_declare(&bench, &b);
	bench_run(&bench, &b);
	assert_false(bench.mstate.faulted);
}

static uint64_t variable(enum source which, unsigned int n)
{
	build_begin(&b);
	write_load(which, n, 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	return bench_run(&bench, &b);
}

/* Run b's object in a new firing, by the machine or in its short form, with the same variables before. */
static uint64_t run_by(bool machine, enum dt_difo_shape shape, int to, uint64_t *stored)
{
	struct dif_build saved;
	uint64_t value;

	saved = b;
	for (int which = THREAD; which <= GLOBAL; which++) {
		set_variable(which, 0, 0x7000000000000000 + which);
		set_variable(which, 1, 5 + which);
		set_variable(which, 2, 99);
	}
	b = saved;
	bench_declare(&bench, &b);
	assert_int_equal(b.difo.shape, shape);
	dt_mstate_begin(&bench.mstate);
	bench.mstate.limited = machine;
	fake_os.mono = 1000000007;
	value = bench_run(&bench, &b);
	bench.mstate.limited = false;
	assert_false(bench.mstate.faulted);
	if (to != NOWHERE)
		*stored = variable(to, 2);
	b = saved;
	return value;
}

/* b's object is a formula, and the machine agrees with it. */
static void agree_formula(int to)
{
	uint64_t stored[2] = { 0, 0 }, value = run_by(false, DT_SHAPE_FORMULA, to, &stored[0]);

	assert_int_equal(run_by(true, DT_SHAPE_FORMULA, to, &stored[1]), value);
	assert_int_equal(stored[0], stored[1]);
	if (to != NOWHERE)
		assert_int_not_equal(stored[0], 99);
}

static void test_formulas(void **state)
{
	static const unsigned int ops[] = { DIF_OP_ADD, DIF_OP_SUB, DIF_OP_MUL, DIF_OP_AND, DIF_OP_OR,
					    DIF_OP_XOR, DIF_OP_SLL, DIF_OP_SRL, DIF_OP_SRA };
	static const int targets[] = { NOWHERE, THREAD, LOCAL, GLOBAL };

	for (int left = 0; left < SOURCES; left++) {
		for (int right = 0; right < SOURCES; right++) {
			for (unsigned int op = 0; op < DT_ARRAY_SIZE(ops); op++) {
				int to = targets[(left + right + op) % 4];

				build_begin(&b);
				write_load(left, 0, 3);
				build_op(&b, DIF_OP_MOV, 3, 0, 1);
				write_load(right, 1, 2);
				build_op(&b, ops[op], 1, 2, 2);
				if (to != NOWHERE)
					write_store(to, 2, 2);
				build_op(&b, DIF_OP_NOP, 0, 0, 0);
				build_ret(&b, to == NOWHERE || op & 1 ? 2 : 0);
				agree_formula(to);
			}
		}
	}
}

/* One number, stored: self->ts = timestamp, self->ts = 0; the value of the assignment is used or not. */
static void test_formula_stores(void **state)
{
	for (int from = 0; from < SOURCES; from++) {
		for (int to = THREAD; to <= GLOBAL; to++) {
			build_begin(&b);
			write_load(from, 0, 1);
			write_store(to, 2, 1);
			build_ret(&b, from & 1);
			agree_formula(to);
		}
	}
	build_begin(&b);
	build_op(&b, DIF_OP_MOV, 0, 0, 1);
	write_store(THREAD, 2, 1);
	build_ret(&b, 0);
	agree_formula(THREAD);
	build_begin(&b);
	write_load(THREAD, 0, 1);
	build_ret(&b, 1);
	agree_formula(NOWHERE);
}

/* b's object is none, but the machine runs it. */
static void no_formula(void)
{
	uint64_t stored;

	run_by(true, DT_SHAPE_CODE, NOWHERE, &stored);
	build_begin(&b);
}

static void test_no_formulas(void **state)
{
	uint32_t branch;

	/* read in another order than used in */
	build_begin(&b);
	write_load(TIME, 0, 2);
	write_load(THREAD, 0, 1);
	build_op(&b, DIF_OP_SUB, 1, 2, 1);
	build_ret(&b, 1);
	no_formula();
	/* read, and not used: it may fault */
	write_load(ARGUMENT, 0, 2);
	write_load(THREAD, 0, 1);
	build_ret(&b, 1);
	no_formula();
	write_load(THREAD, 0, 1);
	write_load(ARGUMENT, 0, 2);
	build_ret(&b, 1);
	no_formula();
	/* one reading, two uses */
	write_load(THREAD, 0, 1);
	build_op(&b, DIF_OP_MUL, 1, 1, 1);
	build_ret(&b, 1);
	no_formula();
	/* read after a store */
	build_setx(&b, 1, 3);
	write_store(THREAD, 0, 1);
	write_load(THREAD, 0, 1);
	build_ret(&b, 1);
	no_formula();
	/* three numbers */
	write_load(THREAD, 0, 1);
	write_load(LOCAL, 0, 2);
	build_op(&b, DIF_OP_SUB, 1, 2, 1);
	build_setx(&b, 2, 2);
	build_op(&b, DIF_OP_SUB, 1, 2, 1);
	build_ret(&b, 1);
	no_formula();
	/* two stores */
	write_load(THREAD, 0, 1);
	write_store(LOCAL, 2, 1);
	write_store(GLOBAL, 2, 1);
	build_ret(&b, 0);
	no_formula();
	/* another value than what is stored, or 0 */
	write_load(THREAD, 0, 1);
	write_store(LOCAL, 2, 1);
	build_setx(&b, 2, 8);
	build_ret(&b, 2);
	no_formula();
	/* a branch, division, a comparison */
	write_load(THREAD, 0, 1);
	branch = build_branch(&b, DIF_OP_BA, 0);
	build_label(&b, branch);
	build_ret(&b, 1);
	no_formula();
	write_load(THREAD, 0, 1);
	write_load(CONSTANT, 0, 2);
	build_op(&b, DIF_OP_UDIV, 1, 2, 1);
	build_ret(&b, 1);
	no_formula();
	/* strings */
	build_wide(&b, DIF_OP_LDGS, build_var(&b, 9, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_string), 1);
	build_wide(&b, DIF_OP_STGS, DIF_VAR_USER_MIN + 9, 1);
	build_ret(&b, 0);
	no_formula();
}

/* The machine says where the fault is, and nothing was stored. */
static void test_formula_fault(void **state)
{
	set_variable(GLOBAL, 2, 99);
	set_variable(THREAD, 0, 7);
	build_begin(&b);
	write_load(THREAD, 0, 1);
	build_op(&b, DIF_OP_NOP, 0, 0, 0);
	write_load(ARGUMENT, 0, 2);
	build_op(&b, DIF_OP_SUB, 1, 2, 1);
	write_store(GLOBAL, 2, 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	assert_int_equal(b.difo.shape, DT_SHAPE_FORMULA);
	fake_os.arg_error = -OS_EFAULT;
	assert_int_equal(bench_run(&bench, &b), 0);
	assert_true(bench.mstate.faulted);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_BADADDR);
	assert_int_equal(bench.mstate.fault_offset, 2 * sizeof(dif_instr_t));
	assert_int_equal(variable(GLOBAL, 2), 99);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_comparisons, begin, end),
		cmocka_unit_test_setup_teardown(test_truth, begin, end),
		cmocka_unit_test_setup_teardown(test_no_tests, begin, end),
		cmocka_unit_test_setup_teardown(test_fault, begin, end),
		cmocka_unit_test_setup_teardown(test_shapes, begin, end),
		cmocka_unit_test_setup_teardown(test_formulas, bench_begin, bench_end),
		cmocka_unit_test_setup_teardown(test_formula_stores, bench_begin, bench_end),
		cmocka_unit_test_setup_teardown(test_no_formulas, bench_begin, bench_end),
		cmocka_unit_test_setup_teardown(test_formula_fault, bench_begin, bench_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
