/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_error.c - each error of the library has a text, also where none of its own was set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "handle/handle.h"

static void test_texts(void **state)
{
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);

	assert_non_null(dtp);
	for (int error = EDT_BASE + 1; error < EDT_MAX; error++) {
		assert_non_null(dtrace_errmsg(NULL, error));
		assert_non_null(dtrace_errmsg(dtp, error));
		assert_true(strlen(dtrace_errmsg(dtp, error)) > 5);
	}
	ldt_set_error(dtp, EDT_OPTION, "its own");
	assert_string_equal(dtrace_errmsg(dtp, EDT_OPTION), "its own");
	assert_string_equal(dtrace_errmsg(dtp, EDT_MAX), "Unknown error");
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
