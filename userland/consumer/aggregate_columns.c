/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_columns.c - aggregations of numbers for people: straight columns, as wide as their widest cell. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "consumer/aggregate_columns.h"
#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"

#define GAP        2  /* blanks before each column */
#define TEXT_LEAST 12 /* columns that a text keeps when lines are too long */
#define VALUE_MAX  64 /* bytes of a number's text */

bool ldt_columns_wanted(struct dtrace_hdl *dtp, FILE *out)
{
	if (dtp->copts.aggpercpu)
		return false;
	if (dtp->copts.columns_set)
		return dtp->copts.columns;
	return !dtp->copts.compat_set && fileno(out) >= 0 && isatty(fileno(out));
}

bool ldt_columns_fit(const dtrace_aggdata_t *data)
{
	for (unsigned int key = 0; key < ldt_key_count(data); key++) {
		if (ldt_is_stack(ldt_key_rec(data, key)->action))
			return false;
	}
	return !ldt_agg_is_distribution(data);
}

static unsigned int row_cells(const struct ldt_columns *columns)
{
	return columns->keys + columns->values;
}

static int begin(struct ldt_columns *columns, const dtrace_aggdata_t *data, unsigned int values)
{
	columns->keys = ldt_key_count(data);
	columns->values = values;
	columns->is_number = calloc(columns->keys + 1, sizeof(*columns->is_number));
	for (unsigned int key = 0; columns->is_number && key < columns->keys; key++)
		columns->is_number[key] = ldt_key_is_number(ldt_key_rec(data, key));
	return columns->is_number ? 0 : -1;
}

static int make_room(struct ldt_columns *columns)
{
	size_t room = columns->room ? columns->room * 2 : 64;
	char **more;

	if (columns->count + row_cells(columns) <= columns->room)
		return 0;
	while (room < columns->count + row_cells(columns))
		room *= 2;
	more = realloc(columns->cells, room * sizeof(*more));
	if (!more)
		return -1;
	columns->cells = more;
	columns->room = room;
	return 0;
}

/* Columns that a text takes: bytes of UTF-8 that continue a character take none. */
static size_t text_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

static int add_cell(struct ldt_columns *columns, char *text)
{
	if (!text)
		return -1;
	columns->cells[columns->count++] = text;
	return 0;
}

int ldt_columns_add(struct dtrace_hdl *dtp, struct ldt_columns *columns, const dtrace_aggdata_t *key_entry,
		    const dtrace_aggdata_t *const *data, unsigned int values)
{
	size_t before = columns->count;
	int result = columns->is_number ? 0 : begin(columns, key_entry, values);

	if (result == 0)
		result = make_room(columns);
	for (unsigned int key = 0; result == 0 && key < columns->keys; key++)
		result = add_cell(columns, ldt_key_text(dtp, key_entry, key));
	for (unsigned int value = 0; result == 0 && value < values; value++) {
		char text[VALUE_MAX];

		result = dtrace_aggvalue2str(data[value], text, sizeof(text)) ? add_cell(columns, strdup(text)) : -1;
	}
	if (result == 0)
		return 0;
	while (columns->count > before)
		free(columns->cells[--columns->count]);
	return ldt_set_errno(dtp, EDT_NOMEM);
}

static bool is_text(const struct ldt_columns *columns, unsigned int column)
{
	return column < columns->keys && !columns->is_number[column];
}

static void find_widths(const struct ldt_columns *columns, size_t *widths)
{
	for (size_t i = 0; i < columns->count; i++) {
		unsigned int column = (unsigned int)(i % row_cells(columns));

		widths[column] = DT_MAX(widths[column], text_width(columns->cells[i]));
	}
}

/* Take columns from the widest text again and again, until the line fits or no text can be shorter. */
static void shrink(const struct ldt_columns *columns, size_t *widths, size_t width)
{
	size_t line = 0;

	for (unsigned int column = 0; column < row_cells(columns); column++)
		line += GAP + widths[column];
	while (line > width) {
		unsigned int widest = row_cells(columns);

		for (unsigned int column = 0; column < columns->keys; column++) {
			if (is_text(columns, column) && widths[column] > TEXT_LEAST &&
			    (widest == row_cells(columns) || widths[column] > widths[widest]))
				widest = column;
		}
		if (widest == row_cells(columns))
			return;
		widths[widest]--;
		line--;
	}
}

/* The place in a text after its first @width columns. */
static const char *after_columns(const char *text, size_t width)
{
	while (*text && (width > 0 || ((unsigned char)*text & 0xc0) == 0x80)) {
		width -= ((unsigned char)*text & 0xc0) != 0x80;
		text++;
	}
	return text;
}

/* A text in its column; a longer one without its middle: what tells names apart is often their end. */
static void print_text(FILE *out, const char *text, size_t width, bool is_last)
{
	size_t own = text_width(text);

	if (own > width) {
		size_t head = (width - 3) / 2, tail = width - 3 - head;

		fprintf(out, "%.*s...%s", (int)(after_columns(text, head) - text), text,
			after_columns(text, own - tail));
		own = width;
	} else {
		fputs(text, out);
	}
	if (!is_last)
		fprintf(out, "%*s", (int)(width - own), "");
}

void ldt_columns_print(const struct ldt_columns *columns, FILE *out, unsigned int width)
{
	unsigned int cells = row_cells(columns);
	size_t *widths = calloc(cells + 1, sizeof(*widths));

	if (widths)
		find_widths(columns, widths);
	if (widths && width)
		shrink(columns, widths, width);
	for (size_t i = 0; i < columns->count; i++) {
		unsigned int column = (unsigned int)(i % cells);
		size_t own = widths ? widths[column] : text_width(columns->cells[i]);

		fprintf(out, "%*s", GAP, "");
		if (is_text(columns, column))
			print_text(out, columns->cells[i], own, column + 1 == cells);
		else
			fprintf(out, "%*s", (int)own, columns->cells[i]);
		if (column + 1 == cells)
			fputc('\n', out);
	}
	free(widths);
}

unsigned int ldt_columns_width(FILE *out)
{
	struct winsize size;

	return fileno(out) >= 0 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void ldt_columns_free(struct ldt_columns *columns)
{
	for (size_t i = 0; i < columns->count; i++)
		free(columns->cells[i]);
	free(columns->cells);
	free(columns->is_number);
}
