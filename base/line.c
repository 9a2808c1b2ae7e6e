/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* line.c - putting a line of text together. */
#include "base/line.h"

#include <stdarg.h>
#include <stdbool.h>

#include "base/text.h"

void dt_line_init(struct dt_line *line, char *buf, size_t size)
{
	line->buf = buf;
	line->size = size;
	line->used = 0;
	if (size > 0)
		buf[0] = '\0';
}

void dt_line_char(struct dt_line *line, char c)
{
	if (line->used + 1 >= line->size)
		return;
	line->buf[line->used++] = c;
	line->buf[line->used] = '\0';
}

void dt_line_text(struct dt_line *line, const char *text)
{
	while (*text)
		dt_line_char(line, *text++);
}

void dt_line_number(struct dt_line *line, uint64_t value, unsigned int base)
{
	char digits[64];
	unsigned int count = 0;

	do {
		digits[count++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	while (count)
		dt_line_char(line, digits[--count]);
}

void dt_line_dec(struct dt_line *line, int64_t value)
{
	if (value < 0)
		dt_line_char(line, '-');
	dt_line_number(line, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
}

void dt_line_hex(struct dt_line *line, uint64_t value)
{
	dt_line_text(line, "0x");
	dt_line_number(line, value, 16);
}

/* ---- formats --------------------------------------------------------------------------------- */

/* One conversion of a format. */
struct conversion {
	bool left;
	bool zero;
	unsigned int width;
	unsigned int longs; /* 0 int, 1 long, 2 long long, 3 size_t */
};

static void line_pad(struct dt_line *line, char c, unsigned int width, size_t length)
{
	for (; length < width; length++)
		dt_line_char(line, c);
}

static void line_field(struct dt_line *line, const struct conversion *conversion, const char *text, size_t length)
{
	size_t at;

	if (!conversion->left)
		line_pad(line, ' ', conversion->width, length);
	for (at = 0; at < length; at++)
		dt_line_char(line, text[at]);
	if (conversion->left)
		line_pad(line, ' ', conversion->width, length);
}

static void line_figure(struct dt_line *line, struct conversion *conversion, uint64_t value, unsigned int base,
			bool negative)
{
	char digits[24];
	size_t at = sizeof(digits);

	do {
		digits[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	if (conversion->zero && !conversion->left) {
		if (negative)
			dt_line_char(line, '-');
		line_pad(line, '0', conversion->width, sizeof(digits) - at + negative);
		conversion->width = 0;
	} else if (negative) {
		digits[--at] = '-';
	}
	line_field(line, conversion, digits + at, sizeof(digits) - at);
}

/* `*`, or digits: a negative width is the flag `-` and a width. */
static const char *parse_width(const char *fmt, struct conversion *conversion, va_list *args)
{
	int width;

	conversion->width = 0;
	if (*fmt == '*') {
		width = va_arg(*args, int);
		conversion->left |= width < 0;
		conversion->width = width < 0 ? 0 - (unsigned int)width : (unsigned int)width;
		return fmt + 1;
	}
	while (*fmt >= '0' && *fmt <= '9')
		conversion->width = conversion->width * 10 + (unsigned int)(*fmt++ - '0');
	return fmt;
}

/* Flags, width and length modifiers; @fmt points after the '%', the result at the conversion letter. */
static const char *parse_conversion(const char *fmt, struct conversion *conversion, va_list *args)
{
	conversion->left = false;
	conversion->zero = false;
	conversion->longs = 0;
	for (;; fmt++) {
		if (*fmt == '-')
			conversion->left = true;
		else if (*fmt == '0')
			conversion->zero = true;
		else
			break;
	}
	fmt = parse_width(fmt, conversion, args);
	while (*fmt == 'l' && conversion->longs < 2) {
		conversion->longs++;
		fmt++;
	}
	if (*fmt == 'z') {
		conversion->longs = 3;
		fmt++;
	}
	return fmt;
}

static uint64_t unsigned_arg(const struct conversion *conversion, va_list *args)
{
	if (conversion->longs == 0)
		return va_arg(*args, unsigned int);
	if (conversion->longs == 1)
		return va_arg(*args, unsigned long);
	if (conversion->longs == 2)
		return va_arg(*args, unsigned long long);
	return va_arg(*args, size_t);
}

static int64_t signed_arg(const struct conversion *conversion, va_list *args)
{
	if (conversion->longs == 0)
		return va_arg(*args, int);
	if (conversion->longs == 1)
		return va_arg(*args, long);
	if (conversion->longs == 2)
		return va_arg(*args, long long);
	return va_arg(*args, ptrdiff_t); /* as wide as size_t */
}

static void line_convert(struct dt_line *line, char letter, struct conversion *conversion, va_list *args)
{
	const char *text;
	int64_t number;
	char c;

	switch (letter) {
	case 's':
		text = va_arg(*args, const char *);
		line_field(line, conversion, text, dt_strlen(text));
		break;
	case 'd':
		number = signed_arg(conversion, args);
		line_figure(line, conversion, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10, number < 0);
		break;
	case 'u':
		line_figure(line, conversion, unsigned_arg(conversion, args), 10, false);
		break;
	case 'x':
		line_figure(line, conversion, unsigned_arg(conversion, args), 16, false);
		break;
	case 'c':
		c = (char)va_arg(*args, int);
		line_field(line, conversion, &c, 1);
		break;
	default:
		dt_line_char(line, letter);
		break;
	}
}

static void line_format(struct dt_line *line, const char *fmt, va_list *args)
{
	struct conversion conversion;

	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			dt_line_char(line, *fmt);
			continue;
		}
		fmt = parse_conversion(fmt + 1, &conversion, args);
		if (!*fmt)
			break;
		line_convert(line, *fmt, &conversion, args);
	}
}

void dt_line_add(struct dt_line *line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	line_format(line, fmt, &args);
	va_end(args);
}

void dt_line_addv(struct dt_line *line, const char *fmt, va_list args)
{
	va_list copy; /* the address of a parameter of this type is of another type on some CPUs */

	va_copy(copy, args);
	line_format(line, fmt, &copy);
	va_end(copy);
}

size_t dt_format_line(char *buf, size_t size, const char *fmt, ...)
{
	struct dt_line line;
	va_list args;

	dt_line_init(&line, buf, size);
	va_start(args, fmt);
	line_format(&line, fmt, &args);
	va_end(args);
	return line.used;
}
