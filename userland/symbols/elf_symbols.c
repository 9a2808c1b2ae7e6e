/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/elf_symbols.c - names of the functions of one ELF file: .symtab where there is one, and
 * .dynsym.
 *
 * Addresses that are asked for are offsets in the file, as /proc/PID/maps gives them: so it does
 * not matter where the file was loaded. The file is read once and closed.
 */
#include "symbols/elf_symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "symbols/debug_file.h"

struct function {
	uint64_t offset, size; /* in the file; size 0: up to the next */
	size_t name;           /* place in names */
};

struct ldt_elfsyms {
	struct function *functions; /* by offset, one for each */
	size_t count, room;
	char *names; /* one after the other, each with its NUL */
	size_t names_size, names_room;
};

struct reading {
	struct ldt_elfsyms *syms;
	const struct ldt_elf *elf; /* the program: segments of a debug file have no bytes */
};

/*
 * The array with room for @more elements of @size bytes after its @used ones; NULL, and it is
 * unchanged: out of memory.
 */
static void *with_room(void *array, size_t *room, size_t used, size_t more, size_t size)
{
	size_t wanted = *room ? *room : 256;

	while (wanted - used < more)
		wanted *= 2;
	if (wanted != *room) {
		array = realloc(array, wanted * size);
		*room = array ? wanted : *room;
	}
	return array;
}

static bool add_function(void *arg, const struct ldt_elf_symbol *symbol)
{
	const struct reading *reading = arg;
	struct ldt_elfsyms *syms = reading->syms;
	size_t length = strlen(symbol->name) + 1;
	struct function *functions;
	uint64_t offset;
	char *names;

	if (!symbol->is_function || !symbol->is_defined || !ldt_elf_file_offset(reading->elf, symbol->value, &offset))
		return true;
	functions = with_room(syms->functions, &syms->room, syms->count, 1, sizeof(*functions));
	if (!functions)
		return false;
	syms->functions = functions;
	names = with_room(syms->names, &syms->names_room, syms->names_size, length, 1);
	if (!names)
		return false;
	syms->names = names;
	functions[syms->count++] = (struct function){ offset, symbol->size, syms->names_size };
	memcpy(names + syms->names_size, symbol->name, length);
	syms->names_size += length;
	return true;
}

/* By offset; of several names of one place first the larger, then the shorter, then by name. */
static int compare_functions(const void *a, const void *b, void *names)
{
	const struct function *x = a, *y = b;
	const char *x_name = (const char *)names + x->name, *y_name = (const char *)names + y->name;
	size_t x_length, y_length;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	x_length = strlen(x_name);
	y_length = strlen(y_name);
	if (x_length != y_length)
		return x_length < y_length ? -1 : 1;
	return strcmp(x_name, y_name);
}

/* Sorts, and keeps the first function of each place. */
static void finish(struct ldt_elfsyms *syms)
{
	size_t kept = 0;

	if (syms->count == 0)
		return;
	qsort_r(syms->functions, syms->count, sizeof(syms->functions[0]), compare_functions, syms->names);
	for (size_t i = 1; i < syms->count; i++) {
		if (syms->functions[i].offset != syms->functions[kept].offset)
			syms->functions[++kept] = syms->functions[i];
	}
	syms->count = kept + 1;
}

/* Adds the functions of a file, and of its debug file when it is stripped; false: out of memory. */
static bool read_functions(struct ldt_elfsyms *syms, struct ldt_elf *elf, const char *root, const char *path)
{
	struct reading reading = { syms, elf };
	struct ldt_elf *debug = ldt_elf_is_stripped(elf) ? ldt_debug_file_open(root, path, elf) : NULL;
	bool good = ldt_elf_symbols(elf, add_function, &reading) &&
		    (!debug || ldt_elf_symbols(debug, add_function, &reading));

	ldt_elf_close(debug);
	return good;
}

struct ldt_elfsyms *ldt_elfsyms_open(const char *root, const char *path)
{
	struct ldt_elfsyms *syms = NULL;
	struct ldt_elf *elf;
	const char *why;
	char *whole;

	if (asprintf(&whole, "%s%s", root, path) < 0)
		return NULL;
	elf = ldt_elf_open(whole, &why);
	free(whole);
	if (elf)
		syms = calloc(1, sizeof(*syms));
	if (syms && !read_functions(syms, elf, root, path)) {
		ldt_elfsyms_close(syms);
		syms = NULL;
	}
	ldt_elf_close(elf);
	if (syms)
		finish(syms);
	return syms;
}

void ldt_elfsyms_close(struct ldt_elfsyms *syms)
{
	if (!syms)
		return;
	free(syms->functions);
	free(syms->names);
	free(syms);
}

const char *ldt_elfsyms_find(const struct ldt_elfsyms *syms, uint64_t offset, uint64_t *into)
{
	size_t low = 0, high = syms->count;
	const struct function *function;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (syms->functions[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	function = &syms->functions[low - 1];
	if (function->size != 0 && offset - function->offset >= function->size)
		return NULL;
	*into = offset - function->offset;
	return syms->names + function->name;
}
