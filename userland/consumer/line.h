/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/line.h - the short way of most printf(): integers and strings in a text, each with a width at most. What is
 * to be done for a firing is found once for each clause, as steps; print_format.c is the long way, of every format, and
 * prints the same.
 */
#ifndef LDT_CONSUMER_LINE_H
#define LDT_CONSUMER_LINE_H

#include <stdio.h>

#include "consumer/statement.h"

struct ldt_line;

/*
 * ldt_line_make - the steps of a statement.
 * args:    @statement of printf(), with its values' records; they and @format stay borrowed.
 * return:  malloc'ed, for ldt_line_destroy(); NULL: only the long way prints it, or no memory.
 */
struct ldt_line *ldt_line_make(const struct ldt_statement *statement, const struct ldt_format *format);
void ldt_line_destroy(struct ldt_line *line); /* NULL is accepted */

/* ldt_line_print - the text of the firing whose records are at @data, to @out, in one call. */
void ldt_line_print(const struct ldt_line *line, const char *data, FILE *out);

#endif
