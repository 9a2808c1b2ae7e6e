/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_settings.c - -x NAME[=VALUE] as commands collect and apply it, and their numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "settings/settings.h"

static void test_kept(void **state)
{
	struct settings settings = { NULL, 0 };
	char value[] = "4m=x";

	(void)state;
	assert_true(settings_add(&settings, "quiet", NULL));
	assert_true(settings_add(&settings, "strsize=1k=2", NULL));
	assert_true(settings_add(&settings, "empty=", NULL));
	assert_true(settings_add(&settings, "buf=size", value));
	assert_int_equal(settings.count, 4);
	assert_string_equal(settings.all[0].name, "quiet");
	assert_null(settings.all[0].value);
	assert_string_equal(settings.all[1].name, "strsize");
	assert_string_equal(settings.all[1].value, "1k=2");
	assert_string_equal(settings.all[2].value, "");
	assert_string_equal(settings.all[3].name,
			    "buf=size"); /* a value of its own: nothing is looked for in the name */
	assert_ptr_equal(settings.all[3].value, value);
	assert_true(settings_has(&settings, "strsize"));
	assert_false(settings_has(&settings, "strs"));
	settings_free(&settings);
	assert_int_equal(settings.count, 0);
	assert_null(settings.all);
}

/* In their order, up to the first that is refused. */
static void test_applied(void **state)
{
	struct settings settings = { NULL, 0 };
	const struct setting *refused;
	int64_t value;
	dtrace_hdl_t *dtp;
	int error;

	(void)state;
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	assert_non_null(dtp);
	assert_true(settings_add(&settings, "strsize=100", NULL));
	assert_true(settings_add(&settings, "strsize=200", NULL));
	assert_null(settings_apply(&settings, dtp));
	assert_int_equal(dtrace_getopt(dtp, "strsize", &value), 0);
	assert_int_equal(value, 200);
	assert_true(settings_add(&settings, "nosuch=1", NULL));
	assert_true(settings_add(&settings, "strsize=300", NULL));
	refused = settings_apply(&settings, dtp);
	assert_non_null(refused);
	assert_string_equal(refused->name, "nosuch");
	assert_int_equal(dtrace_getopt(dtp, "strsize", &value), 0);
	assert_int_equal(value, 200);
	settings_free(&settings);
	dtrace_close(dtp);
}

static void test_numbers(void **state)
{
	static const char *const wrong[] = {
		"", " 1", "+1", "-1", "1 ", "1k", "x1", "0x", "0xg", "1e3", "18446744073709551616"
	};
	uint64_t number;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(settings_number(wrong[i], 0, UINT64_MAX, &number));
	assert_true(settings_number("18446744073709551615", 0, UINT64_MAX, &number));
	assert_int_equal(number, UINT64_MAX);
	assert_true(settings_number("0X1f", 0, 31, &number));
	assert_int_equal(number, 31);
	assert_true(settings_number("010", 10, 10, &number)); /* no octal numbers */
	assert_int_equal(number, 10);
	assert_false(settings_number("9", 10, 20, &number));
	assert_false(settings_number("21", 10, 20, &number));
	assert_true(settings_number("0", 0, 0, &number));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_applied),
		cmocka_unit_test(test_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
