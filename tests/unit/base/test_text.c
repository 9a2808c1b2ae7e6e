/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_text.c - base/text.c against the C library. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dtrace/compiler.h>

#include "base/memory.h"
#include "base/text.h"

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

static void test_compare(void **state)
{
	static const char *const words[] = {
		"", "a", "ab", "abc", "abcdefgh", "abcdefghi", "abcdefgh\xff", "b", "\x80"
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(words); i++)
		for (unsigned int k = 0; k < DT_ARRAY_SIZE(words); k++) {
			size_t size = DT_MIN(strlen(words[i]), strlen(words[k]));

			assert_int_equal(sign(dt_strcmp(words[i], words[k])), sign(strcmp(words[i], words[k])));
			assert_int_equal(sign(dt_strncmp(words[i], words[k], 2)), sign(strncmp(words[i], words[k], 2)));
			assert_int_equal(sign(dt_memcmp(words[i], words[k], size)),
					 sign(memcmp(words[i], words[k], size)));
		}
	assert_true(dt_str_same("abc", "abc") && dt_str_same("", ""));
	assert_false(dt_str_same("abc", "ab") || dt_str_same("ab", "abc") || dt_str_same("", "a"));
	assert_int_equal(dt_strlen("abc"), 3);
	assert_int_equal(dt_strnlen("abc", 2), 2);
	assert_int_equal(dt_strnlen("abc", 9), 3);
}

static void test_strlcpy(void **state)
{
	char text[4] = "xxx";

	assert_int_equal(dt_strlcpy(text, "abcdef", sizeof(text)), 6);
	assert_string_equal(text, "abc");
	assert_int_equal(dt_strlcpy(text, "", sizeof(text)), 0);
	assert_string_equal(text, "");
	assert_int_equal(dt_strlcpy(text, "q", 0), 1);
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compare),
		cmocka_unit_test(test_strlcpy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
