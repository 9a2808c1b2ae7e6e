/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/format.h - printf strings, parsed: the compiler checks by them, the consumer prints by them. */
#ifndef LDT_PROGRAM_FORMAT_H
#define LDT_PROGRAM_FORMAT_H

#include "handle/handle.h"

enum ldt_conv_flag {
	LDT_CONV_ALT = 1,
	LDT_CONV_ZERO = 2,
	LDT_CONV_LEFT = 4,
	LDT_CONV_SIGN = 8,
	LDT_CONV_SPACE = 16,
	LDT_CONV_GROUP = 32,
	LDT_CONV_DYNWIDTH = 64,
	LDT_CONV_DYNPREC = 128,
	LDT_CONV_AGG = 256,
	LDT_CONV_PTRWIDTH = 512,
	LDT_CONV_HASPREC = 1024
};

#define LDT_FORMAT_WIDTH_MAX 65536 /* of a width, a precision: written in the format or given by an argument */

/* One piece of a format: literal text, then at most one conversion. */
struct ldt_conv {
	char *prefix; /* literal text before it, escapes already resolved; owned by the format */
	size_t prefix_len;
	/* conversion character, 0: none (end of the format); '%' never appears (it is literal) */
	char conv;
	char size[3];       /* "", "h", "hh", "l", "ll", "L", "w" */
	unsigned int flags; /* enum ldt_conv_flag */
	int width;          /* 0: none */
	int precision;
	bool is_unsigned; /* set by the compiler for d/i when the argument's type is unsigned */
};
struct ldt_format {
	char *text; /* as written */
	struct ldt_conv *conv;
	size_t conv_count; /* entries, the last has conv 0 */
	size_t arg_count;  /* arguments consumed by conversions and dynamic widths, %@ ones not counted */
};
/*
 * ldt_format_parse - parse a format. On failure returns NULL and *why (constant or handle-owned
 * text: "format conversion #2 ..."). ldt_format_text - the text to send to the core: d/i conversions
 * of unsigned arguments become u; malloc'ed.
 */
struct ldt_format *ldt_format_parse(struct dtrace_hdl *dtp, const char *text, const char **why);
void ldt_format_destroy(struct ldt_format *format);
char *ldt_format_text(struct dtrace_hdl *dtp, const struct ldt_format *format);

#endif
