/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subr_bench.h - call one subroutine, check its result. Each program has its own copy: all is
 * static.
 */
#ifndef TESTS_SUBR_BENCH_H
#define TESTS_SUBR_BENCH_H

#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dif_build.h"
#include "fake_os.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

static struct dif_build b;
static struct dif_bench bench;
static char answer[BUILD_STRSIZE];

static DT_UNUSED int bench_setup(void **state)
{
	fake_os_reset();
	bench_init(&bench, BUILD_STRSIZE, 16384);
	build_begin(&b);
	return 0;
}

static DT_UNUSED int bench_teardown(void **state)
{
	bench_fini(&bench);
	assert_int_equal(fake_os.allocs, 0);
	return 0;
}

static DT_UNUSED void begin_call(void)
{
	build_begin(&b);
}

/* Run the object with the arguments pushed so far. */
static DT_UNUSED uint64_t value_of(unsigned int subr)
{
	uint64_t value;

	build_wide(&b, DIF_OP_CALL, subr, 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	value = bench_run(&bench, &b);
	if (bench.mstate.faulted)
		fail_msg("fault %d (%llx)", bench.mstate.fault, (unsigned long long)bench.mstate.fault_value);
	return value;
}

/* The same; the value is a string, NULL when it is 0. */
static DT_UNUSED const char *text_of(unsigned int subr)
{
	uint64_t value = value_of(subr);

	if (!value)
		return NULL;
	assert_true(dt_dif_store(&bench.mstate, &type_string, value, answer));
	return answer;
}

static DT_UNUSED void faults(unsigned int subr, unsigned int fault, uint64_t value)
{
	build_wide(&b, DIF_OP_CALL, subr, 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	assert_int_equal(bench_run(&bench, &b), 0);
	assert_true(bench.mstate.faulted);
	assert_int_equal(bench.mstate.fault, fault);
	assert_int_equal(bench.mstate.fault_value, value);
	assert_int_equal(bench.mstate.fault_offset, (b.difo.code_count - 2) * 4);
}

static DT_UNUSED void assert_text(const char *text, const char *expected)
{
	if (!text || !expected)
		assert_ptr_equal(text, expected);
	else
		assert_string_equal(text, expected);
}

static DT_UNUSED const char *text1(unsigned int subr, const char *text)
{
	begin_call();
	build_push_string(&b, text);
	return text_of(subr);
}

static DT_UNUSED const char *text2(unsigned int subr, const char *text, const char *more)
{
	begin_call();
	build_push_string(&b, text);
	build_push_string(&b, more);
	return text_of(subr);
}

static DT_UNUSED const char *text_char(unsigned int subr, const char *text, int c)
{
	begin_call();
	build_push_string(&b, text);
	build_push_value(&b, (uint64_t)(int64_t)c);
	return text_of(subr);
}

static DT_UNUSED int64_t number1(unsigned int subr, const char *text)
{
	begin_call();
	build_push_string(&b, text);
	return (int64_t)value_of(subr);
}

static DT_UNUSED int64_t number2(unsigned int subr, const char *text, const char *more)
{
	begin_call();
	build_push_string(&b, text);
	build_push_string(&b, more);
	return (int64_t)value_of(subr);
}

static DT_UNUSED int64_t number3(unsigned int subr, const char *text, const char *more, int64_t number)
{
	begin_call();
	build_push_string(&b, text);
	build_push_string(&b, more);
	build_push_value(&b, (uint64_t)number);
	return (int64_t)value_of(subr);
}

/* strtok(NULL, separators) in a later clause; the first clause's strings stay where they are. */
static DT_UNUSED const char *strtok_next(const char *separators)
{
	static struct dif_build later;
	uint64_t value;

	build_begin(&later);
	build_push_value(&later, 0);
	build_push_string(&later, separators);
	build_wide(&later, DIF_OP_CALL, DIF_SUBR_STRTOK, 1);
	build_ret(&later, 1);
	bench_declare(&bench, &later);
	later.difo.strings = later.strings;
	fake_kernel_see(b.strings, sizeof(b.strings));
	value = bench_run(&bench, &later);
	fake_kernel_see(NULL, 0);
	assert_false(bench.mstate.faulted);
	return value ? strcpy(answer, (const char *)(uintptr_t)value) : NULL;
}

static DT_UNUSED const char *long_text(unsigned int size)
{
	static char text[BUILD_STRSIZE * 2];

	memset(text, 'x', size);
	text[size] = '\0';
	return text;
}

#endif
