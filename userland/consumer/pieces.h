/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/pieces.h - short pieces of text on their way to a stream: they are gathered, and the stream gets several at
 * once. The C library takes hundreds of instructions for a number and a hundred for a call; a line is a few of each.
 *
 *      struct ldt_pieces pieces;
 *
 *      ldt_pieces_open(&pieces, out);
 *      ldt_pieces_add(...), ldt_pieces_decimal(...) ...
 *      fprintf(ldt_pieces_stream(&pieces), ...);        what no function here makes
 *      ldt_pieces_flush(&pieces);
 */
#ifndef LDT_CONSUMER_PIECES_H
#define LDT_CONSUMER_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define LDT_PIECES_SIZE   1024 /* bytes that are gathered: what has no more reaches the stream in one call */
#define LDT_PIECES_NUMBER 24   /* bytes that any number has room in, with its sign */

struct ldt_pieces {
	FILE *out;
	size_t size; /* bytes of text that @out does not have yet */
	char text[LDT_PIECES_SIZE];
};

/* ldt_pieces_open - nothing is gathered yet, for @out, which stays the caller's. */
void ldt_pieces_open(struct ldt_pieces *pieces, FILE *out);
/* ldt_pieces_flush - @out has all that was added. ldt_pieces_stream - the same, and @out, to be written to. */
void ldt_pieces_flush(struct ldt_pieces *pieces);
FILE *ldt_pieces_stream(struct ldt_pieces *pieces);

/* ldt_pieces_add - @size bytes of any kind, of any length. A few, such as a newline, cost less than a call. */
void ldt_pieces_add_long(struct ldt_pieces *pieces, const char *text, size_t size);
static inline void ldt_pieces_add(struct ldt_pieces *pieces, const char *text, size_t size)
{
	if (size > 4 || size > sizeof(pieces->text) - pieces->size) {
		ldt_pieces_add_long(pieces, text, size);
		return;
	}
	while (size-- > 0)
		pieces->text[pieces->size++] = *text++;
}
/* ldt_pieces_padded - the same in @width columns of a byte each, at their right; of a negative width, at their left. */
void ldt_pieces_padded(struct ldt_pieces *pieces, const char *text, size_t size, int width);

/* ldt_pieces_decimal - as "%*lld" and "%*llu" do. ldt_pieces_hex - as "%*llx" does. */
void ldt_pieces_decimal(struct ldt_pieces *pieces, int64_t value, bool is_signed, int width);
void ldt_pieces_hex(struct ldt_pieces *pieces, uint64_t value, int width);

#endif
