/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/page.h - what is collected for a page, for the files of this room that make it.
 *
 * The data of a page are lines of JSON, each an object with a type. Most are those of the format json; stacks are numbers
 * of frames, because most frames are in many stacks:
 *
 *      run      first: the command, when, how long, how it ended, what was lost
 *      source   a program
 *      frame    the frame of a number, before the first row that has it
 *      print    aggregations are printed
 *      row      keys and values of the print before it
 *      drop, error
 */
#ifndef LDT_OUTPUT_PAGE_H
#define LDT_OUTPUT_PAGE_H

#include "output/writers.h"

/* What the data may grow to, in bytes. What is printed at the end, and the words of losses, may still come after that. */
#define LDT_PAGE_MOST  (32 << 20)
#define LDT_PAGE_ROOM  (48 << 20)
#define LDT_PAGE_LINES 1000 /* of losses, and of errors: more are counted only */

struct ldt_page {
	char *text; /* lines, all but run */
	size_t size, room;
	struct json_object *command;
	struct json_object *frames; /* text of a frame with its space: its number */
	int64_t frame_count;
	int64_t began, began_at; /* ns: monotonic, since 1970; 0: not yet */
	int64_t stopped;         /* ns, monotonic; 0: not yet */
	uint64_t prints;
	bool has_print;         /* the line of the last one */
	char *names;            /* of the last one, when it was at the end; NULL: it was not */
	uint64_t left_rows;     /* that are not there */
	uint64_t drops, errors; /* that were said */
};

/* page_value.c: a key, a cell. NULL without memory. */
struct json_object *ldt_page_value(struct ldt_page *page, const dtrace_value_t *value);
/* page.c: a line, unless the data would be larger than @most; puts @object, NULL is accepted. Whether it is there. */
bool ldt_page_line(struct ldt_page *page, struct json_object *object, size_t most);
/* page.c: the first line, malloc'ed, *@size bytes; NULL without memory. */
char *ldt_page_run_line(dtrace_hdl_t *dtp, struct ldt_page *page, const struct ldt_page_run *run, size_t *size);

#endif
