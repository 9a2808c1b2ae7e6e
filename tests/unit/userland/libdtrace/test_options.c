/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_options.c - option values of every kind, errors, and what may change while tracing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dtrace/option.h>

#include "fake_engine.h"

static int setup(void **state)
{
	*state = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);
	return *state ? 0 : -1;
}

static int teardown(void **state)
{
	dtrace_close(*state);
	return 0;
}

static void check_value(dtrace_hdl_t *dtp, const char *option, const char *value, int64_t wanted)
{
	int64_t got;

	if (dtrace_setopt(dtp, option, value) != 0)
		fail_msg("%s=%s: %s", option, value ? value : "(none)", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	assert_int_equal(dtrace_getopt(dtp, option, &got), 0);
	if (got != wanted)
		fail_msg("%s=%s gave %lld", option, value ? value : "(none)", (long long)got);
}

static void check_error(dtrace_hdl_t *dtp, const char *option, const char *value, int error)
{
	if (dtrace_setopt(dtp, option, value) != -1)
		fail_msg("%s=%s was accepted", option, value ? value : "(none)");
	assert_int_equal(dtrace_errno(dtp), error);
}

static void test_sizes(void **state)
{
	dtrace_hdl_t *dtp = *state;

	check_value(dtp, "bufsize", "512", 512);
	check_value(dtp, "bufsize", "4k", 4096);
	check_value(dtp, "bufsize", "4K", 4096);
	check_value(dtp, "aggsize", "3m", 3 << 20);
	check_value(dtp, "dynvarsize", "1g", 1 << 30);
	check_value(dtp, "specsize", "1t", 1ll << 40);
	check_value(dtp, "strsize", "0x10", 16);
	check_error(dtp, "bufsize", "-1", EDT_BADOPTVAL);
	check_error(dtp, "bufsize", "4q", EDT_BADOPTVAL);
	check_error(dtp, "bufsize", "4kk", EDT_BADOPTVAL);
	check_error(dtp, "bufsize", "", EDT_BADOPTVAL);
	check_error(dtp, "bufsize", NULL, EDT_BADOPTVAL);
	check_error(dtp, "bufsize", "9999999999999999999", EDT_BADOPTVAL);
	check_error(dtp, "bufsize", "9000000000000t", EDT_BADOPTVAL);
}

static void test_rates(void **state)
{
	dtrace_hdl_t *dtp = *state;

	check_value(dtp, "switchrate", "10", 10);
	check_value(dtp, "switchrate", "10ns", 10);
	check_value(dtp, "switchrate", "10nsec", 10);
	check_value(dtp, "switchrate", "3us", 3000);
	check_value(dtp, "switchrate", "3usec", 3000);
	check_value(dtp, "aggrate", "2ms", 2000000);
	check_value(dtp, "aggrate", "2msec", 2000000);
	check_value(dtp, "aggrate", "1s", 1000000000);
	check_value(dtp, "aggrate", "1sec", 1000000000);
	check_value(dtp, "aggrate", "1m", 60000000000ll);
	check_value(dtp, "aggrate", "1min", 60000000000ll);
	check_value(dtp, "aggrate", "1h", 3600000000000ll);
	check_value(dtp, "aggrate", "1hour", 3600000000000ll);
	check_value(dtp, "aggrate", "1d", 86400000000000ll);
	check_value(dtp, "aggrate", "1day", 86400000000000ll);
	check_value(dtp, "cleanrate", "101hz", 9900990);
	check_value(dtp, "statusrate", "4hz", 250000000);
	check_error(dtp, "switchrate", "0hz", EDT_BADOPTVAL);
	check_error(dtp, "switchrate", "10parsecs", EDT_BADOPTVAL);
	check_error(dtp, "switchrate", "-5ms", EDT_BADOPTVAL);
}

static void test_words(void **state)
{
	static const char *const on[] = { "yes", "enable", "enabled", "true", "on", "set" };
	static const char *const off[] = { "no", "disable", "disabled", "false", "off", "unset" };
	dtrace_hdl_t *dtp = *state;

	check_value(dtp, "quiet", NULL, 0);
	for (size_t i = 0; i < 6; i++) {
		check_value(dtp, "quiet", on[i], 1);
		check_value(dtp, "quiet", off[i], DTRACEOPT_UNSET);
	}
	check_value(dtp, "quiet", "", 0);
	assert_int_equal(ldt_option(dtp, LDT_OPT_QUIET), 1);
	check_error(dtp, "quiet", "maybe", EDT_BADOPTVAL);
	check_value(dtp, "stackframes", "7", 7);
	check_error(dtp, "stackframes", "-7", EDT_BADOPTVAL);
	check_value(dtp, "bufpolicy", "ring", DTRACE_BUFPOLICY_RING);
	check_value(dtp, "bufpolicy", "fill", DTRACE_BUFPOLICY_FILL);
	check_value(dtp, "bufpolicy", "switch", DTRACE_BUFPOLICY_SWITCH);
	check_error(dtp, "bufpolicy", "round", EDT_BADOPTVAL);
	check_value(dtp, "bufresize", "manual", DTRACE_BUFRESIZE_MANUAL);
	check_error(dtp, "bufresize", "never", EDT_BADOPTVAL);
	check_error(dtp, "nosuchoption", NULL, EDT_BADOPTNAME);
	assert_string_equal(dtrace_errmsg(dtp, EDT_BADOPTNAME), "Invalid option name");
	assert_string_equal(dtrace_errmsg(dtp, EDT_BADOPTVAL), "Invalid value for specified option");
}

static void check_says(dtrace_hdl_t *dtp, const char *option, const char *value, const char *expected)
{
	const char *text, *at;

	if (dtrace_setopt(dtp, option, value) != -1)
		fail_msg("%s=%s was accepted", option, value ? value : "(none)");
	text = dtrace_errmsg(dtp, dtrace_errno(dtp));
	at = strstr(text, ": expected ");
	if (!at || strcmp(at + strlen(": expected "), expected) != 0)
		fail_msg("%s=%s: %s", option, value ? value : "(none)", text);
}

/* The message about a bad value says which ones are good: a row for each kind of value. */
static void test_expected(void **state)
{
	static const struct {
		const char *option, *value, *expected;
	} rows[] = {
		{ "bufsize", "abc", "a number of bytes, perhaps with k, m, g or t" },
		{ "switchrate", "often", "a rate or time, such as 10hz, 100ms or 5s" },
		{ "stackframes", "-1", "a number that is not negative" },
		{ "quiet", "maybe", "nothing, or yes or no" },
		{ "bufpolicy", "round", "one of ring, fill, switch" },
		{ "bufpolicy", "swich", "one of ring, fill, switch; did you mean switch?" },
		{ "bufresize", NULL, "one of auto, manual" },
		{ "strsize", "0", "1 to 1m" },
		{ "zone", "other", "global" },
		{ "lockmem", "", "a text" },
		{ "flowall", "yes", "no value: its name alone sets it" },
		{ "knodefs", "yes", "no value: its name alone sets it" },
		{ "json", "yes", "no value: its name alone sets it" },
		{ "cpphdrs", "yes", "no value: its name alone sets it" },
		{ "strip", "yes", "no value: its name alone sets it" },
		{ "columns", "wide", "nothing, or yes or no" },
		{ "compat", "sun", "one of illumos, oracle" },
		{ "encoding", "utf-8", "one of ascii, utf8; did you mean utf8?" },
		{ "evaltime", "never", "one of exec, preinit, postinit, main" },
		{ "late", NULL, "one of static, dynamic" },
		{ "linkmode", "x", "one of kernel, primary, dynamic, static" },
		{ "linktype", "x", "one of elf, dof" },
		{ "oformat", "jsn", "one of text, json, csv, folded, speedscope; did you mean json?" },
		{ "stackkeys", "x", "one of frames, labels" },
		{ "usdt", "x", "one of notes, dof" },
		{ "core", "", "a text" },
		{ "ctfpath", "", "a file" },
		{ "ctypes", NULL, "a file" },
		{ "libdir", "", "a folder" },
		{ "define", NULL, "a name, or name=value" },
		{ "undef", "", "a name" },
		{ "amin", "Great", "name/data/class, such as Stable/Stable/Common" },
		{ "iregs", "900", "a number from 1 to 8" },
		{ "disasm", "x", "a number that is not negative" },
		{ "dump", "everything", "some of tokens,ast,dif,dof" },
		{ "maxdepth", "0", "a number from 1 to 65535" },
		{ "toprows", "x", "a number from 1 to 4294967295" },
		{ "pidsites", "0", "a number from 1 to 4294967295" },
		{ "pidwait", "1us", "a time from 1ms to 10s" },
		{ "stdc", "q", "a, c, s or t" },
		{ "version", "9.9", "a version of D from 1.0 to 2.0, such as 1.13" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_says(*state, rows[i].option, rows[i].value, rows[i].expected);
}

static void test_compile_time(void **state)
{
	static const char *const flags[] = { "aggpercpu", "argref",  "debug", "defaultargs", "droptags",
					     "empty",     "errtags", "kdefs", "knodefs",     "lazyload",
					     "nolibs",    "pspec",   "strip", "udefs",       "unodefs",
					     "verbose",   "zdefs",   "cpp",   "cpphdrs" };
	dtrace_hdl_t *dtp = *state;

	for (size_t i = 0; i < DT_ARRAY_SIZE(flags); i++) {
		if (dtrace_setopt(dtp, flags[i], NULL) != 0)
			fail_msg("-x %s: %s", flags[i], dtrace_errmsg(dtp, dtrace_errno(dtp)));
		check_error(dtp, flags[i], "1", EDT_BADOPTVAL);
	}
	assert_true(dtp->copts.errtags && dtp->copts.empty && dtp->copts.droptags && dtp->copts.zdefs);
	assert_false(dtp->copts.kdefs);
	assert_int_equal(dtrace_setopt(dtp, "amin", "Evolving/Stable/ISA"), 0);
	assert_int_equal(dtp->copts.amin.name, DTRACE_STABILITY_EVOLVING);
	assert_int_equal(dtp->copts.amin.dclass, DTRACE_CLASS_ISA);
	check_error(dtp, "amin", "Evolving/Stable", EDT_BADOPTVAL);
	assert_int_equal(dtrace_setopt(dtp, "version", "1.6.3"), 0);
	assert_int_equal(dtp->copts.version, 1u << 24 | 6u << 12 | 3);
	check_error(dtp, "version", "1.6.9", EDT_VERSION);
	assert_int_equal(dtrace_setopt(dtp, "evaltime", "main"), 0);
	check_error(dtp, "evaltime", "never", EDT_BADOPTVAL);
	assert_int_equal(dtrace_setopt(dtp, "define", "X=1"), 0);
	assert_int_equal(dtrace_setopt(dtp, "undef", "Y"), 0);
	assert_int_equal(dtrace_setopt(dtp, "incdir", "/usr/include"), 0);
	assert_int_equal(dtp->copts.cpp_arg_count, 4);
	assert_string_equal(dtp->copts.cpp_args[1], "-DX=1");
	assert_string_equal(dtp->copts.cpp_args[3], "-I/usr/include");
	check_error(dtp, "iregs", "9", EDT_BADOPTVAL);
	assert_int_equal(dtrace_setopt(dtp, "iregs", "4"), 0);
	assert_int_equal(dtrace_setopt(dtp, "dump", "dif,ast"), 0);
	assert_true(dtp->copts.dump_dif && dtp->copts.dump_ast && !dtp->copts.dump_dof);
	check_error(dtp, "dump", "everything", EDT_BADOPTVAL);
	assert_int_equal(dtrace_setopt(dtp, "compat", "oracle"), 0);
	assert_true(dtp->copts.oracle_compat);
	check_error(dtp, "stdc", "z", EDT_BADOPTVAL);
	assert_int_equal(dtrace_setopt(dtp, "tree", "0"), 0);
	assert_false(dtp->copts.dump_ast);
	assert_int_equal(dtrace_setopt(dtp, "tree", "2"), 0);
	assert_true(dtp->copts.dump_ast);
	check_error(dtp, "tree", "-1", EDT_BADOPTVAL);
	check_error(dtp, "tree", "1x", EDT_BADOPTVAL);
	check_error(dtp, "tree", NULL, EDT_BADOPTVAL);
}

static void test_defaults(void **state)
{
	dtrace_hdl_t *dtp = *state;
	int64_t value;

	assert_int_equal(ldt_option(dtp, LDT_OPT_STRSIZE), 256);
	assert_int_equal(ldt_option(dtp, LDT_OPT_SWITCHRATE), 1000000000);
	assert_int_equal(ldt_option(dtp, LDT_OPT_STACKINDENT), 14);
	assert_int_equal(ldt_option(dtp, LDT_OPT_QUIET), 0);
	assert_int_equal(ldt_option(dtp, LDT_OPT_BUFPOLICY), DTRACE_BUFPOLICY_SWITCH);
	assert_int_equal(dtrace_getopt(dtp, "strsize", &value), 0);
	assert_int_equal(value, DTRACEOPT_UNSET);
}

static void test_active(void **state)
{
	static const char *const dynamic[] = { "flowindent", "quiet",   "rawbytes", "aggsortkey",
					       "aggsortrev", "agghist", "aggpack",  "aggzoom" };
	dtrace_hdl_t *dtp = *state;

	dtp->active = true;
	check_error(dtp, "bufsize", "1m", EDT_ACTIVE);
	check_error(dtp, "strsize", "1k", EDT_ACTIVE);
	check_error(dtp, "destructive", NULL, EDT_ACTIVE);
	check_error(dtp, "zdefs", NULL, EDT_ACTIVE);
	assert_string_equal(dtrace_errmsg(dtp, EDT_ACTIVE), "Operation illegal when tracing is active");
	for (size_t i = 0; i < DT_ARRAY_SIZE(dynamic); i++)
		assert_int_equal(dtrace_setopt(dtp, dynamic[i], NULL), 0);
	assert_int_equal(dtrace_setopt(dtp, "switchrate", "10hz"), 0);
	assert_int_equal(dtrace_setopt(dtp, "aggrate", "10hz"), 0);
	assert_int_equal(dtrace_setopt(dtp, "aggsortpos", "1"), 0);
	assert_int_equal(dtrace_setopt(dtp, "stackindent", "2"), 0);
	dtp->active = false;
}

/* flowindent implies temporal, unless temporal is set, before or after; and not any more while tracing. */
static void test_flow_is_temporal(void **state)
{
	static const struct {
		const char *option[2], *value[2];
		bool temporal;
	} cases[] = {
		{ { "flowindent", "quiet" }, { NULL, NULL }, true },
		{ { "flowindent", "flowindent" }, { NULL, "no" }, false },
		{ { "flowindent", "temporal" }, { NULL, "no" }, false },
		{ { "temporal", "flowindent" }, { "no", NULL }, false },
		{ { "temporal", "flowindent" }, { NULL, "no" }, true },
		{ { "quiet", "quiet" }, { NULL, NULL }, false },
	};
	dtrace_hdl_t *dtp = *state;

	for (size_t i = 0; i < DT_ARRAY_SIZE(cases); i++) {
		dtp->options[LDT_OPT_TEMPORAL] = dtp->options[LDT_OPT_FLOWINDENT] = LDT_OPT_UNSET;
		dtp->temporal_set = false;
		for (size_t j = 0; j < 2; j++)
			assert_int_equal(dtrace_setopt(dtp, cases[i].option[j], cases[i].value[j]), 0);
		assert_int_equal(ldt_option(dtp, LDT_OPT_TEMPORAL), cases[i].temporal);
	}
	dtp->active = true;
	assert_int_equal(dtrace_setopt(dtp, "flowindent", NULL), 0);
	assert_int_equal(ldt_option(dtp, LDT_OPT_TEMPORAL), 0);
	dtp->active = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_sizes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rates, setup, teardown),
		cmocka_unit_test_setup_teardown(test_expected, setup, teardown),
		cmocka_unit_test_setup_teardown(test_words, setup, teardown),
		cmocka_unit_test_setup_teardown(test_compile_time, setup, teardown),
		cmocka_unit_test_setup_teardown(test_defaults, setup, teardown),
		cmocka_unit_test_setup_teardown(test_active, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flow_is_temporal, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
