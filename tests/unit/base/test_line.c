/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_line.c - lines of text: formats against the C library, pieces, and what does not fit. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/line.h"

static void test_format(void **state)
{
	char ours[80], theirs[80];
	size_t length;

#define SAME(...)                                                                        \
	do {                                                                             \
		length = dt_format_line(ours, sizeof(ours), __VA_ARGS__);                \
		assert_int_equal(length, snprintf(theirs, sizeof(theirs), __VA_ARGS__)); \
		assert_string_equal(ours, theirs);                                       \
	} while (0)
	SAME("plain");
	SAME("%d %d %d", 0, -5, INT32_MIN);
	SAME("%u %x", 4000000000u, 0xdeadbeefu);
	SAME("%lld %llu %llx", (long long)INT64_MIN, (unsigned long long)UINT64_MAX, 0x123456789abcdefull);
	SAME("%ld %lu %zu", -1l, 77ul, sizeof(ours));
	SAME("[%5d] [%-5d] [%05d] [%3u]", -42, -42, -42, 12345u);
	SAME("[%s] [%8s] [%-8s] [%*s]", "abc", "abc", "abc", 6, "abc");
	SAME("%c%c %%", 'x', 'y');
	SAME("%016llx", 0xabcull);
#undef SAME
	assert_int_equal(dt_format_line(ours, 4, "abcdef"), 3);
	assert_string_equal(ours, "abc");
}

static void test_pieces(void **state)
{
	struct dt_line line;
	char text[64];

	dt_line_init(&line, text, sizeof(text));
	assert_string_equal(text, "");
	dt_line_char(&line, '<');
	dt_line_text(&line, "abc ");
	dt_line_number(&line, 0, 10);
	dt_line_char(&line, ' ');
	dt_line_number(&line, UINT64_MAX, 16);
	dt_line_char(&line, ' ');
	dt_line_dec(&line, INT64_MIN);
	dt_line_char(&line, ' ');
	dt_line_hex(&line, 31);
	dt_line_add(&line, " %s %04x", "x", 0xabu);
	assert_string_equal(text, "<abc 0 ffffffffffffffff -9223372036854775808 0x1f x 00ab");
	assert_int_equal(line.used, strlen(text));
}

/*
 * Text that does not fit is cut, the NUL is always there, and nothing after the buffer is written.
 */
static void test_cut(void **state)
{
	struct dt_line line;
	char text[8] = "xxxxxxx";

	dt_line_init(&line, text, 4);
	dt_line_text(&line, "ab");
	dt_line_add(&line, "%d", 1234);
	dt_line_char(&line, 'z');
	assert_string_equal(text, "ab1");
	assert_int_equal(line.used, 3);
	assert_memory_equal(text + 4, "xxx", 4);
	dt_line_init(&line, text, 0);
	dt_line_text(&line, "q");
	assert_string_equal(text, "ab1");
	assert_int_equal(line.used, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
