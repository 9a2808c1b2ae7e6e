/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_report.c - a text in pieces: whole items, none twice, sums that follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/report.h"

/* 20 items: one line, or three. */
static void maker(struct dt_report *report)
{
	uint64_t i;

	for (i = report->place; i < 20; i++) {
		dt_report_begin(report);
		dt_report_line(report, "item %llu", (unsigned long long)i);
		if (i % 3 == 0) {
			dt_report_line(report, "second line of %llu", (unsigned long long)i);
			dt_report_line(report, "third line");
		}
		report->sums[0] += i;
		if (!dt_report_end(report))
			return;
		report->place = i + 1;
	}
	dt_report_begin(report);
	dt_report_line(report, "sum %llu", (unsigned long long)report->sums[0]);
	report->done = dt_report_end(report);
}

static unsigned int make(char *text, size_t piece)
{
	struct dt_report report = { .room = piece };
	unsigned int pieces = 0;
	size_t used = 0;

	for (; !report.done; pieces++) {
		report.text = text + used;
		report.used = 0;
		maker(&report);
		assert_true(report.used > 0 && report.used <= piece);
		assert_int_equal(report.text[report.used - 1], '\n');
		used += report.used;
	}
	text[used] = '\0';
	return pieces;
}

static void in_pieces(void **state)
{
	char all[1024], again[1024];
	size_t piece;

	assert_int_equal(make(all, sizeof(all)), 1);
	assert_non_null(strstr(all, "item 19\nsum 190\n"));
	for (piece = 40; piece < strlen(all); piece++) {
		assert_true(make(again, piece) > 1);
		assert_string_equal(again, all);
	}
}

/* Nothing is written after the room, and an item that does not fit leaves nothing. */
static void too_small(void **state)
{
	char text[64];
	struct dt_report report = { .text = text };

	for (report.room = 0; report.room < 8; report.room++) {
		memset(text, 'x', sizeof(text));
		report.used = 0;
		maker(&report);
		assert_true(report.full);
		assert_false(report.done);
		assert_int_equal(report.used, 0);
		assert_int_equal(report.place, 0);
		assert_int_equal(report.sums[0], 0);
		assert_int_equal(text[report.room], 'x');
	}
}

static void another_maker(void **state)
{
	char text[1024];
	struct dt_report report = { .text = text, .room = sizeof(text) };

	maker(&report);
	assert_true(report.done);
	dt_report_next(&report);
	assert_false(report.done);
	assert_int_equal(report.place, 0);
	assert_int_equal(report.sums[0], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_pieces),
		cmocka_unit_test(too_small),
		cmocka_unit_test(another_maker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
