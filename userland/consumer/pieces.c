/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/pieces.c - text gathered for a stream. */
#include "consumer/pieces.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE LDT_PIECES_NUMBER

void ldt_pieces_open(struct ldt_pieces *pieces, FILE *out)
{
	pieces->out = out;
	pieces->size = 0;
}

void ldt_pieces_flush(struct ldt_pieces *pieces)
{
	if (pieces->size)
		fwrite(pieces->text, 1, pieces->size, pieces->out);
	pieces->size = 0;
}

FILE *ldt_pieces_stream(struct ldt_pieces *pieces)
{
	ldt_pieces_flush(pieces);
	return pieces->out;
}

void ldt_pieces_add_long(struct ldt_pieces *pieces, const char *text, size_t size)
{
	if (size > sizeof(pieces->text) - pieces->size)
		ldt_pieces_flush(pieces);
	if (size > sizeof(pieces->text)) {
		fwrite(text, 1, size, pieces->out);
		return;
	}
	memcpy(pieces->text + pieces->size, text, size);
	pieces->size += size;
}

static void add_spaces(struct ldt_pieces *pieces, size_t count)
{
	static const char spaces[] = "                                ";

	for (; count >= sizeof(spaces); count -= sizeof(spaces) - 1)
		ldt_pieces_add(pieces, spaces, sizeof(spaces) - 1);
	ldt_pieces_add(pieces, spaces, count);
}

void ldt_pieces_padded(struct ldt_pieces *pieces, const char *text, size_t size, int width)
{
	size_t columns = (size_t)llabs(width), missing = columns > size ? columns - size : 0;

	if (missing && width > 0)
		add_spaces(pieces, missing);
	ldt_pieces_add(pieces, text, size);
	if (missing && width < 0)
		add_spaces(pieces, missing);
}

/* The digits of @value end at @end; where they begin. */
static char *decimal_digits(uint64_t value, char *end)
{
	static const char pairs[] =
		"00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
		"49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
		"9899";

	for (; value >= 100; value /= 100) {
		end -= 2;
		memcpy(end, pairs + value % 100 * 2, 2);
	}
	if (value >= 10) {
		end -= 2;
		memcpy(end, pairs + value * 2, 2);
		return end;
	}
	*--end = (char)('0' + value);
	return end;
}

/* A number that ends at @digits + NUMBER_SIZE. What follows is copied, too: a size that is known takes no call. */
static void add_number(struct ldt_pieces *pieces, const char *at, const char *digits, int width)
{
	size_t size = (size_t)(digits + NUMBER_SIZE - at);

	if (width || sizeof(pieces->text) - pieces->size < NUMBER_SIZE) {
		ldt_pieces_padded(pieces, at, size, width);
		return;
	}
	memcpy(pieces->text + pieces->size, at, NUMBER_SIZE);
	pieces->size += size;
}

void ldt_pieces_decimal(struct ldt_pieces *pieces, int64_t value, bool is_signed, int width)
{
	bool is_negative = is_signed && value < 0;
	char digits[NUMBER_SIZE * 2],
		*at = decimal_digits(is_negative ? -(uint64_t)value : (uint64_t)value, digits + NUMBER_SIZE);

	if (is_negative)
		*--at = '-';
	add_number(pieces, at, digits, width);
}

void ldt_pieces_hex(struct ldt_pieces *pieces, uint64_t value, int width)
{
	char digits[NUMBER_SIZE * 2], *at = digits + NUMBER_SIZE;

	do {
		*--at = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	add_number(pieces, at, digits, width);
}
