/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/value_text.c - values as plain text, for formats that have no types. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "output/writers.h"

/* The length of the UTF-8 character at @at, 0 when there is none. @left: bytes. */
static size_t utf8_length(const unsigned char *at, size_t left)
{
	static const struct {
		unsigned char first, last; /* of the first byte */
		unsigned char low, high;   /* of the second: no second spelling, no surrogate, nothing above U+10FFFF */
		size_t length;
	} forms[] = {
		{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
		{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
		{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};

	if (at[0] < 0x80)
		return 1;
	for (size_t i = 0; i < DT_ARRAY_SIZE(forms); i++) {
		if (at[0] < forms[i].first || at[0] > forms[i].last)
			continue;
		if (left < forms[i].length || at[1] < forms[i].low || at[1] > forms[i].high)
			return 0;
		for (size_t j = 2; j < forms[i].length; j++) {
			if ((at[j] & 0xc0) != 0x80)
				return 0;
		}
		return forms[i].length;
	}
	return 0;
}

bool ldt_utf8_is_valid(const char *data, size_t size)
{
	size_t length;

	for (size_t at = 0; at < size; at += length) {
		length = utf8_length((const unsigned char *)data + at, size - at);
		if (length == 0)
			return false;
	}
	return true;
}

static void print_list(FILE *out, const dtrace_value_t *value);

static void print_value(FILE *out, const dtrace_value_t *value)
{
	switch (value->kind) {
	case DTRACE_VALUE_NONE:
		break;
	case DTRACE_VALUE_INT:
		fprintf(out, "%" PRId64, value->number);
		break;
	case DTRACE_VALUE_UINT:
		fprintf(out, "%" PRIu64, value->natural);
		break;
	case DTRACE_VALUE_FLOAT:
		fprintf(out, "%.17g", value->real);
		break;
	case DTRACE_VALUE_STRING:
		fwrite(value->bytes.data, 1, value->bytes.size, out);
		break;
	case DTRACE_VALUE_BYTES:
		for (size_t i = 0; i < value->bytes.size; i++)
			fprintf(out, "%02x", (unsigned char)value->bytes.data[i]);
		break;
	case DTRACE_VALUE_ENUM:
		if (value->enumerator.name)
			fputs(value->enumerator.name, out);
		else
			fprintf(out, "%" PRId64, value->enumerator.value);
		break;
	case DTRACE_VALUE_SYMBOL:
		fputs(value->symbol.at.text, out);
		break;
	case DTRACE_VALUE_STACK:
		for (size_t i = 0; i < value->stack.count; i++)
			fprintf(out, "%s%s", i ? "\n" : "", value->stack.frames[i].text);
		break;
	case DTRACE_VALUE_STRUCT:
	case DTRACE_VALUE_ARRAY:
		print_list(out, value);
		break;
	case DTRACE_VALUE_DISTRIBUTION:
		fprintf(out, "%" PRId64, value->distribution.total);
		break;
	}
}

static void print_list(FILE *out, const dtrace_value_t *value)
{
	fputc('{', out);
	for (size_t i = 0; i < value->list.count; i++) {
		fprintf(out, "%s%s%s", i ? ", " : "", value->list.items[i].name ? value->list.items[i].name : "",
			value->list.items[i].name ? " = " : "");
		print_value(out, &value->list.items[i]);
	}
	fputc('}', out);
}

char *ldt_value_text(const dtrace_value_t *value, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	if (!out)
		return NULL;
	print_value(out, value);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

int64_t ldt_cell_number(const dtrace_outcell_t *cell)
{
	switch (cell->value.kind) {
	case DTRACE_VALUE_INT:
		return cell->value.number;
	case DTRACE_VALUE_UINT:
		return (int64_t)DT_MIN(cell->value.natural, (uint64_t)INT64_MAX);
	case DTRACE_VALUE_DISTRIBUTION:
		return cell->value.distribution.total;
	default:
		return 0;
	}
}
