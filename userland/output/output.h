/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/output.h - formats of output other than text: what was recorded, as the typed values of dtrace.h, written as JSON,
 * CSV, folded stacks or speedscope's file.
 *
 *      records --consumer--> dtrace_outrecord_t, dtrace_outrow_t --> dtrace_outputops_t of a format --> FILE
 *
 * A format is a file of this room and a row of spec/oformat.def. docs/output.md describes what each writes.
 *
 * Beside the text, or beside a format, the same rows, losses and errors can be collected for a page (docs/report.md):
 *
 *      ldt_page_create -> { ldt_page_print -> ldt_page_row ... | ldt_page_drop | ldt_page_error } ... -> ldt_page_write
 */
#ifndef LDT_OUTPUT_OUTPUT_H
#define LDT_OUTPUT_OUTPUT_H

#include "handle/handle.h"

/* The version of the JSON lines: it changes when a reader must. */
#define LDT_OUTPUT_VERSION 1

struct ldt_output_format {
	dtrace_outputops_t ops; /* their arg is the state */
	/* create - the state; NULL without memory. destroy - frees it; NULL is accepted. */
	void *(*create)(struct dtrace_hdl *dtp);
	void (*destroy)(void *state);
	/* why - what the format could not hold, for dtrace_output_why(); nothing: @buf stays as it is. NULL: it holds everything. */
	void (*why)(const void *state, char *buf, size_t size);
};

/* ldt_output_format - the format that the option oformat says; NULL: text. */
const struct ldt_output_format *ldt_output_format(const struct dtrace_hdl *dtp);

/* ---- the page of a run (page.c, page_file.c) */

/* The version of the data in a page: it changes when the viewer must. */
#define LDT_PAGE_VERSION 1

/* What is collected for a page. It grows with the rows that are printed, up to a limit; what is beyond is counted. */
struct ldt_page;

/* How a run went; what is pointed to stays the caller's. */
struct ldt_page_run {
	const char *ended;      /* why tracing has ended: "exit", "interrupt", ... */
	bool is_complete;       /* all that was collected has been printed */
	int status;             /* argument of exit() */
	uint64_t firings, rows; /* that were printed or put out; rows are those of aggregations */
	const uint64_t *drops;  /* by dtrace_dropkind_t, drop_count of them */
	size_t drop_count;
};

/* ldt_page_create - NULL without memory. ldt_page_destroy - NULL is accepted. */
struct ldt_page *ldt_page_create(void);
void ldt_page_destroy(struct ldt_page *page);
/*
 * ldt_page_check - whether a page can be written as @path: an ordinary file, or none yet, in a folder where files can be
 * made. Leaves nothing there. 0, or -1 with the handle's error set.
 */
int ldt_page_check(dtrace_hdl_t *dtp, const char *path);

/*
 * ldt_page_command - the words of the command. ldt_page_source - a program, @size bytes of @text. ldt_page_begin, _stop -
 * tracing begins, has stopped: now. All copied; 0, or -1 with the handle's error set.
 */
int ldt_page_command(dtrace_hdl_t *dtp, struct ldt_page *page, int argc, char *const *argv);
int ldt_page_source(dtrace_hdl_t *dtp, struct ldt_page *page, const char *name, const char *text, size_t size);
void ldt_page_begin(struct ldt_page *page);
void ldt_page_stop(struct ldt_page *page);

/*
 * While tracing: none of these fails, so that a page never ends a run. What does not fit, or finds no memory, is counted.
 *
 * ldt_page_print - the aggregations @names (without @; NULL: no name is known) are printed now; their rows follow.
 * ldt_page_row - a row of them. @since: of each cell, the number of the last print, of any aggregation, before its value
 * began to count, 0: none, so that the viewer knows what was counted between two prints.
 */
void ldt_page_print(struct ldt_page *page, const char *const *names, size_t count, bool is_final);
void ldt_page_row(struct ldt_page *page, const dtrace_outrow_t *row, const uint64_t *since);
void ldt_page_lose(struct ldt_page *page); /* a row that could not be made */
void ldt_page_drop(struct ldt_page *page, const dtrace_dropdata_t *drop);
void ldt_page_error(dtrace_hdl_t *dtp, struct ldt_page *page, const dtrace_errdata_t *error);
/* ldt_page_prints - how many prints there were. */
uint64_t ldt_page_prints(const struct ldt_page *page);

/*
 * ldt_page_write - the page, complete, as @path: it takes the place of what was there at once, or not at all.
 * ldt_page_why - what the page does not have, once it is written; nothing: @buf is empty.
 * return: 0, or -1 with the handle's error set.
 */
int ldt_page_write(dtrace_hdl_t *dtp, struct ldt_page *page, const char *path, const struct ldt_page_run *run);
void ldt_page_why(const struct ldt_page *page, char *buf, size_t size);

#endif
