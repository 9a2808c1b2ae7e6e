/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.h - a long text that is made piece by piece, as it is read.
 *
 * Theory. The reader gives room for a piece; the maker fills it with whole items and remembers
 * where to go on. Nothing but that place, and the sums that the text ends with, is kept from piece
 * to piece. An item is one line or a few that belong together: it is in a piece as a whole or not
 * at all. What is reported may change between two pieces; each piece shows one moment.
 *
 *      do {
 *              report.used = 0;
 *              maker(&report);       lines from report.place on
 *              (report.text, report.used) is the next piece; without any byte: give more room
 *      } while (!report.done);
 *
 * A maker:
 *
 *      for (i = report->place; i < count; i++) {
 *              dt_report_begin(report);
 *              dt_report_line(report, "thing %u", i);
 *              if (!dt_report_end(report))
 *                      return;                       the piece is full; this item is in the next
 *              report->place = i + 1;
 *      }
 *      report->done = true;
 */
#ifndef BASE_REPORT_H
#define BASE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

#define DT_REPORT_SUMS 12

struct dt_report {
	char *text; /* the reader's: room for a piece, no NUL at its end */
	size_t room;
	size_t used;                   /* bytes of the piece so far */
	bool full;                     /* a line of the present item did not fit */
	bool done;                     /* the maker has nothing more */
	uint64_t place;                /* the maker's: 0 at first */
	uint64_t sums[DT_REPORT_SUMS]; /* the maker's: 0 at first */

	/* as they were when the present item began */
	size_t begin_used;
	uint64_t begin_sums[DT_REPORT_SUMS];
};

/* dt_report_next - a new maker begins: place and sums are 0, and it is not done. Context: process. */
void dt_report_next(struct dt_report *report);

/*
 * dt_report_begin / dt_report_end - around the lines of one item, and the changes of sums for it.
 * return:  end: whether it is in the piece; false: the piece is full, and the item's lines and
 *          changes of sums are taken back.
 * context: process.
 */
void dt_report_begin(struct dt_report *report);
bool dt_report_end(struct dt_report *report);

/* dt_report_line - one line, formatted as dt_line_add() does (line.h). Context: process, in an item. */
void dt_report_line(struct dt_report *report, const char *fmt, ...) DT_PRINTF(2, 3);

#endif
