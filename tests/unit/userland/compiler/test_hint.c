/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_hint.c - hints after errors: every word of other languages has one, names that are near, none with compat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <dtrace.h>

static const char *const words[] = {
#define DT_WORD(word, language, instead) word,
#include "../../../../spec/words.def"
#undef DT_WORD
};

static dtrace_hdl_t *handle(void)
{
	int error;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &error);

	assert_non_null(dtp);
	dtrace_setopt(dtp, "nolibs", NULL);
	return dtp;
}

/* What is said of a program that does not compile; "" of one that does. */
static const char *said(dtrace_hdl_t *dtp, const char *text)
{
	if (dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL))
		return "";
	return dtrace_errmsg(dtp, dtrace_errno(dtp));
}

/* As a variable, a function, a statement or a probe: at least one of them is an error, with the hint. */
static void test_words(void **state)
{
	static const char *const places[] = { "BEGIN { trace(%s); }", "BEGIN { %s(1); }", "BEGIN { %s (x) { } }",
					      "%s:x { }" };
	dtrace_hdl_t *dtp = handle();

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		char text[128], hint[128];
		bool found = false;

		snprintf(hint, sizeof(hint), "\nhint: %s is a word of ", words[i]);
		for (size_t place = 0; place < sizeof(places) / sizeof(places[0]); place++) {
			snprintf(text, sizeof(text), places[place], words[i]);
			found |= strstr(said(dtp, text), hint) != NULL;
		}
		if (!found)
			fail_msg("%s: no hint", words[i]);
	}
	dtrace_close(dtp);
}

static void check_said(const char *text, const char *part)
{
	dtrace_hdl_t *dtp = handle();
	const char *got = said(dtp, text);

	if (!strstr(got, part))
		fail_msg("%s: said %s", text, got);
	dtrace_close(dtp);
}

static void test_near(void **state)
{
	(void)state;
	check_said("BEGIN { trace(exename); }", ": did you mean execname?\n");
	check_said("BEGIN { trace(strlne(execname)); }", ": did you mean strlen?\n");
	check_said("BEGIN { trace($targte); }", ": did you mean $target?\n");
	check_said("struct point { int width; }; BEGIN { trace(((struct point *)0)->widht); }",
		   ": did you mean width?\n");
	check_said("struct point { struct { int width; }; }; BEGIN { trace(((struct point *)0)->widht); }",
		   ": did you mean width?\n");
	check_said("struct point_of_line { int x; }; BEGIN { trace(sizeof(struct point_of_lien)); }",
		   ": did you mean struct point_of_line?\n");
	check_said("typedef int my_number_t; BEGIN { trace((my_numbr_t)1); }", ": did you mean my_number_t?\n");
	/* a name that has nothing to do with any other */
	check_said("struct point { int width; }; BEGIN { trace(((struct point *)0)->zq); }", "no member 'zq'\n");
	/* two letters of the five before _t are too many */
	check_said("typedef int xmode_t; BEGIN { trace((xnodq_t)1); }", "unknown type 'xnodq_t'\n");
}

static void test_option(void **state)
{
	dtrace_hdl_t *dtp = handle();

	(void)state;
	assert_int_equal(dtrace_setopt(dtp, "bufsiz", "4m"), -1);
	assert_string_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)), "Invalid option name: did you mean bufsize?");
	assert_int_equal(dtrace_setopt(dtp, "errtag", NULL), -1);
	assert_string_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)), "Invalid option name: did you mean errtags?");
	assert_int_equal(dtrace_setopt(dtp, "nothinglikeit", NULL), -1);
	assert_string_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)), "Invalid option name");
	dtrace_close(dtp);
}

/* With compat a lineage's texts are everything that is said; warnings are none. */
static void test_compat(void **state)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_prog_t *prog;

	(void)state;
	assert_non_null(strstr(said(dtp, "BEGIN { trace(kstack); }"), "\nhint: "));
	prog = dtrace_program_strcompile(dtp, "BEGIN / x = 1 / { }", DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(prog);
	assert_string_equal(dtrace_program_warnings(prog),
			    "line 1: this predicate assigns: = is an assignment, == compares\n"
			    "BEGIN / x = 1 / { }\n"
			    "        ^");
	prog = dtrace_program_strcompile(dtp, "BEGIN / y = 1, x == 1 / { }", DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(prog);
	assert_string_equal(dtrace_program_warnings(prog), "");
	assert_int_equal(dtrace_setopt(dtp, "compat", NULL), 0); /* illumos */
	assert_null(strstr(said(dtp, "BEGIN { trace(kstack); }"), "hint"));
	assert_null(strstr(said(dtp, "BEGIN { trace(exename); }"), "did you mean"));
	assert_null(strstr(said(dtp, "BEGIN { trace(strlne(\"a\")); }"), "did you mean"));
	assert_null(strstr(said(dtp, "BEGIN { trace($targte); }"), "did you mean"));
	assert_null(strstr(said(dtp, "BEGIN { trace((uint32_tt)1); }"), "did you mean"));
	assert_int_equal(dtrace_setopt(dtp, "bufsiz", "4m"), -1);
	assert_string_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)), "Invalid option name");
	prog = dtrace_program_strcompile(dtp, "BEGIN / x = 1 / { }", DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(prog);
	assert_string_equal(dtrace_program_warnings(prog), "");
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_near),
		cmocka_unit_test(test_option),
		cmocka_unit_test(test_compat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
