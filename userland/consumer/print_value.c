/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/print_value.c - values of records without a format: integers, strings, bytes, raw dumps. */
#include <ctype.h>
#include <string.h>

#include "consumer/pieces.h"
#include "consumer/print.h"
#include "consumer/typed_part.h"

int64_t ldt_int(const void *data, size_t size, bool is_signed, bool *ok)
{
	uint64_t u64;
	uint32_t u32;
	uint16_t u16;
	uint8_t u8;

	*ok = true;
	switch (size) {
	case 8:
		memcpy(&u64, data, sizeof(u64));
		return (int64_t)u64;
	case 4:
		memcpy(&u32, data, sizeof(u32));
		return is_signed ? (int32_t)u32 : (int64_t)u32;
	case 2:
		memcpy(&u16, data, sizeof(u16));
		return is_signed ? (int16_t)u16 : (int64_t)u16;
	case 1:
		memcpy(&u8, data, sizeof(u8));
		return is_signed ? (int8_t)u8 : (int64_t)u8;
	default:
		*ok = false;
		return 0;
	}
}

enum ldt_shows ldt_action_shows(unsigned int action)
{
	switch (action) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return LDT_SHOWS_##shows;
#include "../../spec/action.def"
	}
	return LDT_SHOWS_NOTHING; /* an aggregating function, or nothing that this library knows */
}

bool ldt_is_formatted(unsigned int action)
{
	return ldt_action_shows(action) == LDT_SHOWS_FORMAT;
}

uint32_t ldt_rec_flags(const dtrace_recdesc_t *rec)
{
	if (ldt_is_formatted(rec->action))
		return (uint32_t)(rec->arg >> 32);
	return rec->action == DTRACEACT_DIFEXPR ? (uint32_t)rec->arg : 0;
}

bool ldt_rec_is_enum(const dtrace_recdesc_t *rec)
{
	return DTRACE_EXPR_ENUM_OF(ldt_rec_flags(rec)) != 0;
}

const char *ldt_value_enumerator(struct dtrace_hdl *dtp, struct ldt_value value, int64_t *number)
{
	const struct ldt_type *type = ldt_printed_type(dtp, DTRACE_EXPR_ENUM_OF(ldt_rec_flags(value.rec)));
	bool ok;

	*number = ldt_int(value.data, value.rec->size, ldt_rec_signed(value.rec), &ok);
	return type ? ldt_enumerator_name(type, *number) : NULL; /* of a program compiled elsewhere: no names */
}

bool ldt_rec_signed(const dtrace_recdesc_t *rec)
{
	return DTRACEACT_ISAGG(rec->action) || (ldt_rec_flags(rec) & DTRACE_EXPR_SIGNED);
}

/* Column width of an integer of @size bytes, by lineage. */
static int integer_width(const struct dtrace_hdl *dtp, size_t size, bool is_signed)
{
	switch (size) {
	case 8:
		return !dtp->copts.oracle_compat ? 16 : is_signed ? 19 : 20;
	case 4:
		return dtp->copts.oracle_compat ? 10 : 8;
	case 2:
		return 5;
	default:
		return 3;
	}
}

static int print_integer(struct dtrace_hdl *dtp, FILE *out, int64_t value, size_t size, bool is_signed, bool quiet)
{
	struct ldt_pieces pieces;

	ldt_pieces_open(&pieces, out);
	if (!quiet)
		ldt_pieces_add(&pieces, " ", 1);
	ldt_pieces_decimal(&pieces, value, is_signed, quiet ? 0 : integer_width(dtp, size, is_signed));
	ldt_pieces_flush(&pieces);
	return 0;
}

int ldt_print_raw(FILE *out, const char *data, size_t size)
{
	fprintf(out, "\n%*s      ", 5, "");
	for (int column = 0; column < 16; column++)
		fprintf(out, "  %c", "0123456789abcdef"[column]);
	fprintf(out, "  0123456789abcdef\n");
	for (size_t row = 0; row < size; row += 16) {
		size_t columns = DT_MIN(size - row, (size_t)16);

		fprintf(out, "%*s%5zx:", 5, "", row);
		for (size_t i = 0; i < 16; i++) {
			if (i < columns)
				fprintf(out, " %02x", (unsigned char)data[row + i]);
			else
				fputs("   ", out);
		}
		fputs("  ", out);
		for (size_t i = 0; i < columns; i++) {
			unsigned char byte = (unsigned char)data[row + i];

			fputc(byte < ' ' || byte > '~' ? '.' : byte, out);
		}
		fputc('\n', out);
	}
	return 0;
}

bool ldt_looks_like_text(const char *data, size_t size)
{
	size_t i = 0;

	while (i < size && (isprint((unsigned char)data[i]) || isspace((unsigned char)data[i]) || data[i] == '\b' ||
			    data[i] == '\a'))
		i++;
	if (i == 0)
		return false;
	while (i < size && data[i] == '\0')
		i++;
	return i == size;
}

int ldt_print_bytes(struct dtrace_hdl *dtp, FILE *out, const char *data, size_t size, int width, bool quiet,
		    bool is_string)
{
	size_t length = strnlen(data, size);
	struct ldt_pieces pieces;

	if (ldt_option(dtp, LDT_OPT_RAWBYTES) || (!is_string && !ldt_looks_like_text(data, size)))
		return ldt_print_raw(out, data, size);
	ldt_pieces_open(&pieces, out);
	if (!quiet)
		ldt_pieces_add(&pieces, "  ", 2);
	ldt_pieces_padded(&pieces, data, length, quiet ? 0 : -width);
	ldt_pieces_flush(&pieces);
	return 0;
}

/*
 * Strings are text whatever they hold; arrays of char are so in Oracle's layout, in illumos' when
 * they look like it.
 */
bool ldt_is_text(const struct dtrace_hdl *dtp, uint32_t flags)
{
	return (flags & DTRACE_EXPR_STRING) && (dtp->copts.oracle_compat || !(flags & DTRACE_EXPR_BYREF));
}

int ldt_print_trace(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet)
{
	uint32_t flags = ldt_rec_flags(value.rec);
	bool is_string = ldt_is_text(dtp, flags), by_ref = flags & DTRACE_EXPR_BYREF, ok;
	bool is_signed = ldt_rec_signed(value.rec);
	int64_t number;
	int result;

	result = ldt_print_symbolic(dtp, out, value, quiet);
	if (result <= 0)
		return result;
	if (value.rec->action == DTRACEACT_TRACEMEM)
		return ldt_print_raw(out, value.data, value.rec->size);
	number = ldt_int(value.data, value.rec->size, is_signed, &ok);
	if (by_ref && !is_string && dtp->copts.oracle_compat)
		return ldt_print_raw(out, value.data, value.rec->size);
	if (!ok || is_string || by_ref)
		return ldt_print_bytes(dtp, out, value.data, value.rec->size, 33, quiet, is_string);
	return print_integer(dtp, out, number, value.rec->size, is_signed, quiet);
}
