/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_rules.c - from a row of call frames to a rule: what can be said, and what cannot; numbers of rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "unwind/rules.h"

/* Two CPUs that do not exist: 8 bytes a word and a link register; 4 bytes and none. */
static const struct cpu wide = { .machine = 1, .word = 8, .sp = 31, .fp = 29, .ra = 30, .link = -16 };
static const struct cpu narrow = { .machine = 2, .word = 4, .sp = 4, .fp = 5, .ra = 8 };

#define REGISTER(number, plus)                              \
	{                                                   \
		LDT_ELF_VALUE_REGISTER, (number), (plus), 0 \
	}
#define LOAD(number, plus, words)                             \
	{                                                     \
		LDT_ELF_VALUE_LOAD, (number), (plus), (words) \
	}
#define FRAME(plus)                               \
	{                                         \
		LDT_ELF_VALUE_FRAME, 0, (plus), 0 \
	}
#define SAME(number)                               \
	{                                          \
		LDT_ELF_VALUE_SAME, (number), 0, 0 \
	}
#define UNDEFINED                                \
	{                                        \
		LDT_ELF_VALUE_UNDEFINED, 0, 0, 0 \
	}
#define OTHER                                \
	{                                    \
		LDT_ELF_VALUE_OTHER, 0, 0, 0 \
	}

struct row {
	const char *what;
	const struct cpu *cpu;
	struct ldt_elf_value cfa, ra, fp;
	struct dtrace_unwind_rule rule; /* all 0: none can be said */
};

static const struct row rows[] = {
	{ "leaf",
	  &wide,
	  REGISTER(31, 0),
	  SAME(30),
	  SAME(29),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 0), DTRACE_UNWIND_RA_LINK, DTRACE_UNWIND_FP_SAME } },
	{ "frame",
	  &wide,
	  REGISTER(31, 69696),
	  FRAME(-69688),
	  FRAME(-69696),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 69696), -8711, -8712 } },
	{ "by fp",
	  &narrow,
	  REGISTER(5, 8),
	  FRAME(-4),
	  FRAME(-8),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_FP, 0, 8), -1, -2 } },
	{ "below fp",
	  &narrow,
	  REGISTER(5, -8),
	  FRAME(-4),
	  SAME(5),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_FP, 0, -8), -1, DTRACE_UNWIND_FP_SAME } },
	{ "aligned",
	  &narrow,
	  LOAD(5, -8, 0),
	  FRAME(-4),
	  LOAD(5, 0, 0),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_FP_LOAD, 0, -8), -1, DTRACE_UNWIND_FP_AT_FP } },
	{ "aligned by sp",
	  &wide,
	  LOAD(31, 152, 8),
	  FRAME(-8),
	  FRAME(-16),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP_LOAD, 1, 152), -1, -2 } },
	{ "signal",
	  &narrow,
	  LOAD(4, 28, 0),
	  LOAD(4, 56, 0),
	  LOAD(4, 24, 0),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SIGNAL, 0, 28), 14, 6 } },
	{ "linkage table",
	  &narrow,
	  { LDT_ELF_VALUE_PLT, 4, 4, 11 },
	  FRAME(-4),
	  SAME(5),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_PLT, 0, 11), -1, DTRACE_UNWIND_FP_SAME } },
	{ "end", &wide, REGISTER(31, 0), UNDEFINED, SAME(29), { DTRACE_UNWIND_CFA(DTRACE_UNWIND_END, 0, 0), 0, 0 } },
	{ "end by another register",
	  &wide,
	  REGISTER(7, 0),
	  UNDEFINED,
	  OTHER,
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_END, 0, 0), 0, 0 } },
	{ "fp elsewhere",
	  &wide,
	  REGISTER(31, 16),
	  FRAME(-8),
	  OTHER,
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 16), -1, DTRACE_UNWIND_FP_LOST } },
	{ "fp undefined",
	  &wide,
	  REGISTER(31, 16),
	  FRAME(-8),
	  UNDEFINED,
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 16), -1, DTRACE_UNWIND_FP_LOST } },
	{ "fp at another address in fp",
	  &narrow,
	  LOAD(5, -8, 0),
	  FRAME(-4),
	  LOAD(5, 4, 0),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_FP_LOAD, 0, -8), -1, DTRACE_UNWIND_FP_LOST } },
	{ "fp not aligned",
	  &wide,
	  REGISTER(31, 16),
	  FRAME(-8),
	  FRAME(-12),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 16), -1, DTRACE_UNWIND_FP_LOST } },
	{ "largest",
	  &wide,
	  REGISTER(31, DTRACE_UNWIND_OFFSET_MAX),
	  FRAME(8 * DTRACE_UNWIND_WORDS_MIN),
	  FRAME(8 * DTRACE_UNWIND_WORDS_MAX),
	  { DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, DTRACE_UNWIND_OFFSET_MAX), DTRACE_UNWIND_WORDS_MIN,
	    DTRACE_UNWIND_WORDS_MAX } },

	{ "nothing", &wide, OTHER, OTHER, OTHER, { 0, 0, 0 } },
	{ "nothing of the CFA, and undefined", &wide, OTHER, UNDEFINED, SAME(29), { 0, 0, 0 } },
	{ "another register", &wide, REGISTER(7, 0), FRAME(-8), SAME(29), { 0, 0, 0 } },
	{ "CFA too far", &wide, REGISTER(31, DTRACE_UNWIND_OFFSET_MAX + 1), FRAME(-8), SAME(29), { 0, 0, 0 } },
	{ "CFA too far below", &wide, REGISTER(31, DTRACE_UNWIND_OFFSET_MIN - 1), FRAME(-8), SAME(29), { 0, 0, 0 } },
	{ "too much to add", &wide, LOAD(31, 0, 8 * (DTRACE_UNWIND_MORE_MAX + 1)), FRAME(-8), SAME(29), { 0, 0, 0 } },
	{ "less than none to add", &wide, LOAD(31, 0, -8), FRAME(-8), SAME(29), { 0, 0, 0 } },
	{ "no words to add", &wide, LOAD(31, 0, 4), FRAME(-8), SAME(29), { 0, 0, 0 } },
	{ "return address not aligned", &wide, REGISTER(31, 16), FRAME(-4), SAME(29), { 0, 0, 0 } },
	{ "return address too far",
	  &wide,
	  REGISTER(31, 16),
	  FRAME(8 * (DTRACE_UNWIND_WORDS_MIN - 1)),
	  SAME(29),
	  { 0, 0, 0 } },
	{ "return address too far above",
	  &wide,
	  REGISTER(31, 16),
	  FRAME(8 * (DTRACE_UNWIND_WORDS_MAX + 1)),
	  SAME(29),
	  { 0, 0, 0 } },
	{ "return address in another register", &wide, REGISTER(31, 16), SAME(5), SAME(29), { 0, 0, 0 } },
	{ "return address in a register, where there is none", &narrow, REGISTER(4, 4), SAME(8), SAME(5), { 0, 0, 0 } },
	{ "return address by a register", &wide, REGISTER(31, 16), LOAD(31, 8, 0), SAME(29), { 0, 0, 0 } },
	{ "linkage table by fp", &narrow, { LDT_ELF_VALUE_PLT, 5, 4, 11 }, FRAME(-4), SAME(5), { 0, 0, 0 } },
	{ "linkage table with another distance",
	  &narrow,
	  { LDT_ELF_VALUE_PLT, 4, 8, 11 },
	  FRAME(-4),
	  SAME(5),
	  { 0, 0, 0 } },
	{ "signal, not aligned", &narrow, LOAD(4, 28, 0), LOAD(4, 57, 0), LOAD(4, 24, 0), { 0, 0, 0 } },
};

static void test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *row = &rows[i];
		struct ldt_elf_frame frame = { .cfa = row->cfa, .ra = row->ra, .fp = row->fp };
		struct dtrace_unwind_rule rule = { 1, 2, 3 };
		bool known = ldt_unwind_rule(row->cpu, &frame, &rule);

		if (known != (row->rule.cfa != 0) || memcmp(&rule, &row->rule, sizeof(rule)) != 0)
			fail_msg("%s: %s, 0x%x %d %d", row->what, known ? "a rule" : "none", rule.cfa, rule.ra,
				 rule.fp);
	}
}

static void test_numbers(void **state)
{
	struct dtrace_unwind_rule rule = { 0 };
	struct rules rules;
	uint32_t number;

	(void)state;
	assert_true(ldt_unwind_rules_open(&rules));
	assert_true(ldt_unwind_rules_number(&rules, &rule, &number));
	assert_int_equal(number, 0);
	for (uint32_t i = 1; i < DTRACE_UNWIND_RULES_MAX; i++) {
		rule = (struct dtrace_unwind_rule){ DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 8 * i), -1, 0 };
		assert_true(ldt_unwind_rules_number(&rules, &rule, &number));
		assert_int_equal(number, i);
	}
	rule.fp = 1; /* one too many */
	assert_false(ldt_unwind_rules_number(&rules, &rule, &number));
	rule.fp = 0;
	assert_true(ldt_unwind_rules_number(&rules, &rule, &number));
	assert_int_equal(number, DTRACE_UNWIND_RULES_MAX - 1);
	rule.cfa = DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 8);
	assert_true(ldt_unwind_rules_number(&rules, &rule, &number));
	assert_int_equal(number, 1);
	ldt_unwind_rules_close(&rules);
}

/* Refused: no ELF file, a file without text, a file for an unknown CPU. */
static void test_refusals(void **state)
{
	struct ldt_unwind unwind;
	const char *why = "";

	(void)state;
	assert_false(ldt_unwind_of_image("none", 4, &unwind, &why));
	assert_null(why);
	assert_false(ldt_unwind_of_fd(-1, &unwind, &why));
	assert_non_null(why);
	assert_null(ldt_unwind_cpu(62, 2));
	assert_null(ldt_unwind_cpu(1, 8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
