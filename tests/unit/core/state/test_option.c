/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_option.c - the limits of every run-time option, and what a refusal says. */
#include "fixture.h"

#include <string.h>

#include "core/state/option.h"
#include "os/host/host.h"
#include "os/os.h"

static void limit(uint32_t number, uint64_t last, const char *refusal)
{
	assert_null(dt_option_check(number, last));
	assert_string_equal(dt_option_check(number, last + 1), refusal);
}

static void limits(void **unused)
{
	os_host_cpu_set_count(4);
	limit(DTRACEOPT_BUFSIZE, 1ull << 62, "option-value:bufsize:0 to 4194304t");
	limit(DTRACEOPT_AGGSIZE, 1ull << 62, "option-value:aggsize:0 to 4194304t");
	limit(DTRACEOPT_STRSIZE, 1ull << 20, "option-value:strsize:1 to 1m");
	assert_string_equal(dt_option_check(DTRACEOPT_STRSIZE, 0), "option-value:strsize:1 to 1m");
	assert_null(dt_option_check(DTRACEOPT_STRSIZE, 1));
	limit(DTRACEOPT_CPU, 3, "option-value:cpu:the number of a CPU");
	assert_null(dt_option_check(DTRACEOPT_CPU, (uint64_t)DTRACE_CPUALL));
	limit(DTRACEOPT_NSPEC, 1024, "option-value:nspec:0 to 1024");
	limit(DTRACEOPT_STACKFRAMES, 1024, "option-value:stackframes:0 to 1024");
	limit(DTRACEOPT_USTACKFRAMES, 1024, "option-value:ustackframes:0 to 1024");
	limit(DTRACEOPT_JSTACKFRAMES, 1024, "option-value:jstackframes:0 to 1024");
	limit(DTRACEOPT_JSTACKSTRSIZE, 1ull << 20, "option-value:jstackstrsize:0 to 1m");
	limit(DTRACEOPT_BUFPOLICY, DTRACE_BUFPOLICY_SWITCH, "option-value:bufpolicy:ring, fill or switch");
	limit(DTRACEOPT_BUFRESIZE, DTRACE_BUFRESIZE_MANUAL, "option-value:bufresize:auto or manual");
	limit(DTRACEOPT_STACKINDENT, INT32_MAX, "option-value:stackindent:0 to 2147483647");
	limit(DTRACEOPT_SWITCHRATE, INT64_MAX, "option-value:switchrate:0 and more");
}

/* Each refusal fits in the structure that reports it. */
static void texts_fit(void **unused)
{
	struct dtrace_enable enable;
	const char *refusal;
	uint32_t i;

	for (i = 0; i < DTRACEOPT_MAX; i++) {
		refusal = dt_option_check(i, 1ull << 63 | 1);
		if (refusal != NULL)
			assert_true(strlen(refusal) < sizeof(enable.error));
	}
	assert_string_equal(dt_option_check(DTRACEOPT_MAX, 0), "option-unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(limits), cmocka_unit_test(texts_fit) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
