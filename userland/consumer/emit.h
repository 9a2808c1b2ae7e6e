/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/emit.h - output that is not text: records, rows, losses and errors as typed values, handed to the functions of a
 * format (output/) or of the consumer (dtrace_handle_output()); and to the page of a report, beside any output.
 *
 *      ldt_emit_open -> { ldt_emit_item ... -> ldt_emit_record | ldt_emit_row | ldt_emit_drop | ldt_emit_error } -> dtrace_output_end
 */
#ifndef LDT_CONSUMER_EMIT_H
#define LDT_CONSUMER_EMIT_H

#include "consumer/print.h"
#include "consumer/record.h"

struct ldt_emit;

/*
 * ldt_emits - whether the output is not text: ldt_output_format(), or the consumer has functions for it.
 * ldt_emits_rows - or there is a page, which takes rows beside the text.
 */
static inline bool ldt_emits(const struct dtrace_hdl *dtp)
{
	return dtp->handlers.output || dtp->copts.output_format != LDT_OFORMAT_TEXT;
}
bool ldt_emits_rows(const struct dtrace_hdl *dtp);
/* ldt_emit_open - before anything else: output goes to @out from now on; the first time it starts. 0 or -1. */
int ldt_emit_open(struct dtrace_hdl *dtp, FILE *out);
void ldt_emit_destroy(struct ldt_emit *emit); /* NULL is accepted */

/*
 * ldt_emit_item - add a statement to the record of the firing that is being walked.
 * args:    @text: what it prints, with @format, NULL: no text. Values stay borrowed until ldt_emit_record.
 */
int ldt_emit_item(struct dtrace_hdl *dtp, const struct ldt_statement *statement, const struct ldt_format *format,
		  const dtrace_text_t *text);
/* ldt_emit_record - the firing @data with its items; with the option quiet nothing when there are none. 0 or -1. */
int ldt_emit_record(struct dtrace_hdl *dtp, FILE *out, const dtrace_probedata_t *data);
bool ldt_emit_has_items(const struct dtrace_hdl *dtp);
/* ldt_emit_discard - no record of the items. */
void ldt_emit_discard(struct dtrace_hdl *dtp);

/* ldt_emit_print - the aggregations @vars are printed now, their rows follow. @final: by no printa(). */
void ldt_emit_print(struct dtrace_hdl *dtp, const uint32_t *vars, size_t count, bool final);
/*
 * ldt_emit_row - a row of aggregations.
 * args:    @entries: of each aggregation, NULL where it does not have the keys; @any: one that is there; @final: of no
 *          printa(); @format with its @text, or NULL.
 */
int ldt_emit_row(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *entries, int count,
		 const dtrace_aggdata_t *any, bool final, const struct ldt_format *format, const dtrace_text_t *text);

/* Before the consumer's handlers. 0 or -1. */
int ldt_emit_drop(struct dtrace_hdl *dtp, const dtrace_dropdata_t *drop);
int ldt_emit_error(struct dtrace_hdl *dtp, const dtrace_errdata_t *error);

#endif
