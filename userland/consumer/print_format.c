/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/print_format.c - records printed by a parsed format: printf(), printa() with a format,
 * the texts of system() and freopen().
 *
 * A conversion adapts to its argument: the record says how wide the value is and whether its type is signed. Integers
 * are handed to the C library as long long with the flags, width and precision of the conversion.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"
#include "consumer/pieces.h"
#include "consumer/print.h"

#define TEXT_SIZE 1024

/* The progress of printing: the arguments that are left. */
struct printer {
	struct dtrace_hdl *dtp;
	struct ldt_pieces pieces;
	const struct ldt_format_args *args;
	size_t value, agg;
};

/* One conversion with its width and precision settled. */
struct piece {
	const struct ldt_conv *conv;
	unsigned int flags;
	int width, precision;
};

/* "%-#0*.*" and what follows; with a precision of -1 the C library takes none. */
static void build_spec(const struct piece *piece, const char *tail, char *spec)
{
	static const struct {
		unsigned int flag;
		char letter;
	} flags[] = { { LDT_CONV_ALT, '#' },  { LDT_CONV_ZERO, '0' },  { LDT_CONV_LEFT, '-' },
		      { LDT_CONV_SIGN, '+' }, { LDT_CONV_SPACE, ' ' }, { LDT_CONV_GROUP, '\'' } };

	*spec++ = '%';
	for (size_t i = 0; i < DT_ARRAY_SIZE(flags); i++) {
		if (piece->flags & flags[i].flag)
			*spec++ = flags[i].letter;
	}
	strcpy(spec, "*.*");
	strcpy(spec + 3, tail);
}

/* With a width at most: what most conversions of numbers are, and what pieces.c makes. */
static bool is_plain(const struct piece *piece)
{
	const unsigned int others = LDT_CONV_ALT | LDT_CONV_ZERO | LDT_CONV_SIGN | LDT_CONV_SPACE | LDT_CONV_GROUP;

	return (piece->flags & others) == 0 && piece->precision < 0;
}

/* The width as ldt_pieces_padded() has it. */
static int padding(const struct piece *piece)
{
	return piece->flags & LDT_CONV_LEFT ? -abs(piece->width) : piece->width;
}

/* @size bytes; of them as many as the precision says. */
static void print_bytes(struct printer *printer, const struct piece *piece, const char *text, size_t size)
{
	if (piece->precision >= 0)
		size = DT_MIN(size, (size_t)piece->precision);
	ldt_pieces_padded(&printer->pieces, text, size, padding(piece));
}

static void print_text(struct printer *printer, const struct piece *piece, const char *text)
{
	print_bytes(printer, piece, text, strlen(text));
}

static void print_number(struct printer *printer, const struct piece *piece, int64_t value, bool is_signed)
{
	char conv = piece->conv->conv, tail[4] = { 'l', 'l', conv, '\0' }, spec[24];
	bool is_decimal = conv == 'd' || conv == 'i';

	if (is_plain(piece) && (is_decimal || conv == 'u')) {
		ldt_pieces_decimal(&printer->pieces, value, is_signed && is_decimal, padding(piece));
		return;
	}
	if (is_plain(piece) && (conv == 'x' || conv == 'p')) {
		ldt_pieces_hex(&printer->pieces, (uint64_t)value, padding(piece));
		return;
	}
	if (is_decimal)
		tail[2] = is_signed ? 'd' : 'u';
	if (conv == 'p')
		tail[2] = 'x';
	build_spec(piece, tail, spec);
	fprintf(ldt_pieces_stream(&printer->pieces), spec, piece->width, piece->precision, (long long)value);
}

/* One byte as C source text would have it; bytes written. */
static size_t escape(unsigned char byte, char *to)
{
	static const char plain[] = "\a\b\f\n\r\t\v\\\"", letters[] = "abfnrtv\\\"";
	const char *found = byte ? strchr(plain, byte) : NULL;

	if (found) {
		to[0] = '\\';
		to[1] = letters[found - plain];
		return 2;
	}
	if (byte == '\0') {
		memcpy(to, "\\0", 2);
		return 2;
	}
	if (byte >= ' ' && byte <= '~') {
		to[0] = (char)byte;
		return 1;
	}
	return (size_t)sprintf(to, "\\%03o", byte);
}

static int print_escaped(struct printer *printer, const struct piece *piece, const char *data, size_t size)
{
	char *text = malloc(size * 4 + 1), *at = text;

	if (!text)
		return ldt_set_errno(printer->dtp, EDT_NOMEM);
	for (size_t i = 0; i < size; i++)
		at += escape((unsigned char)data[i], at);
	*at = '\0';
	print_text(printer, piece, text);
	free(text);
	return 0;
}

/* The name of an enumerator; the number where it has none. */
static int print_enumerator(struct printer *printer, const struct piece *piece, const struct ldt_value *value)
{
	int64_t number;
	const char *name = ldt_value_enumerator(printer->dtp, *value, &number);
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)number);
	print_text(printer, piece, name ? name : text);
	return 0;
}

static int print_string(struct printer *printer, const struct piece *piece, const struct ldt_value *value)
{
	size_t length = strnlen(value->data, value->rec->size);

	if (ldt_rec_is_enum(value->rec))
		return print_enumerator(printer, piece, value);
	if (piece->conv->conv == 'S')
		return print_escaped(printer, piece, value->data, length);
	print_bytes(printer, piece, value->data, length);
	return 0;
}

/* Wide characters are written as UTF-8, whatever the locale of the process is. */
static size_t utf8(uint32_t c, char *to)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xe0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 0x3f));
		to[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	to[0] = (char)(0xf0 | (c >> 18 & 7));
	to[1] = (char)(0x80 | (c >> 12 & 0x3f));
	to[2] = (char)(0x80 | (c >> 6 & 0x3f));
	to[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

static int print_wide(struct printer *printer, const struct piece *piece, const struct ldt_value *value)
{
	size_t count = value->rec->size / sizeof(uint32_t);
	char *text = malloc(count * 4 + 1), *at = text;

	if (!text)
		return ldt_set_errno(printer->dtp, EDT_NOMEM);
	for (size_t i = 0; i < count; i++) {
		uint32_t c;

		memcpy(&c, value->data + i * sizeof(c), sizeof(c));
		if (c == 0)
			break;
		at += utf8(c, at);
	}
	*at = '\0';
	print_text(printer, piece, text);
	free(text);
	return 0;
}

static int print_character(struct printer *printer, const struct piece *piece, int64_t value)
{
	char text[8];
	struct piece plain = *piece;

	plain.precision = -1;
	if (piece->conv->conv == 'C') {
		text[escape((unsigned char)value, text)] = '\0';
		print_text(printer, &plain, text);
	} else if (piece->conv->size[0] == 'l' || piece->conv->size[0] == 'w') {
		text[utf8((uint32_t)value, text)] = '\0';
		print_text(printer, &plain, text);
	} else {
		text[0] = (char)value;
		print_bytes(printer, &plain, text, 1);
	}
	return 0;
}

static int print_time(struct printer *printer, const struct piece *piece, uint64_t nanoseconds)
{
	time_t seconds = (time_t)(nanoseconds / 1000000000);
	struct tm tm;
	char text[64];

	if (!localtime_r(&seconds, &tm) ||
	    strftime(text, sizeof(text), piece->conv->conv == 'Y' ? "%Y %b %e %H:%M:%S" : "%a, %d %b %Y %H:%M:%S %Z",
		     &tm) == 0)
		snprintf(text, sizeof(text), "%llu", (unsigned long long)nanoseconds);
	print_text(printer, piece, text);
	return 0;
}

/* float, double or long double, after the size of the data; aggregations are divided by their normal before. */
static int print_float(struct printer *printer, const struct piece *piece, const struct ldt_value *value)
{
	char tail[3] = { 'L', piece->conv->conv, '\0' }, spec[24];
	long double number = 0;
	double d;
	float f;

	if (value->rec->size == sizeof(f)) {
		memcpy(&f, value->data, sizeof(f));
		number = f;
	} else if (value->rec->size == sizeof(d)) {
		memcpy(&d, value->data, sizeof(d));
		number = d;
	} else if (value->rec->size == sizeof(number)) {
		memcpy(&number, value->data, sizeof(number));
	} else {
		return ldt_set_errno(printer->dtp, EDT_BADREC);
	}
	build_spec(piece, tail, spec);
	fprintf(ldt_pieces_stream(&printer->pieces), spec, piece->width, piece->precision, number);
	return 0;
}

static int print_address(struct printer *printer, const struct piece *piece, uint64_t addr)
{
	char text[TEXT_SIZE];

	if (piece->conv->conv == 'a')
		dtrace_addr2str(printer->dtp, addr, text, sizeof(text));
	else
		ldt_user_address_text(printer->dtp, 0, addr, true, text, sizeof(text));
	print_text(printer, piece, text);
	return 0;
}

static int print_integer_piece(struct printer *printer, const struct piece *piece, int64_t number, bool is_signed)
{
	switch (piece->conv->conv) {
	case 'a':
	case 'A':
		return print_address(printer, piece, (uint64_t)number);
	case 'c':
	case 'C':
		return print_character(printer, piece, number);
	case 'T':
	case 'Y':
		return print_time(printer, piece, (uint64_t)number);
	case 's':
	case 'S':
	case 'k':
		return ldt_set_errno(printer->dtp, EDT_BADREC);
	default:
		print_number(printer, piece, number, is_signed);
		return 0;
	}
}

static int print_symbolic(struct printer *printer, const struct piece *piece, const struct ldt_value *value)
{
	char text[TEXT_SIZE];

	if (ldt_is_stack(value->rec->action))
		return ldt_print_stack(printer->dtp, ldt_pieces_stream(&printer->pieces), *value,
				       piece->width ? piece->width : -1);
	ldt_symbol_text(printer->dtp, *value, text, sizeof(text));
	if (value->rec->action == DTRACEACT_SYM && piece->conv->conv == 'a') {
		uint64_t addr;

		memcpy(&addr, value->data, sizeof(addr));
		dtrace_addr2str(printer->dtp, addr, text, sizeof(text));
	}
	print_text(printer, piece, text);
	return 0;
}

static int print_value(struct printer *printer, const struct piece *piece, const struct ldt_value *value)
{
	bool is_signed = ldt_rec_signed(value->rec), ok;
	int64_t number;
	char conv = piece->conv->conv;

	if (ldt_is_symbolic(value->rec->action))
		return print_symbolic(printer, piece, value);
	switch (conv) {
	case 'e':
	case 'E':
	case 'f':
	case 'g':
	case 'G':
		return print_float(printer, piece, value);
	case 's':
	case 'S':
		if (conv == 's' && (piece->conv->size[0] == 'w' || piece->conv->size[0] == 'l'))
			return print_wide(printer, piece, value);
		return print_string(printer, piece, value);
	default:
		break;
	}
	number = ldt_int(value->data, value->rec->size, is_signed, &ok);
	if (!ok)
		return ldt_print_bytes(printer->dtp, ldt_pieces_stream(&printer->pieces), value->data, value->rec->size,
				       33, true, false);
	if (conv != 'd' && conv != 'i' && strchr("ouxXp", conv) && value->rec->size < sizeof(number))
		number &= (int64_t)((1ull << value->rec->size * 8) - 1);
	return print_integer_piece(printer, piece, number, is_signed);
}

static int print_agg(struct printer *printer, const struct piece *piece, const dtrace_aggdata_t *data)
{
	if (!data) {
		if (strchr("diouxXpcC", piece->conv->conv))
			print_number(printer, piece, 0, true);
		return 0;
	}
	if (ldt_agg_is_distribution(data))
		return ldt_print_agg_value(printer->dtp, ldt_pieces_stream(&printer->pieces), data);
	if (strchr("eEfgG", piece->conv->conv)) {
		char tail[2] = { piece->conv->conv, '\0' }, spec[24];

		build_spec(piece, tail, spec);
		fprintf(ldt_pieces_stream(&printer->pieces), spec, piece->width, piece->precision,
			(double)ldt_agg_scalar(data));
		return 0;
	}
	return print_integer_piece(printer, piece, ldt_agg_scalar(data), true);
}

/* The next argument, if there is one, as a width or precision. 0 or -1. */
static int next_size(struct printer *printer, const char *what, int *ret)
{
	const struct ldt_value *value;
	int64_t size;
	bool ok;

	if (printer->value >= printer->args->value_count)
		return 0;
	value = &printer->args->values[printer->value++];
	size = ldt_int(value->data, value->rec->size, ldt_rec_signed(value->rec), &ok);
	if (size > LDT_FORMAT_WIDTH_MAX || size < -LDT_FORMAT_WIDTH_MAX)
		return ldt_set_error(printer->dtp, EDT_BADFORMAT, "a %s of %lld (*) is too large: %d is the most", what,
				     (long long)size, LDT_FORMAT_WIDTH_MAX);
	*ret = (int)size;
	return 0;
}

static int piece_settle(struct printer *printer, const struct ldt_conv *conv, struct piece *piece)
{
	*piece = (struct piece){ .conv = conv, .flags = conv->flags, .width = conv->width, .precision = -1 };
	if (conv->flags & LDT_CONV_HASPREC)
		piece->precision = conv->precision;
	if ((conv->flags & LDT_CONV_DYNWIDTH) && next_size(printer, "width", &piece->width) == -1)
		return -1;
	if (conv->flags & LDT_CONV_PTRWIDTH)
		piece->width = printer->dtp->conf.word_size == 4 ? 8 : 16;
	if ((conv->flags & LDT_CONV_DYNPREC) && next_size(printer, "precision", &piece->precision) == -1)
		return -1;
	if (piece->precision == 0 && !strchr("eEfgG", conv->conv))
		piece->precision = -1; /* in D no precision: a whole string, a 0 for zero */
	return 0;
}

static int print_piece(struct printer *printer, const struct ldt_conv *conv)
{
	const struct ldt_format_args *args = printer->args;
	struct piece piece;

	if (piece_settle(printer, conv, &piece) == -1)
		return -1;
	if (conv->flags & LDT_CONV_AGG) {
		const dtrace_aggdata_t *data = printer->agg < args->agg_count ? args->aggs[printer->agg] : NULL;

		if (printer->agg + 1 < args->agg_count) /* more conversions than aggregations show the last one again */
			printer->agg++;
		return print_agg(printer, &piece, data);
	}
	if (printer->value >= args->value_count)
		return 0;
	return print_value(printer, &piece, &args->values[printer->value++]);
}

int ldt_format_print(struct dtrace_hdl *dtp, FILE *out, const struct ldt_format *format,
		     const struct ldt_format_args *args)
{
	struct printer printer;
	int result = 0;

	printer.dtp = dtp;
	printer.args = args;
	printer.value = printer.agg = 0;
	ldt_pieces_open(&printer.pieces, out);
	flockfile(out);
	for (size_t i = 0; result == 0 && i < format->conv_count; i++) {
		const struct ldt_conv *conv = &format->conv[i];

		if (conv->prefix_len > 0)
			ldt_pieces_add(&printer.pieces, conv->prefix, conv->prefix_len);
		if (conv->conv)
			result = print_piece(&printer, conv);
	}
	ldt_pieces_flush(&printer.pieces);
	funlockfile(out);
	return result;
}
