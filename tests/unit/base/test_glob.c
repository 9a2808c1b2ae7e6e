/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_glob.c - matching texts with patterns. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/glob.h"

static void globs(void **unused)
{
	static const struct {
		const char *pattern, *text;
		bool match;
	} cases[] = {
		{ "", "", true },
		{ "", "a", false },
		{ "a", "", false },
		{ "*", "", true },
		{ "**", "abc", true },
		{ "a*", "a", true },
		{ "a*", "ba", false },
		{ "*a", "bca", true },
		{ "*a", "bcab", false },
		{ "a*b*c", "a--b--b-c", true },
		{ "a*b*c", "a--c--b", false },
		{ "vfs_*", "vfs_read", true },
		{ "?", "", false },
		{ "?", "x", true },
		{ "??", "x", false },
		{ "a?c", "abc", true },
		{ "[abc]", "b", true },
		{ "[abc]", "d", false },
		{ "[a-c]x", "bx", true },
		{ "[a-c]x", "dx", false },
		{ "[!a-c]", "d", true },
		{ "[!a-c]", "b", false },
		{ "[]]", "]", true },
		{ "[!]]", "]", false },
		{ "[!]]", "x", true },
		{ "[a-]", "-", true },
		{ "[a-]", "b", false },
		{ "[", "[", true },
		{ "[a", "[a", true },
		{ "[a", "a", false },
		{ "\\*", "*", true },
		{ "\\*", "x", false },
		{ "\\[a]", "[a]", true },
		{ "[\\]]", "]", true },
		{ "a\\", "a\\", true },
		{ "*[0-9]", "tick-10", true },
		{ "*[0-9]", "tick-10ms", false },
		{ "[[]", "[", true },
		{ "*\xff*",
		  "a\xff"
		  "b",
		  true },
		{ "[\x80-\xff]", "\xc0", true },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (dt_glob_match(cases[i].pattern, cases[i].text) != cases[i].match)
			fail_msg("glob '%s' on '%s'", cases[i].pattern, cases[i].text);
	}
}

/* A pattern that makes recursive matchers take for ever. */
static void no_explosion(void **unused)
{
	char pattern[192], text[192];
	size_t i;

	for (i = 0; i + 2 < sizeof(pattern); i += 2)
		memcpy(pattern + i, "a*", 2);
	pattern[i] = 'b';
	pattern[i + 1] = '\0';
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_false(dt_glob_match(pattern, text));
}

static void kinds(void **unused)
{
	assert_true(dt_glob_special("a\\b"));
	assert_false(dt_glob_special("tick-1s"));
	assert_true(dt_glob_plain("vfs_read"));
	assert_false(dt_glob_plain("") || dt_glob_plain("vfs_*") || dt_glob_plain("vfs_rea?") ||
		     dt_glob_plain("[v]fs"));
	assert_true(dt_glob_excludes("vfs_read", "vfs_write"));
	assert_false(dt_glob_excludes("vfs_read", "vfs_read") || dt_glob_excludes("", "x") ||
		     dt_glob_excludes("a*", "x"));
}

static void all(void **unused)
{
	assert_true(dt_glob_all(""));
	assert_true(dt_glob_all("*"));
	assert_true(dt_glob_all("**"));
	assert_false(dt_glob_all("*a"));
	assert_false(dt_glob_all("?"));
	assert_false(dt_glob_all("a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all),
		cmocka_unit_test(globs),
		cmocka_unit_test(no_explosion),
		cmocka_unit_test(kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
