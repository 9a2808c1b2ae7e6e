/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_match.c - probe descriptions as patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/probe/match.h"

static void fields(void **unused)
{
	struct dtrace_probedesc desc;

	assert_true(dt_match_field("", "anything"));
	assert_true(dt_match_field("any*", "anything"));
	assert_false(dt_match_field("any", "anything"));
	memset(&desc, 0, sizeof(desc));
	assert_true(dt_desc_check(&desc));
	memset(desc.function, 'x', sizeof(desc.function));
	assert_false(dt_desc_check(&desc));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
