/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_format.c - printf formats: what parses, what each conversion prints, for each size of argument. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/print.h"
#include "program/program.h"
#include "fake_engine.h"

static int setup(void **state)
{
	setenv("TZ", "UTC", 1);
	*state = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);
	((dtrace_hdl_t *)*state)->conf.word_size = 8;
	return *state ? 0 : -1;
}

static int teardown(void **state)
{
	dtrace_close(*state);
	return 0;
}

/* ---- parsing */

static void expect_bad(dtrace_hdl_t *dtp, const char *text, const char *what)
{
	const char *why = NULL;
	struct ldt_format *format = ldt_format_parse(dtp, text, &why);

	if (format)
		fail_msg("\"%s\" was accepted", text);
	if (!strstr(why, what) || !strstr(why, "format conversion #"))
		fail_msg("\"%s\": %s", text, why);
}

static void test_parse_errors(void **state)
{
	expect_bad(*state, "%", "#1 is not complete");
	expect_bad(*state, "%d %", "#2 is not complete");
	expect_bad(*state, "%n", "is not valid: %n");
	expect_bad(*state, "%1$d", "positional");
	expect_bad(*state, "%**d", "more than one '*'");
	expect_bad(*state, "%.*.*d", "more than one '.'");
	expect_bad(*state, "%.**d", "more than one '*'");
	expect_bad(*state, "%y", "is not valid");
	expect_bad(*state, "%lhd", "is not valid");
	expect_bad(*state, "%hld", "is not valid");
	expect_bad(*state, "%99999999d", "too large");
}

static void test_parse_pieces(void **state)
{
	const char *why;
	struct ldt_format *format = ldt_format_parse(*state, "a%%b%-08.3lld%@#xend%*.*s", &why);
	char *text;

	assert_non_null(format);
	assert_int_equal(format->conv_count, 4);
	assert_int_equal(format->arg_count, 4);
	assert_string_equal(format->conv[0].prefix, "a%b");
	assert_int_equal(format->conv[0].flags, LDT_CONV_LEFT | LDT_CONV_ZERO | LDT_CONV_HASPREC);
	assert_int_equal(format->conv[0].width, 8);
	assert_int_equal(format->conv[0].precision, 3);
	assert_string_equal(format->conv[0].size, "ll");
	assert_int_equal(format->conv[1].flags, LDT_CONV_AGG | LDT_CONV_ALT);
	assert_int_equal(format->conv[2].flags, LDT_CONV_DYNWIDTH | LDT_CONV_DYNPREC | LDT_CONV_HASPREC);
	assert_int_equal(format->conv[3].conv, 0);
	format->conv[0].is_unsigned = true;
	text = ldt_format_text(*state, format);
	assert_string_equal(text, "a%%b%-08.3llu%#@xend%*.*s");
	free(text);
	ldt_format_destroy(format);
}

/* ---- printing */

#define MAX_ARGS 4

struct arguments {
	dtrace_recdesc_t recs[MAX_ARGS];
	char data[MAX_ARGS][64];
	struct ldt_value values[MAX_ARGS];
	size_t count;
};

static void add(struct arguments *args, unsigned int action, const void *data, uint32_t size, uint64_t flags)
{
	size_t i = args->count++;

	args->recs[i] = (dtrace_recdesc_t){ .action = (uint16_t)action, .size = size };
	args->recs[i].arg = action == DTRACEACT_PRINTF ? flags << 32 : flags;
	memset(args->data[i], 0, sizeof(args->data[i]));
	memcpy(args->data[i], data, size);
	args->values[i] = (struct ldt_value){ .rec = &args->recs[i], .data = args->data[i] };
}

static void add_int(struct arguments *args, int64_t value, uint32_t size, bool is_signed)
{
	add(args, DTRACEACT_PRINTF, &value, size, is_signed ? DTRACE_EXPR_SIGNED : 0);
}

static void add_text(struct arguments *args, const char *text, uint32_t size)
{
	char padded[64] = "";

	memcpy(padded, text, DT_MIN(size, strlen(text)));
	add(args, DTRACEACT_PRINTF, padded, size, DTRACE_EXPR_STRING);
}

static void expect_print(dtrace_hdl_t *dtp, const char *text, struct arguments *args, const char *wanted)
{
	const char *why;
	struct ldt_format *format = ldt_format_parse(dtp, text, &why);
	struct ldt_format_args all = { .values = args ? args->values : NULL, .value_count = args ? args->count : 0 };
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	if (!format)
		fail_msg("\"%s\": %s", text, why);
	assert_int_equal(ldt_format_print(dtp, out, format, &all), 0);
	fclose(out);
	if (strcmp(got, wanted) != 0)
		fail_msg("\"%s\" printed \"%s\", not \"%s\"", text, got, wanted);
	free(got);
	ldt_format_destroy(format);
	if (args)
		args->count = 0;
}

static void expect_int(dtrace_hdl_t *dtp, const char *text, int64_t value, uint32_t size, bool is_signed,
		       const char *wanted)
{
	struct arguments args = { 0 };

	add_int(&args, value, size, is_signed);
	expect_print(dtp, text, &args, wanted);
}

static void test_integers(void **state)
{
	dtrace_hdl_t *dtp = *state;

	expect_int(dtp, "%d", -1, 8, true, "-1");
	expect_int(dtp, "%d", -1, 4, true, "-1");
	expect_int(dtp, "%d", -1, 2, true, "-1");
	expect_int(dtp, "%i", -1, 1, true, "-1");
	expect_int(dtp, "%d", -1, 8, false, "18446744073709551615");
	expect_int(dtp, "%d", -1, 4, false, "4294967295");
	expect_int(dtp, "%d", -1, 2, false, "65535");
	expect_int(dtp, "%d", -1, 1, false, "255");
	expect_int(dtp, "%u", -1, 4, true, "4294967295");
	expect_int(dtp, "%x", -1, 4, true, "ffffffff");
	expect_int(dtp, "%x", -1, 1, true, "ff");
	expect_int(dtp, "%X", 48879, 8, true, "BEEF");
	expect_int(dtp, "%o", 8, 8, true, "10");
	expect_int(dtp, "%#x", 255, 4, true, "0xff");
	expect_int(dtp, "%#o", 8, 4, true, "010");
	expect_int(dtp, "%p", 0x1234, 8, false, "1234");
	expect_int(dtp, "%#p", 0x1234, 8, false, "0x1234");
	expect_int(dtp, "%+d", 5, 4, true, "+5");
	expect_int(dtp, "% d", 5, 4, true, " 5");
	expect_int(dtp, "%05d", -5, 4, true, "-0005");
	expect_int(dtp, "%-5d|", 5, 4, true, "5    |");
	expect_int(dtp, "%.3d", 5, 4, true, "005");
	expect_int(dtp, "%?x", 0xff, 8, false, "              ff");
	expect_int(dtp, "%0?x", 0xff, 8, false, "00000000000000ff");
	expect_int(dtp, "%hhd %%", 5, 1, true, "5 %");
	expect_int(dtp, "%lld", INT64_MIN, 8, true, "-9223372036854775808");
}

static void test_dynamic(void **state)
{
	struct arguments args = { 0 };

	add_int(&args, 6, 4, true);
	add_int(&args, 42, 4, true);
	expect_print(*state, "%*d", &args, "    42");
	add_int(&args, -6, 4, true);
	add_int(&args, 42, 4, true);
	expect_print(*state, "%*d|", &args, "42    |");
	add_int(&args, 8, 4, true);
	add_int(&args, 2, 4, true);
	add_text(&args, "hello", 16);
	expect_print(*state, "%*.*s", &args, "      he");
}

static void test_characters(void **state)
{
	expect_int(*state, "%c", 'A', 1, true, "A");
	expect_int(*state, "%c", 'A', 4, true, "A");
	expect_int(*state, "%3c|", 'A', 4, true, "  A|");
	expect_int(*state, "%C", '\n', 4, true, "\\n");
	expect_int(*state, "%C", 'x', 4, true, "x");
	expect_int(*state, "%C", 1, 4, true, "\\001");
	expect_int(*state, "%C", 0, 4, true, "\\0");
	expect_int(*state, "%wc", 0xe9, 4, true, "\xc3\xa9");
	expect_int(*state, "%lc", 'q', 4, true, "q");
}

static void test_strings(void **state)
{
	static const uint32_t wide[] = { 'o', 0xe9, 0x20ac, 0 };
	struct arguments args = { 0 };

	add_text(&args, "hello", 16);
	expect_print(*state, "<%s>", &args, "<hello>");
	add_text(&args, "hello", 5);
	expect_print(*state, "<%s>", &args, "<hello>");
	add_text(&args, "hello", 16);
	expect_print(*state, "<%-8s>", &args, "<hello   >");
	add_text(&args, "hello", 16);
	expect_print(*state, "<%8.2s>", &args, "<      he>");
	add_text(&args, "", 16);
	expect_print(*state, "<%s>", &args, "<>");
	add_text(&args, "a\tb\"\\\x01", 16);
	expect_print(*state, "%S", &args, "a\\tb\\\"\\\\\\001");
	add(&args, DTRACEACT_PRINTF, wide, sizeof(wide), DTRACE_EXPR_BYREF);
	expect_print(*state, "%ws", &args, "o\xc3\xa9\xe2\x82\xac");
	expect_print(*state, "no arguments\n", NULL, "no arguments\n");
	expect_print(*state, "100%%", NULL, "100%");
}

static void test_times(void **state)
{
	/* 2006-01-02 15:04:05 UTC, a Monday. */
	expect_int(*state, "%Y", 1136214245000000000ll, 8, true, "2006 Jan  2 15:04:05");
	expect_int(*state, "%T", 1136214245000000000ll, 8, true, "Mon, 02 Jan 2006 15:04:05 UTC");
	expect_int(*state, "%22Y", 1136214245000000000ll, 8, true, "  2006 Jan  2 15:04:05");
}

static void test_floats(void **state)
{
	struct arguments args = { 0 };
	float f = 1.5f;
	double d = -2.25;

	add(&args, DTRACEACT_PRINTF, &f, sizeof(f), DTRACE_EXPR_BYREF);
	expect_print(*state, "%f", &args, "1.500000");
	add(&args, DTRACEACT_PRINTF, &d, sizeof(d), DTRACE_EXPR_BYREF);
	expect_print(*state, "%.2f", &args, "-2.25");
	add(&args, DTRACEACT_PRINTF, &d, sizeof(d), DTRACE_EXPR_BYREF);
	expect_print(*state, "%g", &args, "-2.25");
	add(&args, DTRACEACT_PRINTF, &d, sizeof(d), DTRACE_EXPR_BYREF);
	expect_print(*state, "%E", &args, "-2.250000E+00");
}

static void test_stack(void **state)
{
	uint64_t pcs[4] = { 0x10, 0x20, 0, 0x30 };
	struct arguments args = { 0 };

	add(&args, DTRACEACT_STACK, pcs, sizeof(pcs), 4);
	expect_print(*state, "s%k", &args, "s\n              0x10\n              0x20\n");
	add(&args, DTRACEACT_STACK, pcs, sizeof(pcs), 4);
	expect_print(*state, "%2k", &args, "\n  0x10\n  0x20\n");
	expect_int(*state, "%a", 0x10, 8, false, "0x10");
	expect_int(*state, "%A", 0x10, 8, false, "0x10");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_parse_errors, setup, teardown),
		cmocka_unit_test_setup_teardown(test_parse_pieces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_integers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_dynamic, setup, teardown),
		cmocka_unit_test_setup_teardown(test_characters, setup, teardown),
		cmocka_unit_test_setup_teardown(test_strings, setup, teardown),
		cmocka_unit_test_setup_teardown(test_times, setup, teardown),
		cmocka_unit_test_setup_teardown(test_floats, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stack, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
