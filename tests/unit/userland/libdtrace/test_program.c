/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_program.c - what a program says of itself: dtrace_program_info(), before and after it is enabled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dtrace.h>

static dtrace_prog_t *compile(dtrace_hdl_t *dtp, unsigned int flags, const char *text)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, flags, 0, NULL);

	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	return prog;
}

/* What its descriptions match is known before it is enabled, and is then what was matched. */
static void test_found(void **state)
{
	dtrace_proginfo_t info;
	dtrace_hdl_t *dtp;
	dtrace_prog_t *prog;
	int error;

	(void)state;
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_HOST, &error);
	assert_non_null(dtp);
	prog = compile(dtp, 0, "tick-100hz { late = 1; } BEGIN, END { trace(late); } dtrace::: { @ = count(); }");
	dtrace_program_info(dtp, prog, &info);
	assert_int_equal(info.dpi_found, 6);
	assert_int_equal(info.dpi_matches, 0);
	assert_int_equal(dtrace_program_exec(dtp, prog, &info), 0);
	assert_int_equal(info.dpi_found, 6);
	assert_int_equal(info.dpi_matches, 6);
	prog = compile(dtp, DTRACE_C_ZDEFS, "nothing:::here { }");
	dtrace_program_info(dtp, prog, &info);
	assert_int_equal(info.dpi_found, 0);
	dtrace_close(dtp);
}

static void test_no_engine(void **state)
{
	dtrace_proginfo_t info;
	dtrace_hdl_t *dtp;
	int error;

	(void)state;
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	assert_non_null(dtp);
	dtrace_program_info(dtp, compile(dtp, 0, "BEGIN { }"), &info);
	assert_int_equal(info.dpi_found, 0);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_found),
		cmocka_unit_test(test_no_engine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
