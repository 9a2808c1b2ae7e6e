/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_metrics.c - values of series, their limit, and both texts of them; the header Accept; descriptions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "export/describe.h"
#include "export/export.h"
#include "export/metrics.h"
#include "export/serve.h"
#include "export/text.h"

struct world {
	struct metrics metrics;
	struct own own;
};

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	metrics_init(&world->metrics, 4);
	world->own = (struct own){ .version = "1", .engine = "host", .name = "a\"b" };
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	metrics_fini(&world->metrics);
	free(world);
	return 0;
}

/* With labels a, b, ...; a histogram has the bounds -5, 0, 7, and the last. */
static struct family *make(const char *name, unsigned int function, size_t labels)
{
	static const struct bound bounds[] = {
		{ .number = -5 }, { .number = 0 }, { .number = 7 }, { .is_last = true }
	};
	struct family *family = calloc(1, sizeof(*family));

	family->name = strdup(name);
	family->aggregation = strdup(name);
	family->help = strdup("one\ntwo \"\\");
	family->function = function;
	assert_true(family_kind(function, &family->kind));
	family->labels = calloc(labels + 1, sizeof(char *));
	for (family->label_count = 0; family->label_count < labels; family->label_count++) {
		char text[2] = { (char)('a' + family->label_count), '\0' };

		family->labels[family->label_count] = strdup(text);
	}
	family->word_count = family_words(function);
	if (family->kind == KIND_HISTOGRAM) {
		family->word_count = 4;
		family->bounds = malloc(sizeof(bounds));
		memcpy(family->bounds, bounds, sizeof(bounds));
	}
	return family;
}

static struct family *add(struct world *world, const char *name, unsigned int function, size_t labels)
{
	struct family *family = make(name, function, labels);

	assert_null(metrics_add(&world->metrics, family));
	return family;
}

static struct series *put(struct world *world, struct family *family, const char *label, const uint64_t *words)
{
	struct series *series =
		family_series(&world->metrics, family, label, family->label_count ? strlen(label) + 1 : 0);

	assert_non_null(series);
	series_add(family, series, words);
	return series;
}

static struct series *put_one(struct world *world, struct family *family, const char *label, int64_t word)
{
	return put(world, family, label, (uint64_t[]){ (uint64_t)word });
}

/* That the text has these lines, one after the other. */
static void expect(struct world *world, enum format format, const char *wanted)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	text_write(out, format, &world->metrics, &world->own);
	fclose(out);
	if (!strstr(text, wanted))
		fail_msg("not there: %s\nin: %s", wanted, text);
	free(text);
}

static void test_counter(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "reads", DTRACEAGG_SUM, 1);

	put_one(world, family, "x", 5);
	assert_int_equal(put_one(world, family, "x", 6)->words[0], 11);
	put_one(world, family, "\"\n\\", 1);
	family_clear(&world->metrics, family);
	assert_int_equal(family_keep(&world->metrics, family, 0), 0);
	expect(world, FORMAT_PROMETHEUS,
	       "# HELP reads_total one\\ntwo \"\\\\\n# TYPE reads_total counter\nreads_total{a=\"x\"} 11\n"
	       "reads_total{a=\"\\\"\\n\\\\\"} 1\n");
	expect(world, FORMAT_OPENMETRICS,
	       "# HELP reads one\\ntwo \\\"\\\\\n# TYPE reads counter\nreads_total{a=\"x\"} 11\n");
	put_one(world, family, "x", -12);
	expect(world, FORMAT_OPENMETRICS, "# TYPE reads gauge\nreads{a=\"x\"} -1\n");
	expect(world, FORMAT_PROMETHEUS, "# TYPE reads gauge\nreads{a=\"x\"} -1\n");
}

/* A sum that does not fit 64 bits has gone down, too. */
static void test_overflow(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "reads", DTRACEAGG_SUM, 0);

	put_one(world, family, "", INT64_MAX);
	assert_false(family->went_down);
	put_one(world, family, "", 1);
	assert_true(family->went_down);
}

static void test_summary(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "lat", DTRACEAGG_AVG, 0);

	put(world, family, "", (uint64_t[]){ 2, 30 });
	put(world, family, "", (uint64_t[]){ 1, 5 });
	expect(world, FORMAT_OPENMETRICS, "# TYPE lat summary\nlat_count 3\nlat_sum 35\n");
	put(world, family, "", (uint64_t[]){ 1, (uint64_t)-36 });
	expect(world, FORMAT_OPENMETRICS, "# TYPE lat_count gauge\nlat_count 4\n");
	expect(world, FORMAT_PROMETHEUS, "# TYPE lat_sum gauge\nlat_sum -1\n");
}

static void test_gauges(void **state)
{
	struct world *world = *state;
	struct family *least = add(world, "least", DTRACEAGG_MIN, 0), *most = add(world, "most", DTRACEAGG_MAX, 1);

	put_one(world, least, "", 7);
	put_one(world, least, "", -7);
	put_one(world, least, "", 9);
	expect(world, FORMAT_PROMETHEUS, "# TYPE least gauge\nleast -7\n");
	family_clear(&world->metrics, least);
	expect(world, FORMAT_PROMETHEUS, "# TYPE least gauge\n# HELP most");
	put_one(world, least, "", 8);
	expect(world, FORMAT_PROMETHEUS, "least 8\n");
	put_one(world, most, "x", -3);
	assert_int_equal((int64_t)put_one(world, most, "x", -5)->words[0], -3);
}

/* trunc(@, 2), trunc(@, -1): the greatest, the least; what is taken away makes room. */
static void test_keep(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "most", DTRACEAGG_MAX, 1);

	put_one(world, family, "x", 1);
	put_one(world, family, "y", -3);
	put_one(world, family, "z", 2);
	assert_int_equal(family_keep(&world->metrics, family, 2), 0);
	expect(world, FORMAT_PROMETHEUS, "gauge\nmost{a=\"x\"} 1\nmost{a=\"z\"} 2\n# ");
	assert_int_equal(world->metrics.samples, 2);
	assert_int_equal(family_keep(&world->metrics, family, -1), 0);
	expect(world, FORMAT_PROMETHEUS, "gauge\nmost{a=\"x\"} 1\n# ");
	put_one(world, family, "z", 9);
	assert_int_equal(family_keep(&world->metrics, family, 0), 0);
	assert_int_equal(world->metrics.samples, 0);
	assert_null(family->first);
	put_one(world, family, "x", 4);
	expect(world, FORMAT_PROMETHEUS, "gauge\nmost{a=\"x\"} 4\n# ");
}

/* 1, 3: mean 2, deviation 1. The squares carry into their upper word. */
static void test_deviation(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "dev", DTRACEAGG_STDDEV, 1);
	struct series *series = put(world, family, "x", (uint64_t[]){ 1, 1, 1, 0 });

	put(world, family, "x", (uint64_t[]){ 1, 3, 9, 0 });
	expect(world, FORMAT_PROMETHEUS, "# TYPE dev gauge\ndev{a=\"x\"} 1\n");
	series = put(world, family, "y", (uint64_t[]){ 1, 1ull << 32, UINT64_MAX, 0 });
	put(world, family, "y", (uint64_t[]){ 1, 0, 3, 1 });
	assert_int_equal(series->words[2], 2);
	assert_int_equal(series->words[3], 2);
}

/* Cumulative; what is below -1 is in the next bucket, unless all are wanted. No count: there is no sum. */
static void test_histogram(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "lat", DTRACEAGG_QUANTIZE, 0);

	assert_int_equal(family->samples, 3);
	put(world, family, "", (uint64_t[]){ 1, 2, 0, 4 });
	put(world, family, "", (uint64_t[]){ 1, 0, 0, 1 });
	expect(world, FORMAT_OPENMETRICS,
	       "# TYPE lat histogram\nlat_bucket{le=\"0.0\"} 4\nlat_bucket{le=\"7.0\"} 4\nlat_bucket{le=\"+Inf\"} "
	       "9\n# ");
	family->all_bounds = true;
	expect(world, FORMAT_PROMETHEUS, "# TYPE lat histogram\nlat_bucket{le=\"-5.0\"} 2\nlat_bucket{le=\"0.0\"} 4\n");
	put(world, family, "", (uint64_t[]){ (uint64_t)-3, 0, 0, 0 });
	expect(world, FORMAT_OPENMETRICS, "# TYPE lat_bucket gauge\nlat_bucket{le=\"-5.0\"} -1\n");
	expect(world, FORMAT_PROMETHEUS, "# TYPE lat_bucket gauge\nlat_bucket{le=\"-5.0\"} -1\n");
}

static void test_bounds(void **state)
{
	static const struct {
		struct bound bound;
		const char *text;
	} cases[] = {
		{ { .number = 0 }, "0.0" },
		{ { .number = 999999 }, "999999.0" },
		{ { .number = 1000000 }, "1e+06" },
		{ { .number = -1048575 }, "-1.048575e+06" },
		{ { .number = 12345600000 }, "1.23456e+10" },
		{ { .number = INT64_MIN }, "-9.223372036854775808e+18" },
		{ { .is_unsigned = true, .number = -1 }, "1.8446744073709551615e+19" },
		{ { .is_last = true, .number = 5 }, "+Inf" },
	};
	char text[32];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(text_bound(&cases[i].bound, text, sizeof(text)), cases[i].text);
}

/* Four lines: the fifth key and the next go into one series, which has all that they had. */
static void test_limit(void **state)
{
	struct world *world = *state;
	struct family *family = add(world, "reads", DTRACEAGG_COUNT, 1), *other = add(world, "all", DTRACEAGG_COUNT, 0);

	for (char key[] = "a"; key[0] <= 'f'; key[0]++)
		put_one(world, family, key, 10);
	put_one(world, family, "b", 1);
	put_one(world, other, "", 3);
	expect(world, FORMAT_PROMETHEUS,
	       "{a=\"a\"} 10\nreads_total{a=\"b\"} 11\nreads_total{a=\"c\"} 10\nreads_total{a=\"d\"} 10\n"
	       "reads_total{a=\"(left out)\"} 20\n");
	expect(world, FORMAT_PROMETHEUS, "\nall_total 3\n");
	expect(world, FORMAT_PROMETHEUS, "\nanytrace_export_left_out_total 2\n");
	assert_ptr_equal(put_one(world, family, LEFT_OUT, 1), family->left_out);
}

static void refused(struct world *world, const char *name)
{
	struct family *family = make(name, DTRACEAGG_COUNT, 0);

	assert_non_null(metrics_add(&world->metrics, family));
	family_free(family);
}

static void test_names(void **state)
{
	struct world *world = *state;

	add(world, "reads", DTRACEAGG_COUNT, 0);
	add(world, "reads_max", DTRACEAGG_MAX, 0);
	refused(world, "reads");
	refused(world, "reads_bucket");
	add(world, "x_count", DTRACEAGG_COUNT, 0);
	refused(world, "x");
	refused(world, "anytrace_export");
	refused(world, "anytrace_export_x");
	assert_null(metrics_by_name(&world->metrics, "x"));
	assert_non_null(metrics_by_name(&world->metrics, "reads_max"));
}

static void test_own(void **state)
{
	struct world *world = *state;

	world->own.drops[DTRACEDROP_REGISTERED] = 3;
	world->own.untraced = 1.5;
	expect(world, FORMAT_OPENMETRICS,
	       "# TYPE anytrace_export info\nanytrace_export_info{program=\"a\\\"b\",engine=\"host\",version=\"1\"} "
	       "1\n");
	expect(world, FORMAT_OPENMETRICS, "anytrace_export_drops_total{kind=\"registered\"} 3\n");
	expect(world, FORMAT_OPENMETRICS, "anytrace_export_untraced_seconds_total 1.500\n");
	expect(world, FORMAT_OPENMETRICS, "anytrace_export_save_failures_total 0\n# EOF\n");
	expect(world, FORMAT_PROMETHEUS, "# TYPE anytrace_export_info gauge\n");
}

static void clean(const char *from, const char *wanted)
{
	char text[64];

	assert_int_equal(text_clean(text, from), strlen(wanted));
	assert_string_equal(text, wanted);
}

#define BAD "\xef\xbf\xbd"

static void test_clean(void **state)
{
	(void)state;
	clean("", "");
	clean("a\tb\n\xc3\xa4\xf0\x9f\x90\xa2", "a\tb\n\xc3\xa4\xf0\x9f\x90\xa2");
	clean("\x1b[1m\x7f", BAD "[1m" BAD);
	clean("\xc2\x85\xe2\x80\xa8", BAD BAD);
	clean("\xff\xc3", BAD BAD);
	clean("\xc0\x80\xed\xa0\x80", BAD BAD BAD BAD BAD);
}

static void fold(const char *lines, const char *wanted)
{
	char text[64];

	text_fold(text, lines);
	assert_string_equal(text, wanted);
}

static void test_fold(void **state)
{
	(void)state;
	fold("", "");
	fold("one", "one");
	fold("vmlinux`inner+0x1\nmiddle\nouter", "outer;middle;vmlinux`inner+0x1");
}

static void test_accept(void **state)
{
	(void)state;
	assert_int_equal(serve_format(NULL), FORMAT_PROMETHEUS);
	assert_int_equal(serve_format("*/*"), FORMAT_PROMETHEUS);
	assert_int_equal(serve_format("application/openmetrics-text"), FORMAT_OPENMETRICS);
	assert_int_equal(serve_format("application/openmetrics-text;version=1.0.0,"
				      "application/openmetrics-text;version=0.0.1;q=0.75,"
				      "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"),
			 FORMAT_OPENMETRICS);
	assert_int_equal(serve_format("application/openmetrics-text; version=2.0.0, text/plain;q=0.1"),
			 FORMAT_PROMETHEUS);
	assert_int_equal(serve_format("text/plain;q=0.9 , Application/OpenMetrics-Text ; q=0.8"), FORMAT_PROMETHEUS);
	assert_int_equal(serve_format("application/openmetrics-text;q=0"), FORMAT_PROMETHEUS);
	assert_int_equal(serve_format(",;,=;q"), FORMAT_PROMETHEUS);
}

static void test_descriptions(void **state)
{
	static const char text[] = "/* @export reads(program, file): Bytes read. */ BEGIN {}\n"
				   "tick-1s { @export = count(); @export[1] = count(); }\n"
				   " * @export drift ( host ) signed\n"
				   "// @export plain:";
	struct descriptions descriptions = { NULL, 0 };
	struct description *found;

	(void)state;
	assert_int_equal(descriptions_read(&descriptions, "x.d", text), 0);
	assert_int_equal(descriptions.count, 3);
	found = descriptions_find(&descriptions, "reads");
	assert_int_equal(found->label_count, 2);
	assert_string_equal(found->labels[1], "file");
	assert_string_equal(found->help, "Bytes read.");
	assert_string_equal(found->place, "x.d:1");
	found = descriptions_find(&descriptions, "drift");
	assert_true(found->is_signed && found->label_count == 1 && !found->help);
	assert_string_equal(found->place, "x.d:3");
	assert_string_equal(descriptions_find(&descriptions, "plain")->help, "");
	assert_null(descriptions_find(&descriptions, "export"));
	descriptions_free(&descriptions);
}

static void test_wrong_descriptions(void **state)
{
	static const char *const texts[] = { "",       "1x",     "a(",    "a(b",  "a(b,)", "a(b c)",
					     "a(b,b)", "a(__b)", "a(le)", "a(1)", "a b",   "a signedx" };
	struct descriptions descriptions = { NULL, 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(descriptions_add(&descriptions, "-L", texts[i]), -1);
		descriptions_free(&descriptions);
		memset(&descriptions, 0, sizeof(descriptions));
	}
	assert_int_equal(descriptions_add(&descriptions, "-L", "a(legs)"), 0);
	assert_int_equal(descriptions_add(&descriptions, "-L", "a"), -1);
	descriptions_free(&descriptions);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_counter), TEST(test_overflow),  TEST(test_summary),      TEST(test_gauges),
		TEST(test_keep),    TEST(test_deviation), TEST(test_bounds),       TEST(test_histogram),
		TEST(test_limit),   TEST(test_names),     TEST(test_own),          TEST(test_clean),
		TEST(test_fold),    TEST(test_accept),    TEST(test_descriptions), TEST(test_wrong_descriptions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
