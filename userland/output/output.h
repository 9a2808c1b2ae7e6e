/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/output.h - formats of output other than text: what was recorded, as the typed values of dtrace.h, written as JSON,
 * CSV, folded stacks or speedscope's file.
 *
 *      records --consumer--> dtrace_outrecord_t, dtrace_outrow_t --> dtrace_outputops_t of a format --> FILE
 *
 * A format is a file of this room and a row of spec/oformat.def. docs/output.md describes what each writes.
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

#endif
