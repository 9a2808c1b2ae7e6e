/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_line.c - lines of text: formats against the C library, pieces, and what does not fit. */
#include <stdarg.h>
#include <stdbool.h>
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

/* A format that is put together at run time, in both. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#define BOTH(format, ...)                                                                        \
	do {                                                                                     \
		char ours[128], theirs[128];                                                     \
		size_t length = dt_format_line(ours, sizeof(ours), format, __VA_ARGS__);         \
                                                                                                 \
		assert_int_equal(length, snprintf(theirs, sizeof(theirs), format, __VA_ARGS__)); \
		assert_string_equal(ours, theirs);                                               \
	} while (0)

/* One conversion with its flags and width, of values of each length; then a word, to see that the arguments keep step. */
static void compare_numbers(const char *flags, const char *width, bool star, int columns, char letter)
{
	static const uint64_t values[] = { 0, 1, 42, UINT64_MAX, INT64_MAX, (uint64_t)INT64_MIN, 0x123456789abcdefull };
	static const char *const longs[] = { "", "l", "ll", "z" };
	char format[32];
	size_t i, l;

	for (l = 0; l < sizeof(longs) / sizeof(longs[0]); l++) {
		snprintf(format, sizeof(format), "[%%%s%s%s%c] %%s", flags, width, longs[l], letter);
		for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			if (l == 0 && star)
				BOTH(format, columns, (unsigned int)values[i], "next");
			else if (l == 0)
				BOTH(format, (unsigned int)values[i], "next");
			else if (l == 1 && star)
				BOTH(format, columns, (unsigned long)values[i], "next");
			else if (l == 1)
				BOTH(format, (unsigned long)values[i], "next");
			else if (l == 2 && star)
				BOTH(format, columns, (unsigned long long)values[i], "next");
			else if (l == 2)
				BOTH(format, (unsigned long long)values[i], "next");
			else if (star)
				BOTH(format, columns, (size_t)values[i], "next");
			else
				BOTH(format, (size_t)values[i], "next");
		}
	}
}

static void compare_texts(const char *flags, const char *width, bool star, int columns)
{
	char format[32];

	snprintf(format, sizeof(format), "[%%%s%ss] [%%%s%sc] %%d%%%%", flags, width, flags, width);
	if (star)
		BOTH(format, columns, "some", columns, 'c', 7);
	else
		BOTH(format, "some", 'c', 7);
}

/* Each conversion that line.h names, with each flag, each way to give a width, each length modifier. */
static void test_every_conversion(void **state)
{
	static const char *const flags[] = { "", "-", "0", "-0", "0-" };
	static const char *const widths[] = { "", "1", "5", "20" };
	static const int columns[] = { 0, 1, 5, 24, -1, -24 };
	size_t f, w, letter;

	for (f = 0; f < 5; f++) {
		for (letter = 0; letter < 3; letter++) {
			for (w = 0; w < 4; w++)
				compare_numbers(flags[f], widths[w], false, 0, "dux"[letter]);
			for (w = 0; w < 6; w++)
				compare_numbers(flags[f], "*", true, columns[w], "dux"[letter]);
		}
		if (strchr(flags[f], '0')) /* means nothing for a text */
			continue;
		for (w = 0; w < 4; w++)
			compare_texts(flags[f], widths[w], false, 0);
		for (w = 0; w < 6; w++)
			compare_texts(flags[f], "*", true, columns[w]);
	}
}
#undef BOTH
#pragma GCC diagnostic pop

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
		cmocka_unit_test(test_every_conversion),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
