/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_line.c - printf() by steps: which formats have them; that they print what the long way and the C library do. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/line.h"
#include "consumer/pieces.h"
#include "consumer/print.h"
#include "fake_engine.h"

#define SIGNED ((uint64_t)DTRACE_EXPR_SIGNED << 32)
#define STRING 40 /* bytes of a string's record */

static struct fake *fake;

static int setup(void **state)
{
	*state = fake_open(&fake);
	return 0;
}

static int teardown(void **state)
{
	fake_close(*state, fake);
	return 0;
}

/* A statement of printf() with one value. */
struct printed {
	dtrace_recdesc_t rec;
	struct ldt_value value;
	struct ldt_statement statement;
	struct ldt_format *format;
};

static void printed_init(struct printed *printed, dtrace_hdl_t *dtp, const char *format, uint32_t size, uint64_t arg)
{
	const char *why;

	*printed = (struct printed){ .rec = { .action = DTRACEACT_PRINTF, .size = size, .offset = 16, .arg = arg } };
	printed->value.rec = &printed->rec;
	printed->statement =
		(struct ldt_statement){ .values = &printed->value, .value_count = 1, .kind = DTRACEACT_PRINTF };
	printed->format = ldt_format_parse(dtp, format, &why);
	assert_non_null(printed->format);
}

/* Both ways, malloc'ed. */
static void print(struct printed *printed, dtrace_hdl_t *dtp, const char *data, char *texts[2])
{
	struct ldt_format_args args = { .values = &printed->value, .value_count = 1 };
	struct ldt_line *line = ldt_line_make(&printed->statement, printed->format);
	size_t size;
	FILE *out;

	assert_non_null(line);
	printed->value.data = data + printed->rec.offset;
	out = open_memstream(&texts[0], &size);
	ldt_line_print(line, data, out);
	fclose(out);
	out = open_memstream(&texts[1], &size);
	assert_int_equal(ldt_format_print(dtp, out, printed->format, &args), 0);
	fclose(out);
	ldt_line_destroy(line);
}

static void expect(dtrace_hdl_t *dtp, const char *format, uint32_t size, uint64_t arg, const char *data,
		   const char *wanted)
{
	struct printed printed;
	char *texts[2];

	printed_init(&printed, dtp, format, size, arg);
	print(&printed, dtp, data, texts);
	if (strcmp(texts[0], wanted) != 0 || strcmp(texts[1], wanted) != 0)
		fail_msg("\"%s\": by steps [%s], the long way [%s], not [%s]", format, texts[0], texts[1], wanted);
	free(texts[0]);
	free(texts[1]);
	ldt_format_destroy(printed.format);
}

/* Every number of digits of both signs, and what is at the ends. */
static int64_t number_at(unsigned int index)
{
	uint64_t power = 1;

	for (unsigned int i = 0; i < index / 4; i++)
		power *= 10;
	switch (index % 4) {
	case 0:
		return (int64_t)power;
	case 1:
		return (int64_t)(power - 1);
	case 2:
		return -(int64_t)power;
	default:
		return (int64_t)(0x8000000000000000ull >> (index / 4 % 64)) - (index / 64);
	}
}

static void expect_number(dtrace_hdl_t *dtp, int64_t number, uint32_t size, const char *conv)
{
	int shift = 64 - 8 * (int)size;
	int64_t is = (int64_t)((uint64_t)number << shift) >> shift;
	uint64_t natural = (uint64_t)number << shift >> shift;
	char data[24], format[16], spec[24], wanted[128];
	char letter = conv[strlen(conv) - 1];

	memcpy(data + 16, &number, sizeof(number));
	snprintf(format, sizeof(format), "<%s>\n", conv);
	snprintf(spec, sizeof(spec), "<%.*sll%c>\n", (int)strlen(conv) - 1, conv, letter == 'p' ? 'x' : letter);
	snprintf(wanted, sizeof(wanted), spec, letter == 'd' || letter == 'i' ? (uint64_t)is : natural);
	expect(dtp, format, size, SIGNED, data, wanted);
	if (letter != 'd' && letter != 'i')
		expect(dtp, format, size, 0, data, wanted);
}

static void test_numbers(void **state)
{
	static const char *const convs[] = { "%d",   "%i",   "%u",    "%x",   "%p",   "%5d",
					     "%-5d", "%30i", "%-30u", "%12x", "%-12x" };

	for (uint32_t size = 1; size <= 8; size *= 2) {
		for (size_t conv = 0; conv < DT_ARRAY_SIZE(convs); conv++) {
			for (unsigned int i = 0; i < 128; i++)
				expect_number(*state, number_at(i), size, convs[conv]);
		}
	}
}

/* %d of an unsigned type is the number, not its bits. */
static void test_unsigned(void **state)
{
	char data[24];

	memset(data, 0xff, sizeof(data));
	expect(*state, "%d", 8, 0, data, "18446744073709551615");
	expect(*state, "%d", 8, SIGNED, data, "-1");
	expect(*state, "%d", 4, 0, data, "4294967295");
	expect(*state, "%i", 2, 0, data, "65535");
}

static void test_strings(void **state)
{
	char data[16 + STRING], wanted[STRING + 1];

	memset(data, 'x', sizeof(data));
	memset(wanted, 'x', STRING);
	wanted[STRING] = '\0';
	expect(*state, "%s", STRING, 0, data, wanted); /* no byte of it ends it */
	data[16 + 3] = '\0';
	expect(*state, "%s", STRING, 0, data, "xxx");
	expect(*state, "%5s|", STRING, 0, data, "  xxx|");
	expect(*state, "%-5s|", STRING, 0, data, "xxx  |");
	expect(*state, "%2s|", STRING, 0, data, "xxx|");
	expect(*state, "%70s|", STRING, 0, data,
	       "                                                                   xxx|");
	data[16] = '\0';
	expect(*state, "a%sb", STRING, 0, data, "ab");
	expect(*state, "%3s", STRING, 0, data, "   ");
}

static bool has_line(dtrace_hdl_t *dtp, const char *format, dtrace_recdesc_t rec)
{
	struct printed printed;
	struct ldt_line *line;
	bool has;

	printed_init(&printed, dtp, format, rec.size, rec.arg);
	printed.rec.action = rec.action ? rec.action : DTRACEACT_PRINTF;
	line = ldt_line_make(&printed.statement, printed.format);
	has = line != NULL;
	ldt_line_destroy(line);
	ldt_format_destroy(printed.format);
	return has;
}

/* What the long way alone knows. */
static void test_others(void **state)
{
	static const char *const others[] = { "%05d", "%+d", "% d", "%'d", "%#x", "%.3d", "%*d",   "%?p",
					      "%o",   "%X",  "%c",  "%Y",  "%a",  "%@d",  "%d %d", "%*.*d" };
	dtrace_recdesc_t number = { .size = 8 }, odd = { .size = 3 }, string = { .size = STRING },
			 long_string = { .size = LDT_PIECES_SIZE }, symbol = { .size = 8, .action = DTRACEACT_SYM },
			 enumerator = { .size = 4, .arg = DTRACE_EXPR_ENUM(5) << 32 };

	assert_true(has_line(*state, "%d", number));
	assert_true(has_line(*state, "no value", number));
	for (size_t i = 0; i < DT_ARRAY_SIZE(others); i++) {
		if (has_line(*state, others[i], number))
			fail_msg("%s has a line", others[i]);
	}
	assert_false(has_line(*state, "%d", odd));
	assert_false(has_line(*state, "%u", odd));
	assert_false(has_line(*state, "%x", odd));
	assert_false(has_line(*state, "%d", symbol));
	assert_true(has_line(*state, "%s", string));
	assert_true(has_line(*state, "%s", long_string));
	assert_false(has_line(*state, "%s\n", long_string)); /* not in one call */
	assert_false(has_line(*state, "%2000d", number));
	assert_false(has_line(*state, "%.2s", string));
	assert_false(has_line(*state, "%ws", string));
	assert_false(has_line(*state, "%S", string));
	assert_false(has_line(*state, "%s", enumerator));
	assert_true(has_line(*state, "%d", enumerator));
}

/* ---- pieces: more than there is room for, in order */

static void test_pieces(void **state)
{
	size_t long_size = LDT_PIECES_SIZE * 2 + 1, size;
	char *long_text = malloc(long_size), *text;
	struct ldt_pieces pieces;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	memset(long_text, 'y', long_size);
	ldt_pieces_open(&pieces, out);
	for (int i = 0; i < 1000; i++) {
		ldt_pieces_decimal(&pieces, i, false, i < 100 ? 3 : 0);
		ldt_pieces_add(&pieces, "\n", 1);
	}
	ldt_pieces_add(&pieces, long_text, long_size);
	fputc('!', ldt_pieces_stream(&pieces));
	ldt_pieces_hex(&pieces, 255, -4);
	ldt_pieces_flush(&pieces);
	ldt_pieces_flush(&pieces);
	fclose(out);
	assert_int_equal(size, 4000 + long_size + 5);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(strtol(text + 4 * i, NULL, 10), i);
	assert_memory_equal(text + 4000, long_text, long_size);
	assert_string_equal(text + 4000 + long_size, "!ff  ");
	free(text);
	free(long_text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unsigned, setup, teardown),
		cmocka_unit_test_setup_teardown(test_strings, setup, teardown),
		cmocka_unit_test_setup_teardown(test_others, setup, teardown),
		cmocka_unit_test(test_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
