/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_native.c - DIF objects as this CPU's code (core/dif/native.h): which objects have some, what it does that random
 * objects (fuzz_dif) seldom have, and what is left when there is no memory for it.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dif/native.h"
#include "dif_build.h"
#include "fake_os.h"
#include "os/host/host.h"

static struct dif_build b;
static struct dt_native native;

static int begin(void **state)
{
	fake_os_reset();
	build_begin(&b);
	memset(&native, 0, sizeof(native));
	return 0;
}

static int end(void **state)
{
	build_bench_fini();
	return 0;
}

/* Make code of the object, which has no short form then. */
static void make(void)
{
	const char *reason = "";

	if (dt_difo_validate(&b.difo, &reason))
		fail_msg("refused: %s", reason);
	b.difo.shape = DT_SHAPE_CODE;
	dt_native_make(&native, &b.difo, 1);
}

static uint64_t run_code(void)
{
	struct dif_bench *bench = build_bench();
	uint64_t value;

	build_bench_fini();
	bench_init(bench, BUILD_STRSIZE, 16384);
	bench_declare(bench, &b);
	make();
	assert_int_not_equal(b.difo.native, 0);
	value = bench_run(bench, &b);
	dt_native_free(&native);
	b.difo.native = 0;
	return value;
}

static uint64_t run(void)
{
	uint64_t value = run_code();

	if (build_bench()->mstate.faulted)
		fail_msg("fault %d", build_bench()->mstate.fault);
	build_begin(&b);
	return value;
}

/* A branch that others come to, too, decides by the comparison that was made on the way. */
static void branch_without_its_comparison(void **state)
{
	uint32_t first, decides;
	uint64_t n;

	for (n = 0; n < 4; n++) {
		build_setx(&b, 1, n & 1);
		build_setx(&b, 2, n >> 1);
		build_setx(&b, 3, 7);
		build_op(&b, DIF_OP_TST, 1, 0, 0);
		first = build_branch(&b, DIF_OP_BNE, 0); /* with n & 1 past the second comparison */
		build_op(&b, DIF_OP_TST, 2, 0, 0);
		build_label(&b, first);
		decides = build_branch(&b, DIF_OP_BNE, 0);
		build_setx(&b, 3, 8);
		build_label(&b, decides);
		build_ret(&b, 3);
		assert_int_equal(run(), n == 0 ? 8 : 7);
	}
}

/* The first register is 0, also as the second number of a comparison. */
static void zero(void **state)
{
	uint32_t to;

	build_setx(&b, 1, 0);
	build_setx(&b, 2, 1);
	build_op(&b, DIF_OP_CMP, 1, 0, 0);
	to = build_branch(&b, DIF_OP_BE, 0);
	build_setx(&b, 2, 2);
	build_label(&b, to);
	build_ret(&b, 2);
	assert_int_equal(run(), 1);
	build_ret(&b, 0);
	assert_int_equal(run(), 0);
}

static void text(void **state)
{
	build_sets(&b, 1, "two");
	build_sets(&b, 1, "three");
	build_ret(&b, 1);
	b.difo.rtype = type_string;
	assert_string_equal((const char *)(uintptr_t)run_code(), "three");
}

/* A fault ends the object, and is at its instruction. */
static void faults(void **state)
{
	const struct dt_mstate *mstate = &build_bench()->mstate;
	uint64_t place = fake_kernel_page(1);
	uint32_t at;

	fake_kernel_hole(1);
	build_op(&b, DIF_OP_NOP, 0, 0, 0);
	build_setx(&b, 1, place);
	at = build_op(&b, DIF_OP_LDX, 1, 0, 2);
	build_setx(&b, 2, 5);
	build_ret(&b, 2);
	assert_int_equal(run_code(), 0);
	assert_true(mstate->faulted);
	assert_int_equal(mstate->fault, DTRACEFLT_BADADDR);
	assert_int_equal(mstate->fault_value, place);
	assert_int_equal(mstate->fault_offset, at * sizeof(dif_instr_t));
}

static void short_forms(void **state)
{
	struct dt_difo difos[2];
	const char *reason = "";

	build_setx(&b, 1, 40);
	build_ret(&b, 1);
	assert_int_equal(dt_difo_validate(&b.difo, &reason), 0);
	assert_int_equal(b.difo.shape, DT_SHAPE_CONSTANT);
	difos[0] = difos[1] = b.difo;
	dt_native_make(&native, difos, 1);
	assert_int_equal(native.addr, 0);
	assert_int_equal(native.left, 0);
	difos[1].shape = DT_SHAPE_CODE;
	dt_native_make(&native, difos, 2);
	assert_int_equal(difos[0].native, 0);
	assert_int_not_equal(difos[1].native, 0);
	assert_int_equal(native.objects, 1);
	dt_native_free(&native);
}

/* Objects that walk the kernel's stack have no code. */
static void walkers(void **state)
{
	static const unsigned int variables[] = { DIF_VAR_CALLER, DIF_VAR_STACKDEPTH };
	size_t i;

	for (i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		build_wide(&b, DIF_OP_LDGS, variables[i], 1);
		build_op(&b, DIF_OP_ADD, 1, 1, 1);
		build_ret(&b, 1);
		make();
		assert_int_equal(b.difo.native, 0);
		assert_int_equal(native.objects, 0);
		assert_int_equal(native.left, 1);
		dt_native_free(&native);
		build_begin(&b);
	}
}

/* Objects of a program share a piece of memory; one without code is between them. */
static void several(void **state)
{
	static struct dif_build builds[3];
	struct dt_difo difos[3];
	struct dif_bench *bench = build_bench();
	const char *reason = "";
	unsigned int i;

	for (i = 0; i < 3; i++) {
		build_begin(&builds[i]);
		build_setx(&builds[i], 1, 10 * i);
		build_op(&builds[i], DIF_OP_NOT, 1, 0, 1);
		build_op(&builds[i], DIF_OP_NOT, 1, 0, 1);
		build_ret(&builds[i], 1);
		if (i == 1)
			builds[i].difo.code_count = 0; /* as sections of other kinds have it */
		else
			assert_int_equal(dt_difo_validate(&builds[i].difo, &reason), 0);
		difos[i] = builds[i].difo;
		difos[i].shape = DT_SHAPE_CODE;
	}
	dt_native_make(&native, difos, 3);
	assert_int_equal(native.objects, 2);
	assert_int_equal(native.left, 0);
	assert_int_equal(difos[1].native, 0);
	assert_true(difos[2].native > difos[0].native && difos[2].native < native.addr + native.size);
	bench_init(bench, BUILD_STRSIZE, 16384);
	assert_int_equal(dt_dif_run(&difos[0], &bench->mstate), 0);
	assert_int_equal(dt_dif_run(&difos[2], &bench->mstate), 20);
	dt_native_free(&native);
}

/* If any allocation fails, the machine runs the object, and no memory is lost. */
static void no_memory(void **state)
{
	unsigned int before = fake_os.allocs, nth;

	build_setx(&b, 1, 20);
	build_op(&b, DIF_OP_NOT, 1, 0, 1);
	build_op(&b, DIF_OP_NOT, 1, 0, 1);
	build_ret(&b, 1);
	for (nth = 1; nth < 20; nth++) {
		fake_os.alloc_fail = nth;
		make();
		if (fake_os.alloc_fail != 0)
			break;
		assert_int_equal(b.difo.native, 0);
		assert_int_equal(native.left, 1);
		assert_int_equal(fake_os.allocs, before);
		dt_native_free(&native);
	}
	fake_os.alloc_fail = 0;
	assert_int_equal(nth, 7); /* of five arrays, and the bytes before they are written */
	assert_int_not_equal(b.difo.native, 0);
	dt_native_free(&native);
	os_host_fail_alloc(1); /* of memory for code */
	b.difo.native = 0;
	make();
	assert_int_equal(b.difo.native, 0);
	assert_int_equal(native.left, 1);
	assert_int_equal(fake_os.allocs, before);
	dt_native_free(&native);
	assert_int_equal(build_run(&b), 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(branch_without_its_comparison, begin, end),
		cmocka_unit_test_setup_teardown(zero, begin, end),
		cmocka_unit_test_setup_teardown(text, begin, end),
		cmocka_unit_test_setup_teardown(faults, begin, end),
		cmocka_unit_test_setup_teardown(short_forms, begin, end),
		cmocka_unit_test_setup_teardown(walkers, begin, end),
		cmocka_unit_test_setup_teardown(several, begin, end),
		cmocka_unit_test_setup_teardown(no_memory, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
