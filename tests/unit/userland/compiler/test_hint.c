/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_hint.c - hints after errors: every word of other languages has one, names that are near, none with compat. */
#include <ctype.h>
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
#define DT_PROBE_WORD(...)
#define DT_WORD(word, language, instead) word,
#include "../../../../spec/words.def"
#undef DT_WORD
#undef DT_PROBE_WORD
};

static const char *const probe_words[] = {
#define DT_PROBE_WORD(word, language, instead) word,
#define DT_WORD(...)
#include "../../../../spec/words.def"
#undef DT_WORD
#undef DT_PROBE_WORD
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
					      "BEGIN { x = 1; trace(x %s 2); }" };
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

/* As what a description begins with, and nowhere else. */
static void test_probe_words(void **state)
{
	dtrace_hdl_t *dtp = handle();

	(void)state;
	for (size_t i = 0; i < sizeof(probe_words) / sizeof(probe_words[0]); i++) {
		char text[128], hint[128];

		snprintf(hint, sizeof(hint), "\nhint: %s is a word of bpftrace: ", probe_words[i]);
		snprintf(text, sizeof(text), "%s:1 { }", probe_words[i]);
		if (!strstr(said(dtp, text), hint))
			fail_msg("%s: no hint", text);
		snprintf(text, sizeof(text), "BEGIN, %s:x { }", probe_words[i]);
		if (!strstr(said(dtp, text), hint))
			fail_msg("%s: no hint", text);
		snprintf(text, sizeof(text), "BEGIN { trace(%s); }", probe_words[i]);
		if (strstr(said(dtp, text), "is a word of"))
			fail_msg("%s: a hint", text);
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

static bool is_letter(char chr)
{
	return isalnum((unsigned char)chr) || chr == '_';
}

/* Whether a page has a word in `code`. */
static bool page_has(const char *page, const char *word)
{
	size_t length = strlen(word);
	bool in_code = false;

	for (const char *at = page; *at; at++) {
		if (*at == '`')
			in_code = !in_code;
		else if (in_code && !is_letter(at[-1]) && strncmp(at, word, length) == 0 && !is_letter(at[length]))
			return true;
	}
	return false;
}

/* docs/coming-from.md is word by word: what the errors know of bpftrace is there. */
static void test_page(void **state)
{
	static const struct {
		const char *word, *language;
	} all[] = {
#define DT_PROBE_WORD(word, language, instead) { word, language },
#define DT_WORD(word, language, instead)       { word, language },
#include "../../../../spec/words.def"
#undef DT_WORD
#undef DT_PROBE_WORD
	};
	static char page[1 << 18];
	FILE *file = fopen(COMING_FROM, "r");

	(void)state;
	assert_non_null(file);
	assert_true(fread(page, 1, sizeof(page) - 1, file) > 1000);
	fclose(file);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (strcmp(all[i].language, "bpftrace") == 0 && !page_has(page, all[i].word))
			fail_msg("%s is not in docs/coming-from.md", all[i].word);
	}
}

/* Words in the forms that people write them in. */
static void test_forms(void **state)
{
	static const struct {
		const char *program, *said;
	} forms[] = {
		{ "uprobe:/bin/bash:readline { trace(1); }", "hint: uprobe is a word of bpftrace" },
		{ "u:/bin/bash:readline { trace(1); }", "hint: u is a word of bpftrace" },
		{ "u:/lib/libc.so.6:malloc { trace(1); }", "hint: u is a word of bpftrace" },
		{ "/* ours */ uprobe:./a.out:main { trace(1); }", "hint: uprobe is a word of bpftrace" },
		{ "BEGIN { } uretprobe:/bin/bash:readline { trace(1); }", "hint: uretprobe is a word of bpftrace" },
		{ "usdt:/bin/true:tick { }", "hint: usdt is a word of bpftrace" },
		{ "t:syscalls:sys_enter_openat { }", "hint: t is a word of bpftrace: write sdt::GROUP:NAME" },
		{ "k:vfs_read { }", "hint: k is a word of bpftrace: write fbt::FUNCTION:entry" },
		{ "kr:vfs_read { }", "hint: kr is a word of bpftrace: write fbt::FUNCTION:return" },
		{ "profile:hz:99 { }", "hint: profile:hz is a word of bpftrace: write profile-99" },
		{ "interval:s:1 { }", "hint: interval is a word of bpftrace: write tick-1s" },
		{ "BEGIN { x[pid] = 1; delete x[pid]; }", "hint: delete is a word of bpftrace" },
		{ "BEGIN { @x[tid] = count(); delete(@x[tid]); }", "hint: delete is a word of bpftrace" },
		{ "BEGIN { unroll(5) { trace(1); } }", "hint: unroll is a word of bpftrace" },
		{ "BEGIN { let $x = 1; }", "hint: let is a word of bpftrace" },
		{ "BEGIN { var x = 1; }", "hint: var is a word of JavaScript" },
		{ "BEGIN { if (1) { } elif (2) { } }", "hint: elif is a word of Python: write else if" },
		{ "BEGIN { x[1] = 1; foreach (p in x) { } }", "hint: foreach is a word of SystemTap" },
		{ "BEGIN { x[1] = 1; for (p in x) { } }", "hint: for is a word of C" },
		{ "BEGIN /pid == 1 and tid == 1/ { }", "hint: and is a word of Python: write &&" },
		{ "BEGIN /pid == 1 or tid == 1/ { }", "hint: or is a word of Python: write ||" },
		{ "BEGIN { trace(hist(5)); }", "hint: hist is a word of bpftrace" },
		{ "BEGIN { trace(argv[0]); }", "hint: argv is a word of C" },
		{ "BEGIN { trace(len(execname)); }", "hint: len is a word of bpftrace: write strlen(text)" },
		{ "BEGIN { trace(now()); }", "hint: now is a word of SQL" },
		{ "BEGIN { @ = average(1); }", "hint: average is a word of SQL: write avg(value)" },
		{ "BEGIN { @x = count(); sort(@x); }", "hint: sort is a word of Python" },
		{ "BEGIN { trace(strcmp(execname, \"a\")); }", "undefined function name: strcmp\n" },
		{ "BEGIN { trace(kstack(5)); }", "undefined function name: kstack\n" },
		{ "BEGIN { trace(sprintf(\"a\")); }", "undefined function name: sprintf\n" },
		{ "BEGIN { println(\"a\"); }", "undefined function name: println\n" },
		{ "BEGIN { trace(strerr(2)); }", "did you mean strerror?" },
		{ "BEGIN { trace((u_int32)2); }", "did you mean u_int32_t?" },
		{ "BEGIN { trace(EPREM); }", "did you mean EPERM?" },
		{ "BEGIN { trace(SIGKIL); }", "did you mean SIGKILL?" },
		{ "inline int LIMIT_OF_ALL = 5; BEGIN { trace(LIMIT_OF_AL); }", "did you mean LIMIT_OF_ALL?" },
		{ "enum e { FIRST_OF_E }; BEGIN { trace(FRIST_OF_E); }", "did you mean FIRST_OF_E?" },
		{ "BEGIN { trace(substr(\"a\")); }",
		  "hint: it is declared as string substr(const char *, int, [int]): what is in [] may be left out" },
		{ "BEGIN { trace(rand(1)); }", "hint: it is declared as int rand()" },
		{ "BEGIN { trace(copyin(1)); }", "hint: it is declared as void *copyin(uintptr_t, size_t)" },
	};
	dtrace_hdl_t *dtp = handle();

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const char *got = said(dtp, forms[i].program);

		if (!strstr(got, forms[i].said))
			fail_msg("%s: said %s", forms[i].program, got);
	}
	dtrace_close(dtp);
}

/* The same words where they are a program's own, or where they are not what is wrong. */
static void test_no_word(void **state)
{
	static const char *const programs[] = {
		"BEGIN { time = 1 2; }",     "BEGIN { next[1] = 2 3; }",   "BEGIN { x = 1; trace(x; }",
		"syscall:::/pid = = 1/ { }", "BEGIN { trace(2 * *pid); }",
	};
	dtrace_hdl_t *dtp = handle();

	(void)state;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		const char *got = said(dtp, programs[i]);

		if (!*got || strstr(got, "is a word of") || strstr(got, "path in it") || strstr(got, "powers"))
			fail_msg("%s: said %s", programs[i], got);
	}
	dtrace_close(dtp);
}

static void test_byte_order_mark(void **state)
{
	dtrace_hdl_t *dtp = handle();
	FILE *file = tmpfile();

	(void)state;
	assert_string_equal(said(dtp, "\xef\xbb\xbf"
				      "BEGIN { trace(1); }"),
			    "");
	assert_non_null(file);
	fputs("\xef\xbb\xbf#!/usr/sbin/dtrace -s\nBEGIN { trace(1); }\n", file);
	rewind(file);
	if (!dtrace_program_fcompile(dtp, file, 0, 0, NULL))
		fail_msg("said %s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	fclose(file);
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
	assert_null(strstr(said(dtp, "dtrace:::BEGNI { }"), "did you mean"));
	assert_null(strstr(said(dtp, "dtrace::BEGIN { }"), "did you mean"));
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
		cmocka_unit_test(test_words),   cmocka_unit_test(test_probe_words),
		cmocka_unit_test(test_page),    cmocka_unit_test(test_forms),
		cmocka_unit_test(test_no_word), cmocka_unit_test(test_byte_order_mark),
		cmocka_unit_test(test_near),    cmocka_unit_test(test_option),
		cmocka_unit_test(test_compat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
