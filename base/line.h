/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * line.h - putting a line of text together without a C library. Text that does not fit is cut, and
 * the line always ends with a NUL. Context of all: process.
 */
#ifndef BASE_LINE_H
#define BASE_LINE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

/* A line that is being put together in memory of the caller's. */
struct dt_line {
	char *buf;
	size_t size;
	size_t used; /* characters, without the NUL */
};

void dt_line_init(struct dt_line *line, char *buf, size_t size);
void dt_line_char(struct dt_line *line, char c);
void dt_line_text(struct dt_line *line, const char *text);
void dt_line_number(struct dt_line *line, uint64_t value, unsigned int base);
void dt_line_dec(struct dt_line *line, int64_t value);  /* -5 */
void dt_line_hex(struct dt_line *line, uint64_t value); /* 0x1f */

/*
 * dt_line_add - append formatted text, as the C library does: %s %d %u %x %c %%, the length modifiers
 * l ll z of the numbers, width (also *), and the flags `0` and `-`.
 */
void dt_line_add(struct dt_line *line, const char *fmt, ...) DT_PRINTF(2, 3);
void dt_line_addv(struct dt_line *line, const char *fmt, va_list args); /* the same */

/* dt_format_line - a whole line, as dt_line_add. Return: length without NUL (cut to size - 1). */
size_t dt_format_line(char *buf, size_t size, const char *fmt, ...) DT_PRINTF(3, 4);

#endif
