/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_table.c - tables of rules: each damage is refused with its own reason; maps; look-ups. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/errno.h"
#include "core/unwind/unwind.h"
#include "fake/unwind_sample.h"
#include "os/os.h"

#define TEXT 0x400000u

static const struct unwind_span spans[] = {
	{ TEXT + 0x100, UNWIND_RULE(DTRACE_UNWIND_SP, 0, 8, -1, DTRACE_UNWIND_FP_SAME) },
	{ TEXT + 0x104, UNWIND_RULE(DTRACE_UNWIND_FP, 0, 16, -1, -2) },
	{ TEXT + 0x110, UNWIND_RULE(DTRACE_UNWIND_NONE, 0, 0, 0, 0) },
	{ TEXT + 0xfff0, UNWIND_RULE(DTRACE_UNWIND_SP_LOAD, 3, 152, -1, DTRACE_UNWIND_FP_LOST) },
	{ TEXT + 0x10008, UNWIND_RULE(DTRACE_UNWIND_FP_LOAD, 0, -8, -1, DTRACE_UNWIND_FP_AT_FP) },
	{ TEXT + 0x20000, UNWIND_RULE(DTRACE_UNWIND_PLT, 0, 11, -1, DTRACE_UNWIND_FP_SAME) },
	{ TEXT + 0x20400, UNWIND_RULE(DTRACE_UNWIND_SIGNAL, 0, 160, 21, 15) },
	{ TEXT + 0x20410, UNWIND_RULE(DTRACE_UNWIND_SP, 0, 0, DTRACE_UNWIND_RA_LINK, DTRACE_UNWIND_FP_SAME) },
	{ TEXT + 0x2ffff, UNWIND_RULE(DTRACE_UNWIND_END, 0, 0, 0, 0) },
};
#define PAGES 4u

static struct {
	struct dtrace_unwind_header *header;
	struct dtrace_unwind_rule *rules;
	uint32_t *pages, *rows;
	size_t size;
} sample;

static int setup(void **state)
{
	(void)state;
	sample.header = unwind_sample(8, 8, TEXT, PAGES, spans, DT_ARRAY_SIZE(spans), &sample.size);
	sample.rules = unwind_sample_rules(sample.header);
	sample.pages = unwind_sample_pages(sample.header);
	sample.rows = unwind_sample_rows(sample.header);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	os_free(sample.header);
	return 0;
}

static void test_good(void **state)
{
	(void)state;
	assert_null(dt_unwind_refusal(sample.header, sample.size));
}

/* One change after the other, each taken back; the reason is that of this change. */
#define REFUSED(why, place, value)                                          \
	do {                                                                \
		__typeof__(place) before = (place);                         \
		const char *refusal;                                        \
                                                                            \
		(place) = (__typeof__(place))(value);                       \
		refusal = dt_unwind_refusal(sample.header, sample.size);    \
		assert_non_null(refusal);                                   \
		assert_string_equal(refusal, why);                          \
		(place) = before;                                           \
		assert_null(dt_unwind_refusal(sample.header, sample.size)); \
	} while (0)

static void test_header(void **state)
{
	(void)state;
	REFUSED("magic", sample.header->magic, 0);
	REFUSED("version", sample.header->version, 2);
	REFUSED("word", sample.header->word, 2);
	REFUSED("word", sample.header->word, 16);
	REFUSED("fallback", sample.header->fallback, DTRACE_UNWIND_FALLBACK_COUNT);
	REFUSED("rules", sample.header->rules, 0);
	REFUSED("rules", sample.header->rules, DTRACE_UNWIND_RULES_MAX + 1);
	REFUSED("pages", sample.header->pages, 0);
	REFUSED("pages", sample.header->pages, DTRACE_UNWIND_PAGES_MAX + 1);
	REFUSED("link", sample.header->link, 4);
	REFUSED("text", sample.header->text, TEXT + 0x1000);
	REFUSED("text", sample.header->text, 0xfffffffffffd0000u); /* the last page would be beyond the end */
	REFUSED("key", sample.header->key_size, DTRACE_UNWIND_KEY_MAX + 1);
	REFUSED("key", sample.header->key[0], 1); /* after the key's end */
	REFUSED("key", sample.header->key[DTRACE_UNWIND_KEY_MAX - 1], 1);
	REFUSED("size", sample.header->size, sample.size - 4);
	REFUSED("size", sample.header->rules, sample.header->rules + 1);
	REFUSED("size", sample.header->pages, sample.header->pages - 1);
	REFUSED("size", sample.header->rows, sample.header->rows + 1);
	REFUSED("size", sample.header->rows, 0xffffffffu);
	sample.header->text = 0xfffffffffffc0000u; /* the last four pages there are */
	assert_null(dt_unwind_refusal(sample.header, sample.size));
	sample.header->text = TEXT;
	sample.header->word = 4;
	REFUSED("text", sample.header->text, 0x100000000u);
	REFUSED("text", sample.header->text, 0xfffd0000u);
	sample.header->key_size = 20;
	sample.header->key[19] = 7;
	assert_null(dt_unwind_refusal(sample.header, sample.size));
}

static void test_sizes(void **state)
{
	(void)state;
	for (size_t size = 0; size < sample.size; size++)
		assert_string_equal(dt_unwind_refusal(sample.header, size), "size");
	assert_string_equal(dt_unwind_refusal(sample.header, sample.size + 1), "size");
	assert_string_equal(dt_unwind_refusal(sample.header, DTRACE_UNWIND_SIZE_MAX + 1), "size");
}

static void test_rules(void **state)
{
	(void)state;
	REFUSED("rule 0", sample.rules[0].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 8));
	REFUSED("rule", sample.rules[0].ra, 1);
	REFUSED("rule", sample.rules[9].fp, 1);
	REFUSED("rule", sample.rules[9].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_END, 0, 1));
	REFUSED("rule", sample.rules[1].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_BASE_COUNT, 0, 8));
	REFUSED("rule", sample.rules[1].cfa, DTRACE_UNWIND_CFA(15, 0, 8));
	REFUSED("rule", sample.rules[1].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 1, 8));
	REFUSED("rule", sample.rules[2].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_FP, 1, 8));
	REFUSED("rule", sample.rules[1].ra, 0x7ffe);
	REFUSED("rule", sample.rules[1].ra, DTRACE_UNWIND_WORDS_MAX + 1);
	REFUSED("rule", sample.rules[1].fp, DTRACE_UNWIND_WORDS_MAX + 1);
	REFUSED("rule", sample.rules[6].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_PLT, 0, 17));
	REFUSED("rule", sample.rules[6].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_PLT, 0, -1));
	REFUSED("rule", sample.rules[6].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_PLT, 1, 11));
	REFUSED("rule", sample.rules[7].ra, DTRACE_UNWIND_RA_LINK);
	REFUSED("rule", sample.rules[7].fp, DTRACE_UNWIND_FP_SAME);
	REFUSED("rule", sample.rules[7].cfa, DTRACE_UNWIND_CFA(DTRACE_UNWIND_SIGNAL, 2, 160));
	REFUSED("rule", sample.header->link, 0); /* a rule wants the link register */
	sample.rules[1].ra = sample.rules[1].fp = DTRACE_UNWIND_WORDS_MAX;
	sample.rules[2].ra = sample.rules[2].fp = DTRACE_UNWIND_WORDS_MIN;
	assert_null(dt_unwind_refusal(sample.header, sample.size));
}

static void test_rows(void **state)
{
	uint32_t last = sample.header->rows - 1;

	(void)state;
	REFUSED("page", sample.pages[0], 1);
	REFUSED("page", sample.pages[PAGES], last);
	REFUSED("page", sample.pages[1], 0);
	REFUSED("row order", sample.pages[1], sample.pages[2]);
	REFUSED("page", sample.pages[2], sample.header->rows + 1);
	REFUSED("page", sample.pages[2], 0xffffffffu);
	REFUSED("row order", sample.pages[1], sample.pages[1] + 1);
	REFUSED("row order", sample.rows[0], DTRACE_UNWIND_ROW(4, 0));
	REFUSED("row order", sample.rows[2], sample.rows[1]);
	REFUSED("row order", sample.rows[2], DTRACE_UNWIND_ROW(0xff, 1));
	REFUSED("row rule", sample.rows[1], DTRACE_UNWIND_ROW(0x100, sample.header->rules));
	REFUSED("row rule", sample.rows[last], DTRACE_UNWIND_ROW(0, 0xffff));
}

static void test_load(void **state)
{
	struct dt_unwind_table *table = NULL;

	(void)state;
	sample.header->magic++;
	assert_int_equal(dt_unwind_table_load(sample.header, sample.size, &table), -OS_EINVAL);
	assert_null(table);
	sample.header->magic--;
	assert_int_equal(dt_unwind_table_load(sample.header, sample.size, &table), 0);
	sample.header = NULL; /* the table's now */
	dt_unwind_table_hold(table);
	dt_unwind_table_put(table);
	dt_unwind_table_put(table);
	dt_unwind_table_put(NULL);
}

/* What the spans say, looked for without pages and rows. */
static const struct dtrace_unwind_rule *rule_by_spans(uint64_t addr)
{
	const struct dtrace_unwind_rule *rule = NULL;

	for (size_t i = 0; i < DT_ARRAY_SIZE(spans); i++) {
		if (spans[i].addr <= addr && addr < TEXT + (uint64_t)PAGES * DTRACE_UNWIND_PAGE)
			rule = &spans[i].rule;
	}
	return rule && DTRACE_UNWIND_BASE(rule) != DTRACE_UNWIND_NONE ? rule : NULL;
}

static void test_look_up(void **state)
{
	struct dt_unwind_table *table;
	const struct dtrace_unwind_rule *rule, *wanted;

	(void)state;
	assert_int_equal(dt_unwind_table_load(sample.header, sample.size, &table), 0);
	sample.header = NULL;
	for (uint64_t addr = TEXT - 64; addr < TEXT + (PAGES + 1) * DTRACE_UNWIND_PAGE; addr++) {
		rule = dt_unwind_rule(table, addr);
		wanted = rule_by_spans(addr);
		assert_true(wanted ? rule && !memcmp(rule, wanted, sizeof(*rule)) : !rule);
	}
	assert_null(dt_unwind_rule(table, 0));
	assert_null(dt_unwind_rule(table, ~(uint64_t)0));
	assert_null(dt_unwind_rule(table, TEXT - 1));
	dt_unwind_table_put(table);
}

static void test_map(void **state)
{
	struct dt_unwind_area areas[3] = { { .start = 0x1000, .end = 0x2000 },
					   { .start = 0x2000, .end = 0x3000 },
					   { .start = 0x8000, .end = 0x9000 } };
	struct dt_unwind_map *map = NULL;
	struct dt_unwind_table *table;

	(void)state;
	assert_int_equal(dt_unwind_table_load(sample.header, sample.size, &table), 0);
	sample.header = NULL;
	areas[0].table = areas[1].table = areas[2].table = table;
	areas[1].start = 0x1fff;
	assert_int_equal(dt_unwind_map_new(areas, 3, &map), -OS_EINVAL); /* overlap */
	areas[1].start = 0x3000;
	assert_int_equal(dt_unwind_map_new(areas, 3, &map), -OS_EINVAL); /* empty */
	areas[1].start = 0x2000;
	areas[2].start = 0x800;
	areas[2].end = 0x900;
	assert_int_equal(dt_unwind_map_new(areas, 3, &map), -OS_EINVAL); /* not sorted */
	assert_null(map);
	assert_int_equal(table->holders, 1);
	assert_int_equal(dt_unwind_map_new(areas, 2, &map), 0);
	assert_int_equal(table->holders, 3);
	dt_unwind_map_free(map);
	assert_int_equal(table->holders, 1);
	areas[1].table = NULL;
	assert_int_equal(dt_unwind_map_new(areas, 2, &map), 0);
	assert_int_equal(table->holders, 2);
	dt_unwind_map_free(map);
	assert_int_equal(table->holders, 1);
	assert_int_equal(dt_unwind_map_new(NULL, 0, &map), 0);
	dt_unwind_map_free(map);
	dt_unwind_map_free(NULL);
	dt_unwind_table_put(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_good, setup, teardown),
		cmocka_unit_test_setup_teardown(test_header, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sizes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rules, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(test_load, setup, teardown),
		cmocka_unit_test_setup_teardown(test_look_up, setup, teardown),
		cmocka_unit_test_setup_teardown(test_map, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
