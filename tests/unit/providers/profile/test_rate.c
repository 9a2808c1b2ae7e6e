/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_rate.c - every suffix a rate may have, and what is no rate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "providers/profile/rate.h"

#define SEC 1000000000ull

static void test_rates(void **unused)
{
	static const struct {
		const char *text;
		uint64_t period;
	} cases[] = {
		{ "1", SEC },
		{ "97", SEC / 97 },
		{ "5000hz", 200000 },
		{ "100HZ", SEC / 100 },
		{ "250000ns", 250000 },
		{ "250000nsec", 250000 },
		{ "300us", 300000 },
		{ "300usec", 300000 },
		{ "1ms", 1000000 },
		{ "1msec", 1000000 },
		{ "5s", 5 * SEC },
		{ "5sec", 5 * SEC },
		{ "2m", 120 * SEC },
		{ "2min", 120 * SEC },
		{ "1h", 3600 * SEC },
		{ "1hour", 3600 * SEC },
		{ "3d", 3 * 86400 * SEC },
		{ "3day", 3 * 86400 * SEC },
		{ "", 0 },
		{ "0", 0 },
		{ "s", 0 },
		{ "-1", 0 },
		{ "1x", 0 },
		{ "1 s", 0 },
		{ "1secs", 0 },
		{ "*", 0 },
		{ "99999999999999999999", 0 },
		{ "18446744073709551617s", 0 }, /* 2^64 + 1 */
		{ "18446744073709551713", 0 },
		{ "9223372036854775807s", 0 },
		{ "200000d", 0 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(profile_rate_parse(cases[i].text), cases[i].period);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rates) };

	return cmocka_run_group_tests_name("profile/rate", tests, NULL, NULL);
}
