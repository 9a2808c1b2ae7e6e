/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_subr_string.c - subroutines on strings, numbers and paths, with their edge cases. */
#include "subr_bench.h"

static void test_strlen(void **state)
{
	assert_int_equal(number1(DIF_SUBR_STRLEN, ""), 0);
	assert_int_equal(number1(DIF_SUBR_STRLEN, "hello"), 5);
	build_begin(&b);
	build_push_value(&b, 0);
	faults(DIF_SUBR_STRLEN, DTRACEFLT_BADADDR, 0);
}

static void test_strjoin(void **state)
{
	assert_text(text2(DIF_SUBR_STRJOIN, "foo", "bar"), "foobar");
	assert_text(text2(DIF_SUBR_STRJOIN, "", ""), "");
	assert_text(text2(DIF_SUBR_STRJOIN, "x", ""), "x");
	assert_int_equal(strlen(text2(DIF_SUBR_STRJOIN, long_text(200), long_text(200))), BUILD_STRSIZE - 1);
}

static void test_case(void **state)
{
	assert_text(text1(DIF_SUBR_TOUPPER, "azZ09{`\xe4"), "AZZ09{`\xe4");
	assert_text(text1(DIF_SUBR_TOLOWER, "aAZ09[@\xc4"), "aaz09[@\xc4");
	assert_text(text1(DIF_SUBR_TOLOWER, ""), "");
}

static const char *substr2(const char *text, int64_t start)
{
	begin_call();
	build_push_string(&b, text);
	build_push_value(&b, (uint64_t)start);
	return text_of(DIF_SUBR_SUBSTR);
}

static const char *substr3(const char *text, int64_t start, int64_t count)
{
	begin_call();
	build_push_string(&b, text);
	build_push_value(&b, (uint64_t)start);
	build_push_value(&b, (uint64_t)count);
	return text_of(DIF_SUBR_SUBSTR);
}

static void test_substr(void **state)
{
	assert_text(substr2("foobar", 3), "bar");
	assert_text(substr2("foobar", 0), "foobar");
	assert_text(substr2("foobar", 6), "");
	assert_text(substr2("foobar", 7), "");
	assert_text(substr2("foobar", -2), "ar");
	assert_text(substr2("foobar", -6), "foobar");
	assert_text(substr2("foobar", -9), "foobar");
	assert_text(substr3("foobar", 1, 2), "oo");
	assert_text(substr3("foobar", 1, 0), "");
	assert_text(substr3("foobar", 1, 100), "oobar");
	assert_text(substr3("foobar", 1, -1), "ooba");
	assert_text(substr3("foobar", 1, -5), "");
	assert_text(substr3("foobar", 1, -6), "");
	assert_text(substr3("foobar", -3, 2), "ba");
	assert_text(substr3("foobar", -8, 3), "f");
	assert_text(substr3("foobar", -8, 2), "");
	assert_text(substr3("foobar", -8, -1), "fooba");
	assert_text(substr3("foobar", INT64_MIN, INT64_MAX), "foobar");
	assert_text(substr3("foobar", INT64_MAX, INT64_MAX), "");
	assert_text(substr3("foobar", 2, INT64_MIN), "");
	assert_text(substr3("", 0, 5), "");
}

static void test_strchr(void **state)
{
	assert_text(text_char(DIF_SUBR_STRCHR, "foobar", 'o'), "oobar");
	assert_text(text_char(DIF_SUBR_STRRCHR, "foobar", 'o'), "obar");
	assert_text(text_char(DIF_SUBR_STRCHR, "foobar", 'f'), "foobar");
	assert_null(text_char(DIF_SUBR_STRCHR, "foobar", 'x'));
	assert_null(text_char(DIF_SUBR_STRRCHR, "foobar", 'x'));
	assert_null(text_char(DIF_SUBR_STRRCHR, "", 'x'));
	assert_text(text_char(DIF_SUBR_STRCHR, "foobar", 0), "");
	assert_text(text_char(DIF_SUBR_STRRCHR, "foobar", 0), "");
	assert_text(text_char(DIF_SUBR_STRCHR, "a\xff", -1), "\xff");
}

static void test_strstr(void **state)
{
	assert_text(text2(DIF_SUBR_STRSTR, "foobarbar", "bar"), "barbar");
	assert_text(text2(DIF_SUBR_STRSTR, "foo", ""), "foo");
	assert_text(text2(DIF_SUBR_STRSTR, "", ""), "");
	assert_null(text2(DIF_SUBR_STRSTR, "foo", "fooo"));
	assert_null(text2(DIF_SUBR_STRSTR, "foo", "x"));
	assert_text(text2(DIF_SUBR_STRSTR, "aaab", "aab"), "aab");
}

static void test_index(void **state)
{
	assert_int_equal(number2(DIF_SUBR_INDEX, "foobarbar", "bar"), 3);
	assert_int_equal(number2(DIF_SUBR_INDEX, "foo", "x"), -1);
	assert_int_equal(number2(DIF_SUBR_INDEX, "foo", ""), 0);
	assert_int_equal(number2(DIF_SUBR_INDEX, "", ""), 0);
	assert_int_equal(number2(DIF_SUBR_INDEX, "", "a"), -1);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foobarbar", "bar", 4), 6);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foobarbar", "bar", 7), -1);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foobarbar", "bar", -5), 3);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foo", "", 2), 2);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foo", "", 20), 3);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foo", "", -20), 0);
	assert_int_equal(number3(DIF_SUBR_INDEX, "foo", "f", INT64_MAX), -1);
}

static void test_rindex(void **state)
{
	assert_int_equal(number2(DIF_SUBR_RINDEX, "foobarbar", "bar"), 6);
	assert_int_equal(number2(DIF_SUBR_RINDEX, "foo", "x"), -1);
	assert_int_equal(number2(DIF_SUBR_RINDEX, "foo", ""), 3);
	assert_int_equal(number2(DIF_SUBR_RINDEX, "", ""), 0);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foobarbar", "bar", 6), 6);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foobarbar", "bar", 5), 3);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foobarbar", "bar", 2), -1);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foobarbar", "foo", -1), -1);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foo", "", 1), 1);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foo", "", -1), 0);
	assert_int_equal(number3(DIF_SUBR_RINDEX, "foo", "o", INT64_MIN), -1);
}

/* Several clauses of one firing: the place is kept. */
static void test_strtok(void **state)
{
	static const char *const expected[] = { "usr", "share", "man", NULL, NULL };

	assert_text(text2(DIF_SUBR_STRTOK, "///usr//share/man/", "/"), "usr");
	for (unsigned int i = 1; i < DT_ARRAY_SIZE(expected); i++)
		assert_text(strtok_next("/"), expected[i]);
	assert_text(text2(DIF_SUBR_STRTOK, "a b,c", " "), "a");
	/* the separator that ended a token is not consumed: other separators next time see it, as in the illumos
	 * lineage */
	assert_text(strtok_next(","), " b");
	assert_text(strtok_next(","), "c");
	assert_text(strtok_next(","), NULL);
	assert_text(text2(DIF_SUBR_STRTOK, "whole", ""), "whole");
	assert_text(strtok_next(""), NULL);
	assert_text(text2(DIF_SUBR_STRTOK, "", ","), NULL);
	assert_text(text2(DIF_SUBR_STRTOK, ",,,", ","), NULL);
	assert_text(strtok_next(","), NULL);
	assert_text(text2(DIF_SUBR_STRTOK, "x\xff\x80y", "\x80\xff"), "x");
	assert_text(strtok_next("\x80\xff"), "y");
}

static const char *lltostr(uint64_t number, int base)
{
	begin_call();
	build_push_value(&b, number);
	if (base)
		build_push_value(&b, (uint64_t)base);
	return text_of(DIF_SUBR_LLTOSTR);
}

static void test_lltostr(void **state)
{
	assert_text(lltostr(0, 0), "0");
	assert_text(lltostr(1234567890123ull, 0), "1234567890123");
	assert_text(lltostr((uint64_t)-5, 0), "-5");
	assert_text(lltostr((uint64_t)INT64_MIN, 0), "-9223372036854775808");
	assert_text(lltostr(INT64_MAX, 10), "9223372036854775807");
	assert_text(lltostr(UINT64_MAX, 16), "0xffffffffffffffff");
	assert_text(lltostr(8, 8), "010");
	assert_text(lltostr(UINT64_MAX, 2), "1111111111111111111111111111111111111111111111111111111111111111");
	assert_text(lltostr(35, 36), "z");
	build_begin(&b);
	build_push_value(&b, 5);
	build_push_value(&b, 37);
	faults(DIF_SUBR_LLTOSTR, DTRACEFLT_ILLOP, 37);
	build_begin(&b);
	build_push_value(&b, 5);
	build_push_value(&b, 1);
	faults(DIF_SUBR_LLTOSTR, DTRACEFLT_ILLOP, 1);
}

static int64_t strtoll_base(const char *text, int base)
{
	begin_call();
	build_push_string(&b, text);
	build_push_value(&b, (uint64_t)base);
	return (int64_t)value_of(DIF_SUBR_STRTOLL);
}

static void test_strtoll(void **state)
{
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "1234"), 1234);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, " \t\n-12x"), -12);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "+7"), 7);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, ""), 0);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "x"), 0);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "-"), 0);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "9223372036854775807"), INT64_MAX);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "9223372036854775808"), INT64_MAX);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "-9223372036854775808"), INT64_MIN);
	assert_int_equal(number1(DIF_SUBR_STRTOLL, "-99999999999999999999"), INT64_MIN);
	assert_int_equal(strtoll_base("0xff", 16), 255);
	assert_int_equal(strtoll_base("fF", 16), 255);
	assert_int_equal(strtoll_base("0x", 16), 0);
	assert_int_equal(strtoll_base("778", 8), 63);
	assert_int_equal(strtoll_base("zz", 36), 35 * 36 + 35);
	assert_int_equal(strtoll_base("-1012", 2), -5);
	build_begin(&b);
	build_push_string(&b, "1");
	build_push_value(&b, 0);
	faults(DIF_SUBR_STRTOLL, DTRACEFLT_ILLOP, 0);
}

static void test_basename(void **state)
{
	static const char *const paths[][3] = {
		/* path, basename, dirname */
		{ "", ".", "." },
		{ "/", "/", "/" },
		{ "//", "/", "/" },
		{ "usr", "usr", "." },
		{ "/usr", "usr", "/" },
		{ "/usr/lib", "lib", "/usr" },
		{ "usr/lib", "lib", "usr" },
		{ "usr/", "usr", "." },
		{ "/usr/", "usr", "/" },
		{ "/usr//lib//", "lib", "/usr" },
		{ ".", ".", "." },
		{ "..", "..", "." },
		{ "//a", "a", "/" },
		{ "a//b//c", "c", "a//b" },
		{ "/a/b/", "b", "/a" },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(paths); i++) {
		assert_text(text1(DIF_SUBR_BASENAME, paths[i][0]), paths[i][1]);
		assert_text(text1(DIF_SUBR_DIRNAME, paths[i][0]), paths[i][2]);
	}
}

static void test_cleanpath(void **state)
{
	static const char *const paths[][2] = {
		{ "", "" },
		{ "/", "/" },
		{ "//", "/" },
		{ "foo", "foo" },
		{ "/foo/bar", "/foo/bar" },
		{ "/foo///bar//", "/foo/bar/" },
		{ "/foo/./bar/././baz", "/foo/bar/baz" },
		{ "/foo/../bar", "/bar" },
		{ "/foo/bar/../../baz", "/baz" },
		{ "/foo/bar/..", "/foo/" },
		{ "/foo/..", "/" },
		{ "/..", "/" },
		{ "/../../foo", "/foo" },
		{ "../foo", "../foo" },
		{ "../../foo", "../../foo" },
		{ "./foo", "./foo" },
		{ "/foo/...", "/foo/..." },
		{ "/foo/.bar/..baz", "/foo/.bar/..baz" },
		{ "foo/bar/../baz", "foo/baz" },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(paths); i++)
		assert_text(text1(DIF_SUBR_CLEANPATH, paths[i][0]), paths[i][1]);
}

/* Strings of the kernel, over the end of a window and of a page. */
static void test_kernel_strings(void **state)
{
	char page[FAKE_PAGE];
	uint64_t addr;

	memset(page, 'k', sizeof(page));
	memcpy(page + sizeof(page) - 100, "/kernel/path/", 13);
	memcpy(page + sizeof(page) - 5, "/end", 5);
	fake_kernel(page, sizeof(page));
	fake_kernel_hole(1);
	addr = fake_kernel_page(1) - 100;
	begin_call();
	build_push_address(&b, DIF_TYPE_STRING, addr, 0);
	assert_int_equal(value_of(DIF_SUBR_STRLEN), 99);
	begin_call();
	build_push_address(&b, DIF_TYPE_STRING, addr, 0);
	assert_text(text_of(DIF_SUBR_BASENAME), "end");
	begin_call();
	build_push_address(&b, DIF_TYPE_STRING, addr, 0);
	build_push_string(&b, "/end");
	assert_int_equal(value_of(DIF_SUBR_INDEX), 95);
	begin_call();
	build_push_address(&b, DIF_TYPE_STRING, addr, 0);
	build_push_value(&b, 'k');
	assert_int_equal(value_of(DIF_SUBR_STRRCHR), addr + 94);
}

/* Each result takes what it needs of scratch; when that is not there, the fault says so. */
static void test_scratch_runs_out(void **state)
{
	static const unsigned int one[] = { DIF_SUBR_BASENAME, DIF_SUBR_DIRNAME, DIF_SUBR_CLEANPATH, DIF_SUBR_TOUPPER };

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(one); i++) {
		build_begin(&b);
		build_setx(&b, 1, BUILD_SCRATCH - 8);
		build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
		build_push_string(&b, "/longer/than/eight_bytes");
		faults(one[i], DTRACEFLT_NOSCRATCH, 0);
		build_begin(&b);
		build_setx(&b, 1, BUILD_SCRATCH - 4);
		build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
		build_push_string(&b, "/longer/..");
		faults(one[i], DTRACEFLT_NOSCRATCH, 0);
	}
	build_begin(&b);
	build_setx(&b, 1, BUILD_SCRATCH - 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_push_string(&b, "seven..");
	build_push_string(&b, "");
	assert_text(text_of(DIF_SUBR_STRJOIN), "seven..");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_strlen),    TEST(test_strjoin),        TEST(test_case),
		TEST(test_substr),    TEST(test_strchr),         TEST(test_strstr),
		TEST(test_index),     TEST(test_rindex),         TEST(test_strtok),
		TEST(test_lltostr),   TEST(test_strtoll),        TEST(test_basename),
		TEST(test_cleanpath), TEST(test_kernel_strings), TEST(test_scratch_runs_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
