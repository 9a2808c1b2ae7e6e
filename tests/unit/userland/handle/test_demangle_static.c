/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_demangle_static.c - -x demangle in a program that can load no library: refused, and nothing is changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "handle/demangle.h"
#include "handle/handle.h"

static void test_refused(void **state)
{
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);
	int64_t value;

	assert_non_null(dtp);
	assert_int_equal(dtrace_setopt(dtp, "demangle", NULL), -1);
	assert_int_equal(dtrace_errno(dtp), EDT_OPTION);
	assert_non_null(strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)), "linked statically"));
	assert_int_equal(dtrace_getopt(dtp, "demangle", &value), 0);
	assert_int_equal(value, DTRACEOPT_UNSET);
	assert_string_equal(ldt_demangled(dtp, "_ZN5shape4areaEi"), "_ZN5shape4areaEi");
	assert_null(ldt_demangled(dtp, NULL));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
