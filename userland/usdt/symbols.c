/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/symbols.c - two sorted tables; see symbols.h. */
#include <stdlib.h>
#include <string.h>

#include "usdt/symbols.h"

#define BACK_MAX 16 /* symbols before an address that are asked whether it is in them */

struct symbol {
	const char *name;
	uint64_t value, size;
	uint32_t order; /* in the file: of two equal ones the first counts */
	bool is_function;
};

struct table {
	struct symbol *rows;
	size_t count, room;
};

struct ldt_usdt_symbols {
	struct table by_name, by_addr; /* all that are defined; functions that have a size */
};

static bool add(struct table *table, const struct symbol *row)
{
	if (table->count == table->room) {
		size_t room = table->room ? 2 * table->room : 256;
		struct symbol *more = realloc(table->rows, room * sizeof(*more));

		if (!more)
			return false;
		table->rows = more;
		table->room = room;
	}
	table->rows[table->count] = *row;
	table->rows[table->count].order = (uint32_t)table->count;
	table->count++;
	return true;
}

static bool keep(void *arg, const struct ldt_elf_symbol *symbol)
{
	struct ldt_usdt_symbols *symbols = arg;
	struct symbol row = { symbol->name, symbol->value, symbol->size, 0, symbol->is_function };

	if (!symbol->is_defined)
		return true;
	return add(&symbols->by_name, &row) && (!row.is_function || row.size == 0 || add(&symbols->by_addr, &row));
}

static int by_order(const struct symbol *a, const struct symbol *b)
{
	return a->order < b->order ? -1 : a->order > b->order;
}

static int compare_names(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;
	int result = strcmp(left->name, right->name);

	return result ? result : by_order(left, right);
}

/* Of equal addresses the first of the file is last, where the search arrives. */
static int compare_addrs(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;

	return left->value != right->value ? (left->value < right->value ? -1 : 1) : by_order(right, left);
}

struct ldt_usdt_symbols *ldt_usdt_symbols_create(struct ldt_elf *elf)
{
	struct ldt_usdt_symbols *symbols = calloc(1, sizeof(*symbols));

	if (!symbols || !ldt_elf_symbols(elf, keep, symbols)) {
		ldt_usdt_symbols_destroy(symbols);
		return NULL;
	}
	if (symbols->by_name.count)
		qsort(symbols->by_name.rows, symbols->by_name.count, sizeof(struct symbol), compare_names);
	if (symbols->by_addr.count)
		qsort(symbols->by_addr.rows, symbols->by_addr.count, sizeof(struct symbol), compare_addrs);
	return symbols;
}

void ldt_usdt_symbols_destroy(struct ldt_usdt_symbols *symbols)
{
	if (!symbols)
		return;
	free(symbols->by_name.rows);
	free(symbols->by_addr.rows);
	free(symbols);
}

bool ldt_usdt_symbol_named(const struct ldt_usdt_symbols *symbols, const char *name, size_t length, uint64_t *addr_ret)
{
	const struct table *table = &symbols->by_name;
	size_t low = 0, high = table->count;

	while (low < high) { /* the first that is not before @name */
		size_t middle = low + (high - low) / 2;

		if (strncmp(table->rows[middle].name, name, length) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == table->count || strncmp(table->rows[low].name, name, length) != 0 || table->rows[low].name[length])
		return false;
	*addr_ret = table->rows[low].value;
	return true;
}

const char *ldt_usdt_symbol_at(const struct ldt_usdt_symbols *symbols, uint64_t addr, uint64_t *into)
{
	const struct table *table = &symbols->by_addr;
	size_t low = 0, high = table->count;

	while (low < high) { /* the first that is after @addr */
		size_t middle = low + (high - low) / 2;

		if (table->rows[middle].value <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t back = 0; back < BACK_MAX && back < low; back++) {
		const struct symbol *row = &table->rows[low - back - 1];

		if (addr - row->value < row->size) {
			*into = addr - row->value;
			return row->name;
		}
	}
	*into = 0;
	return "";
}
