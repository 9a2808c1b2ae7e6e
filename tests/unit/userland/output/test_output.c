/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_output.c - formats of output, given values that programs seldom have: what is not UTF-8, names with separators, kernel
 * frames beside the program's; a consumer that takes the values itself, and one that has no FILE.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/aggregate.h"
#include "fake_engine.h"
#include "output/writers.h"

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
	char *text;
	size_t size;
	FILE *out;
	char handed[4096]; /* by the buffered handler */
	unsigned int starts, records, rows, drops, ends;
	int64_t value;
};

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	world->dtp = fake_open(&world->fake);
	fake_probe(world->fake, 1, "dtrace", "", "", "BEGIN");
	fake_eprobe(world->fake, 1, 1);
	world->out = open_memstream(&world->text, &world->size);
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	fake_close(world->dtp, world->fake);
	fclose(world->out);
	free(world->text);
	free(world);
	return 0;
}

static const char *written(struct world *world)
{
	fflush(world->out);
	return world->text;
}

/* ---- text */

static void test_utf8(void **state)
{
	static const struct {
		const char *bytes;
		bool valid;
	} texts[] = {
		{ "", true },
		{ "plain", true },
		{ "\xc2\x80", true },
		{ "\xdf\xbf", true },
		{ "\xe0\xa0\x80", true },
		{ "\xed\x9f\xbf", true },
		{ "\xef\xbf\xbf", true },
		{ "\xf0\x90\x80\x80", true },
		{ "\xf4\x8f\xbf\xbf", true },
		{ "\x80", false },                  /* a second byte alone */
		{ "\xc1\xbf", false },              /* a longer spelling */
		{ "\xe0\x9f\xbf", false },          /* the same */
		{ "\xf0\x8f\xbf\xbf", false },      /* the same */
		{ "\xed\xa0\x80", false },          /* a surrogate */
		{ "\xf4\x90\x80\x80", false },      /* above U+10FFFF */
		{ "\xf5\x80\x80\x80", false },      /* the same */
		{ "\xe2\x82", false },              /* cut off */
		{ "\xf0\x90\x80", false },          /* the same */
		{ "a\xe2(\xa1", false },            /* no second byte */
		{ "\xf1\x80\x80\xc0 rest", false }, /* no last byte */
	};

	for (size_t i = 0; i < DT_ARRAY_SIZE(texts); i++)
		assert_int_equal(ldt_utf8_is_valid(texts[i].bytes, strlen(texts[i].bytes)), texts[i].valid);
	assert_true(ldt_utf8_is_valid("a\0b", 3));
}

static void expect_json(struct world *world, const dtrace_value_t *value, const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(ldt_json_write(world->dtp, out, ldt_json_value(value)), 0);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void test_json_values(void **state)
{
	struct world *world = *state;
	dtrace_value_t value = { .kind = DTRACE_VALUE_UINT, .natural = UINT64_MAX };
	dtrace_bucket_t bucket = { true, true, (int64_t)0x8000000000000000ull, -1, -3 };

	expect_json(world, &value, "18446744073709551615\n");
	value = (dtrace_value_t){ .kind = DTRACE_VALUE_INT, .number = INT64_MIN };
	expect_json(world, &value, "-9223372036854775808\n");
	value = (dtrace_value_t){ .kind = DTRACE_VALUE_STRING, .bytes = { "a\"\\/\x01\x7f\n", 7 } };
	expect_json(world, &value, "\"a\\\"\\\\/\\u0001\x7f\\n\"\n");
	value = (dtrace_value_t){ .kind = DTRACE_VALUE_STRING, .bytes = { "x\0y", 3 } };
	expect_json(world, &value, "\"x\\u0000y\"\n");
	value = (dtrace_value_t){ .kind = DTRACE_VALUE_STRING, .bytes = { "\xff\0", 2 } };
	expect_json(world, &value, "{\"hex\":\"ff00\"}\n");
	value = (dtrace_value_t){ .kind = DTRACE_VALUE_DISTRIBUTION,
				  .distribution = {
					  .buckets = &bucket, .count = 1, .is_unsigned = true, .total = -3 } };
	expect_json(world, &value,
		    "{\"total\":-3,\"buckets\":[{\"low\":9223372036854775808,\"high\":18446744073709551615,\"count\":-"
		    "3}]}\n");
}

/* ---- stacks */

static const dtrace_symbol_t kernel_frames[] = {
	{ .addr = 0xffffffff81000010,
	  .text = "vmlinux`read+0x10",
	  .module = "vmlinux",
	  .name = "read",
	  .offset = 0x10 },
	{ .addr = 0xffffffffc0000000, .text = "0xffffffffc0000000" },
};
static const dtrace_symbol_t user_frames[] = {
	{ .addr = 0x1010, .text = "prog`a;b+0x10", .module = "prog", .name = "a;b", .offset = 0x10 },
	{ .addr = 0x2000, .text = "Lapp/Main;\nrun", .note = "line 5" },
};
static const dtrace_value_t row_keys[] = {
	{ .kind = DTRACE_VALUE_STACK, .stack = { false, 0, kernel_frames, 2 } },
	{ .kind = DTRACE_VALUE_STRING, .bytes = { "a b;c", 5 } },
	{ .kind = DTRACE_VALUE_STACK, .stack = { true, 7, user_frames, 2 } },
	{ .kind = DTRACE_VALUE_INT, .number = -1 },
};

static void write_row(struct world *world, const struct ldt_output_format *format, const dtrace_value_t *keys,
		      size_t count, int64_t number, void *format_state)
{
	dtrace_outcell_t cell = {
		.name = "n", .function = "sum", .normal = 1, .value = { .kind = DTRACE_VALUE_INT, .number = number }
	};
	dtrace_outrow_t row = { .keys = keys, .key_count = count, .cells = &cell, .cell_count = 1 };

	assert_int_equal(format->ops.row(world->dtp, world->out, &row, format_state), 0);
}

static void test_folded(void **state)
{
	struct world *world = *state;
	void *folded = ldt_output_folded.create(world->dtp);
	char why[256] = "";

	write_row(world, &ldt_output_folded, row_keys, 4, 5, folded);
	assert_string_equal(written(world),
			    "a b,c;-1;Lapp/Main, run;prog`a,b;0xffffffffc0000000_[k];vmlinux`read_[k] 5\n");
	rewind(world->out);
	world->dtp->copts.stack_labels = true;
	write_row(world, &ldt_output_folded, row_keys, 4, INT64_MAX, folded);
	assert_string_equal(written(world),
			    "[a b,c -1];Lapp/Main, run;prog`a,b;0xffffffffc0000000_[k];vmlinux`read_[k] "
			    "9223372036854775807\n");
	ldt_output_folded.why(folded, why, sizeof(why));
	assert_string_equal(why, "");
	rewind(world->out);
	write_row(world, &ldt_output_folded, row_keys + 1, 1, 5, folded); /* no stack */
	write_row(world, &ldt_output_folded, row_keys, 4, -5, folded);
	write_row(world, &ldt_output_folded, row_keys, 4, 0, folded);
	fflush(world->out);
	assert_int_equal(ftello(world->out), 0);
	ldt_output_folded.why(folded, why, sizeof(why));
	assert_string_equal(why,
			    "1 row of aggregations, 1 negative value are not in the output: folded is for stacks, json "
			    "has everything");
	ldt_output_folded.destroy(folded);
}

/* Only losses that there were are named. */
static void test_sample_losses(void **state)
{
	static const struct {
		struct ldt_sample_losses losses;
		const char *why; /* before the rest, which is always the same */
	} cases[] = {
		{ { .records = 1 }, "1 record is" },
		{ { .rows = 2 }, "2 rows of aggregations are" },
		{ { .negative = 1 }, "1 negative value is" },
		{ { .records = 2, .rows = 1, .negative = 3 },
		  "2 records, 1 row of aggregations, 3 negative values are" },
		{ { .records = UINT64_MAX, .negative = UINT64_MAX },
		  "18446744073709551615 records, 18446744073709551615 negative values are" },
	};
	char why[256] = "", wanted[256];

	ldt_sample_losses_why(&(struct ldt_sample_losses){ .records = 0 }, "x", why, sizeof(why));
	assert_string_equal(why, "");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ldt_sample_losses_why(&cases[i].losses, "x", why, sizeof(why));
		snprintf(wanted, sizeof(wanted), "%s not in the output: x is for stacks, json has everything",
			 cases[i].why);
		assert_string_equal(why, wanted);
	}
}

static void test_speedscope(void **state)
{
	struct world *world = *state;
	void *scope = ldt_output_speedscope.create(world->dtp);
	dtrace_outend_t end = { .status = 0 };

	write_row(world, &ldt_output_speedscope, row_keys, 1, 2, scope);
	write_row(world, &ldt_output_speedscope, row_keys, 3, 3, scope);
	assert_int_equal(ldt_output_speedscope.ops.end(world->dtp, world->out, &end, scope), 0);
	assert_string_equal(written(world),
			    "{\"$schema\":\"https://www.speedscope.app/"
			    "file-format-schema.json\",\"exporter\":\"anytrace\",\"shared\":{"
			    "\"frames\":[{\"name\":\"0xffffffffc0000000_[k]\"},{\"name\":\"vmlinux`read_[k]\"},{"
			    "\"name\":\"a b,c\"},"
			    "{\"name\":\"Lapp/Main, "
			    "run\"},{\"name\":\"prog`a,b\"}]},\"profiles\":[{\"type\":\"sampled\",\"name\":\"n\","
			    "\"unit\":\"none\",\"startValue\":0,\"endValue\":5,\"samples\":[[0,1],[2,3,4,0,1]],"
			    "\"weights\":[2,3]}]}\n");
	ldt_output_speedscope.destroy(scope);
}

/* ---- a consumer's own functions */

static int count_start(dtrace_hdl_t *dtp, FILE *out, const dtrace_outstart_t *start, void *arg)
{
	((struct world *)arg)->starts++;
	return 0;
}

static int take_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, void *arg)
{
	struct world *world = arg;

	world->records++;
	assert_int_equal(record->count, 1);
	assert_string_equal(record->items[0].action, "trace");
	assert_int_equal(record->items[0].values[0].kind, DTRACE_VALUE_INT);
	world->value = record->items[0].values[0].number;
	return 0;
}

static int count_drop(dtrace_hdl_t *dtp, FILE *out, const dtrace_dropdata_t *drop, void *arg)
{
	((struct world *)arg)->drops += (unsigned int)drop->dtdda_drops;
	return 0;
}

static int refuse_end(dtrace_hdl_t *dtp, FILE *out, const dtrace_outend_t *end, void *arg)
{
	((struct world *)arg)->ends++;
	assert_int_equal(end->records, 1);
	assert_int_equal(end->drops[DTRACEDROP_PRINCIPAL], 3);
	return -1;
}

static int ignore_drop(const dtrace_dropdata_t *data, void *arg)
{
	return DTRACE_HANDLE_OK;
}

static void one_record(struct world *world)
{
	int64_t number = -42;
	uint32_t offset = fake_rec(world->fake, 1, DTRACEACT_DIFEXPR, 8, 0, DTRACE_EXPR_SIGNED, 0);

	memcpy(fake_record(world->fake, 0, 1) + offset, &number, sizeof(number));
}

static void test_own_functions(void **state)
{
	static const dtrace_outputops_t ops = {
		.start = count_start, .record = take_record, .drop = count_drop, .end = refuse_end
	};
	struct world *world = *state;

	world->dtp->active = false;
	assert_int_equal(dtrace_handle_output(world->dtp, &ops, world), 0);
	world->dtp->active = true;
	assert_int_equal(dtrace_handle_output(world->dtp, NULL, NULL), -1);
	dtrace_handle_drop(world->dtp, ignore_drop, NULL);
	one_record(world);
	world->fake->principal[1].drops = 3;
	assert_int_equal(dtrace_consume(world->dtp, world->out, NULL, NULL, NULL), 0);
	assert_int_equal(world->value, -42);
	assert_int_equal(dtrace_output_end(world->dtp, world->out), -1);
	assert_int_equal(dtrace_output_end(world->dtp, world->out), 0); /* not again */
	assert_int_equal(world->starts, 1);
	assert_int_equal(world->records, 1);
	assert_int_equal(world->drops, 3);
	assert_int_equal(world->ends, 1);
	fflush(world->out);
	assert_int_equal(world->size, 0);
	assert_string_equal(dtrace_output_why(world->dtp), "");
}

static int take_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, void *arg)
{
	struct world *world = arg;

	world->rows++;
	assert_int_equal(row->key_count, 1);
	assert_int_equal(row->keys[0].number, -7);
	assert_int_equal(row->cell_count, 1);
	assert_string_equal(row->cells[0].function, "sum");
	world->value = row->cells[0].value.number;
	return world->value == 13 ? -1 : 0;
}

static int check_rows(dtrace_hdl_t *dtp, FILE *out, const dtrace_outend_t *end, void *arg)
{
	((struct world *)arg)->ends++;
	assert_int_equal(end->rows, 0);
	return 0;
}

static int walk_rows(const dtrace_aggdata_t *data, void *arg)
{
	return dtrace_aggrow(data) == -1 ? DTRACE_AGGWALK_ERROR : DTRACE_AGGWALK_NEXT;
}

static void add_to_sum(struct world *world, int key, int64_t number)
{
	char *record = fake_agg_record(world->fake, 0, 1);

	memcpy(record + world->fake->aggs[1]->rec[1].offset, &key, sizeof(key));
	memcpy(record + world->fake->aggs[1]->rec[2].offset, &number, sizeof(number));
	assert_int_equal(ldt_aggregate_snap_now(world->dtp), 0);
}

/* A row of a walk: printed already or not, and not in the totals. */
static void test_aggrow(void **state)
{
	static const dtrace_outputops_t ops = { .start = count_start, .row = take_row, .end = check_rows };
	static const dtrace_recdesc_t key = { .action = DTRACEACT_DIFEXPR, .size = 4, .arg = DTRACE_EXPR_SIGNED };
	struct world *world = *state;

	fake_agg(world->fake, 1, 1, DTRACEAGG_SUM, 8, &key, 1);
	add_to_sum(world, -7, 5);
	assert_int_equal(dtrace_aggregate_walk(world->dtp, walk_rows, NULL), -1); /* nobody wants rows */
	world->dtp->active = false;
	assert_int_equal(dtrace_handle_output(world->dtp, &ops, world), 0);
	world->dtp->active = true;
	assert_int_equal(ldt_aggregate_set_printed(world->dtp, 1), 0);
	assert_int_equal(dtrace_aggregate_walk(world->dtp, walk_rows, NULL), 0);
	assert_int_equal(world->value, 5);
	add_to_sum(world, -7, 8);
	assert_int_equal(dtrace_aggregate_walk(world->dtp, walk_rows, NULL), -1); /* what the function returns */
	assert_int_equal(world->value, 13);
	assert_int_equal(dtrace_output_end(world->dtp, world->out), 0);
	assert_int_equal(world->starts, 1);
	assert_int_equal(world->rows, 2);
	assert_int_equal(world->ends, 1);
}

static int keep_text(const dtrace_bufdata_t *data, void *arg)
{
	struct world *world = arg;

	strcat(world->handed, data->dtbda_buffered);
	return DTRACE_HANDLE_OK;
}

static void test_buffered(void **state)
{
	struct world *world = *state;

	world->dtp->active = false;
	assert_int_equal(dtrace_setopt(world->dtp, "oformat", "json"), 0);
	world->dtp->active = true;
	assert_int_equal(dtrace_output_end(world->dtp, NULL), -1); /* there is nowhere to write */
	dtrace_handle_buffered(world->dtp, keep_text, world);
	one_record(world);
	assert_int_equal(dtrace_consume(world->dtp, NULL, NULL, NULL, NULL), 0);
	assert_non_null(strstr(world->handed, "{\"type\":\"start\",\"version\":1,"));
	assert_non_null(strstr(
		world->handed,
		"\n{\"type\":\"record\",\"probe\":{\"id\":1,\"provider\":\"dtrace\",\"module\":\"\",\"function\":\"\","
		"\"name\":\"BEGIN\"},\"cpu\":0,\"data\":[{\"action\":\"trace\",\"values\":[-42]}]}\n"));
	assert_int_equal(dtrace_output_end(world->dtp, NULL), 0);
	assert_non_null(strstr(world->handed, "\n{\"type\":\"end\","));
}

/* Each kind of loss has a word of its own. */
static void test_drop_names(void **state)
{
	for (int kind = 0; kind <= DTRACEDROP_TABLES; kind++) {
		const char *name = dtrace_dropname((dtrace_dropkind_t)kind);

		assert_string_not_equal(name, "unknown");
		for (int other = 0; other < kind; other++)
			assert_string_not_equal(name, dtrace_dropname((dtrace_dropkind_t)other));
	}
	assert_string_equal(dtrace_dropname((dtrace_dropkind_t)(DTRACEDROP_TABLES + 1)), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_utf8),
		cmocka_unit_test(test_drop_names),
		cmocka_unit_test_setup_teardown(test_json_values, setup, teardown),
		cmocka_unit_test_setup_teardown(test_folded, setup, teardown),
		cmocka_unit_test(test_sample_losses),
		cmocka_unit_test_setup_teardown(test_speedscope, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_functions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_aggrow, setup, teardown),
		cmocka_unit_test_setup_teardown(test_buffered, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
