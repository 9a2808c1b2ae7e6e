/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/writers.h - what the formats share: this room's own. */
#ifndef LDT_OUTPUT_WRITERS_H
#define LDT_OUTPUT_WRITERS_H

#include <json-c/json.h>

#include "output/output.h"

extern const struct ldt_output_format ldt_output_json, ldt_output_csv, ldt_output_folded, ldt_output_speedscope;

/* ---- JSON (json_value.c). Functions that make objects return NULL without memory, and accept NULL as a part that failed. */

/*
 * ldt_json_text - @size bytes as a JSON string; where they are not UTF-8, {"hex": "..."}, so that nothing is lost.
 * ldt_json_value - any value, by its kind; ldt_json_values - a list of them; ldt_json_cell - a value with its aggregation.
 * ldt_json_add - a member; false without memory. @value becomes @object's. ldt_json_add_* - the same of what is named.
 * ldt_json_line - an object that begins with its type. ldt_json_write - one line. 0, or -1 with the handle's error set; puts @object.
 */
struct json_object *ldt_json_text(const char *data, size_t size);
struct json_object *ldt_json_string(const char *text);
struct json_object *ldt_json_value(const dtrace_value_t *value);
struct json_object *ldt_json_values(const dtrace_value_t *values, size_t count);
struct json_object *ldt_json_cell(const dtrace_outcell_t *cell);
bool ldt_json_add(struct json_object *object, const char *name, struct json_object *value);
bool ldt_json_add_number(struct json_object *object, const char *name, int64_t number);
bool ldt_json_add_natural(struct json_object *object, const char *name, uint64_t number);
bool ldt_json_add_text(struct json_object *object, const char *name, const char *text);
struct json_object *ldt_json_line(const char *type);
int ldt_json_write(dtrace_hdl_t *dtp, FILE *out, struct json_object *object);

/* json.c: the line of a loss, of an error. */
struct json_object *ldt_json_drop(const dtrace_dropdata_t *drop);
struct json_object *ldt_json_error(dtrace_hdl_t *dtp, const dtrace_errdata_t *error);

/* ---- values as plain text (value_text.c) */

/* ldt_value_text - one value in a few words, malloc'ed, *@size bytes; NULL without memory. Frames are lines. */
char *ldt_value_text(const dtrace_value_t *value, size_t *size);
/* ldt_cell_number - the one number of a cell: of a distribution how many values it has. */
int64_t ldt_cell_number(const dtrace_outcell_t *cell);
bool ldt_utf8_is_valid(const char *data, size_t size);

/* ---- stacks (samples.c) */

/*
 * A sample: frames from the outermost to the innermost, with a weight. Keys beside stacks are frames below them, or one label.
 */
struct ldt_sample {
	const char **frames; /* ready for a line of folded stacks: no ';', no line end */
	size_t count;
	const char *label; /* "": none */
	const char *name;  /* of the aggregation, or of the action; NULL: unknown */
	int64_t weight;    /* more than 0 */
};
typedef int ldt_sample_f(dtrace_hdl_t *dtp, FILE *out, const struct ldt_sample *sample, void *arg);

/* What had no place in a picture of stacks. */
struct ldt_sample_losses {
	uint64_t records, rows, negative;
};
/*
 * ldt_samples_of_record, ldt_samples_of_row - call @fn for each sample in it; what is none is counted. 0, or -1 with the
 * handle's error set.
 */
int ldt_samples_of_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, ldt_sample_f *fn, void *arg,
			  struct ldt_sample_losses *losses);
int ldt_samples_of_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, ldt_sample_f *fn, void *arg,
		       struct ldt_sample_losses *losses);
void ldt_sample_losses_why(const struct ldt_sample_losses *losses, const char *format, char *buf, size_t size);

#endif
