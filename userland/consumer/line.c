/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/line.c - printf() of integers and strings, as steps. */
#include "consumer/line.h"

#include <stdlib.h>
#include <string.h>

#include "consumer/pieces.h"
#include "consumer/print.h"

enum kind { TEXT_ALONE, DECIMAL, HEX, STRING };

/* Literal text, then a value. */
struct step {
	const char *text; /* the format's */
	size_t size;
	enum kind kind;
	bool is_signed;
	int width;                  /* as ldt_pieces_padded() has it */
	uint32_t offset, data_size; /* of the value in a firing */
};

struct ldt_line {
	size_t count;
	struct step steps[];
};

static bool is_integer(const dtrace_recdesc_t *rec)
{
	bool ok;

	ldt_int(&(uint64_t){ 0 }, rec->size, false, &ok);
	return ok;
}

/* What a conversion does with a value; false: the long way alone knows. */
static bool step_convert(struct step *step, const struct ldt_conv *conv, const dtrace_recdesc_t *rec)
{
	if (rec->action != DTRACEACT_PRINTF || (conv->flags & ~LDT_CONV_LEFT))
		return false;
	step->width = conv->flags & LDT_CONV_LEFT ? -conv->width : conv->width;
	step->offset = rec->offset;
	step->data_size = rec->size;
	switch (conv->conv) {
	case 'd':
	case 'i':
		step->kind = DECIMAL;
		step->is_signed = ldt_rec_signed(rec);
		return is_integer(rec);
	case 'u':
		step->kind = DECIMAL;
		return is_integer(rec);
	case 'x':
	case 'p':
		step->kind = HEX;
		return is_integer(rec);
	case 's':
		step->kind = STRING;
		return conv->size[0] == '\0' && !ldt_rec_is_enum(rec);
	default:
		return false;
	}
}

/* The most bytes that a step prints. */
static size_t step_most(const struct step *step)
{
	size_t value = step->kind == TEXT_ALONE ? 0 : step->kind == STRING ? step->data_size : LDT_PIECES_NUMBER;

	return step->size + DT_MAX(value, (size_t)abs(step->width));
}

/* All of it fits into what is handed over at once, so that lines of several threads stay whole. */
static bool line_fill(struct ldt_line *line, const struct ldt_statement *statement, const struct ldt_format *format)
{
	size_t value = 0, most = 0;

	for (size_t i = 0; i < format->conv_count; i++) {
		const struct ldt_conv *conv = &format->conv[i];
		struct step *step = &line->steps[line->count++];

		*step = (struct step){ .text = conv->prefix, .size = conv->prefix_len };
		if (conv->conv &&
		    (value == statement->value_count || !step_convert(step, conv, statement->values[value++].rec)))
			return false;
		most += step_most(step);
	}
	return most <= LDT_PIECES_SIZE;
}

struct ldt_line *ldt_line_make(const struct ldt_statement *statement, const struct ldt_format *format)
{
	struct ldt_line *line = calloc(1, sizeof(*line) + format->conv_count * sizeof(line->steps[0]));

	if (line && line_fill(line, statement, format))
		return line;
	free(line);
	return NULL;
}

void ldt_line_destroy(struct ldt_line *line)
{
	free(line);
}

static void print_value(struct ldt_pieces *pieces, const struct step *step, const char *data)
{
	bool ok;

	switch (step->kind) {
	case DECIMAL:
		ldt_pieces_decimal(pieces, ldt_int(data, step->data_size, step->is_signed, &ok), step->is_signed,
				   step->width);
		break;
	case HEX:
		ldt_pieces_hex(pieces, (uint64_t)ldt_int(data, step->data_size, false, &ok), step->width);
		break;
	case STRING:
		ldt_pieces_padded(pieces, data, strnlen(data, step->data_size), step->width);
		break;
	case TEXT_ALONE:
		break;
	}
}

void ldt_line_print(const struct ldt_line *line, const char *data, FILE *out)
{
	struct ldt_pieces pieces;

	ldt_pieces_open(&pieces, out);
	for (const struct step *step = line->steps; step < line->steps + line->count; step++) {
		ldt_pieces_add(&pieces, step->text, step->size);
		print_value(&pieces, step, data + step->offset);
	}
	ldt_pieces_flush(&pieces);
}
