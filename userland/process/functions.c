/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/functions.c - the functions of one ELF file.
 *
 *      names    .symtab, else that of the debug file; .dynsym
 *      sizes    the symbol's; where it has none, or one beyond the text: up to the end of its entry
 *               in .eh_frame, else up to what comes next
 *      others   entries of .eh_frame where no symbol is: sites.c calls them by their addresses
 *
 * The file is read once and can be closed.
 */
#include "process/functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "process/debug_file.h"
#include "process/function_order.h"

#define NAMES_SIZE 65536

/* Of a mark of the assembler for what follows it. */
struct mark {
	uint64_t addr;
	bool is_data;
};

struct segment {
	uint64_t addr, size, offset;
};

/* Names, one after the other, each with its NUL. */
struct names {
	struct names *next;
	size_t used, size;
	char text[];
};

struct ldt_functions {
	struct ldt_function *all; /* by address */
	size_t count, room;
	struct ldt_function *variables; /* by address */
	size_t variable_count, variable_room;
	struct names *names;
	struct ldt_extent *data;
	size_t data_count;
	struct segment *text; /* what is executed */
	size_t text_count;
	bool is_stripped;
};

struct reading {
	struct ldt_functions *functions;
	struct ldt_elf_extent *frames;
	size_t frame_count;
	struct ldt_extent *linkage; /* PLT: jumps to other objects */
	size_t linkage_count, linkage_room;
	struct mark *marks;
	size_t mark_count, mark_room;
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

/* ---- what the file says ---------------------------------------------------------------------- */

static const struct segment *text_at(const struct ldt_functions *functions, uint64_t addr)
{
	for (size_t i = 0; i < functions->text_count; i++) {
		if (addr >= functions->text[i].addr && addr - functions->text[i].addr < functions->text[i].size)
			return &functions->text[i];
	}
	return NULL;
}

static bool read_text(struct ldt_functions *functions, const struct ldt_elf *elf)
{
	size_t count;
	const struct ldt_elf_segment *segments = ldt_elf_segments(elf, &count);

	functions->text = calloc(count + 1, sizeof(functions->text[0]));
	for (size_t i = 0; functions->text && i < count; i++) {
		if (segments[i].executable && segments[i].file_size <= UINT64_MAX - segments[i].addr)
			functions->text[functions->text_count++] =
				(struct segment){ segments[i].addr, segments[i].file_size, segments[i].offset };
	}
	return functions->text != NULL;
}

static bool add_section(void *arg, const struct ldt_elf_range *range)
{
	struct reading *reading = arg;
	struct ldt_extent *linkage;

	if (!range->executable || !strstr(range->name, "plt") || range->size > UINT64_MAX - range->addr)
		return true;
	linkage = with_room(reading->linkage, &reading->linkage_room, reading->linkage_count, 1, sizeof(*linkage));
	if (!linkage)
		return false;
	reading->linkage = linkage;
	linkage[reading->linkage_count++] = (struct ldt_extent){ range->addr, range->addr + range->size };
	return true;
}

static bool is_linkage(const struct reading *reading, uint64_t addr)
{
	for (size_t i = 0; i < reading->linkage_count; i++) {
		if (addr >= reading->linkage[i].start && addr < reading->linkage[i].end)
			return true;
	}
	return false;
}

/* `$d` and `$x`, alone or with a dot and anything after them. */
static bool is_mark(const char *name)
{
	return name[0] == '$' && (name[1] == 'd' || name[1] == 'x') && (name[2] == '\0' || strchr(".r", name[2]));
}

static bool add_mark(struct reading *reading, const struct ldt_elf_symbol *symbol)
{
	struct mark *marks = with_room(reading->marks, &reading->mark_room, reading->mark_count, 1, sizeof(*marks));

	if (!marks)
		return false;
	reading->marks = marks;
	marks[reading->mark_count++] = (struct mark){ symbol->value, symbol->name[1] == 'd' };
	return true;
}

/* A copy of a name that lives as long as the functions; NULL: out of memory. */
static const char *keep_name(struct ldt_functions *functions, const char *name, size_t length)
{
	struct names *names = functions->names;
	char *text;

	if (!names || names->size - names->used <= length) {
		size_t size = length < NAMES_SIZE ? NAMES_SIZE : length + 1;

		names = malloc(sizeof(*names) + size);
		if (!names)
			return NULL;
		*names = (struct names){ .next = functions->names, .size = size };
		functions->names = names;
	}
	text = names->text + names->used;
	memcpy(text, name, length);
	text[length] = '\0';
	names->used += length + 1;
	return text;
}

static bool add(struct ldt_functions *functions, const struct ldt_function *function)
{
	struct ldt_function *all = with_room(functions->all, &functions->room, functions->count, 1, sizeof(*all));

	if (!all)
		return false;
	functions->all = all;
	all[functions->count++] = *function;
	return true;
}

static bool add_variable(struct ldt_functions *functions, const struct ldt_elf_symbol *symbol)
{
	struct ldt_function *all =
		with_room(functions->variables, &functions->variable_room, functions->variable_count, 1, sizeof(*all));
	const char *name;

	if (!all)
		return false;
	functions->variables = all;
	name = keep_name(functions, symbol->name, strcspn(symbol->name + 1, "@") + 1);
	if (!name)
		return false;
	all[functions->variable_count++] =
		(struct ldt_function){ .addr = symbol->value, .size = symbol->size, .name = name, .is_sized = true };
	return true;
}

/* `foo.cold`, `foo.cold.3`: where compilers put what is rarely executed. */
static bool is_part_name(const char *name)
{
	const char *cold = strstr(name, ".cold");

	return cold && cold != name && (cold[5] == '\0' || cold[5] == '.');
}

static bool add_symbol(void *arg, const struct ldt_elf_symbol *symbol)
{
	struct reading *reading = arg;
	const char *name;

	if (symbol->is_defined && symbol->is_variable && symbol->size)
		return add_variable(reading->functions, symbol);
	if (!symbol->is_defined || !text_at(reading->functions, symbol->value))
		return true;
	if (!symbol->is_function)
		return is_mark(symbol->name) ? add_mark(reading, symbol) : true;
	/* up to its version */
	name = keep_name(reading->functions, symbol->name, strcspn(symbol->name + 1, "@") + 1);
	return name && add(reading->functions, &(struct ldt_function){ .addr = symbol->value,
								       .size = symbol->size,
								       .name = name,
								       .is_sized = symbol->size != 0,
								       .is_part = is_part_name(name),
								       .is_resolver = symbol->is_resolver });
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* The first entry that begins after @addr, or after all. */
static size_t frame_after(const struct reading *reading, uint64_t addr)
{
	size_t low = 0, high = reading->frame_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (reading->frames[middle].start <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Where the function ends at the latest. */
static uint64_t limit_of(const struct reading *reading, const struct ldt_function *function, uint64_t next)
{
	const struct segment *text = text_at(reading->functions, function->addr);
	size_t after = frame_after(reading, function->addr);
	uint64_t limit = text->addr + text->size;

	if (function->is_sized)
		return limit;
	if (next > function->addr && next < limit)
		limit = next;
	if (after > 0 && reading->frames[after - 1].end > function->addr)
		return reading->frames[after - 1].end < limit ? reading->frames[after - 1].end : limit;
	if (after < reading->frame_count && reading->frames[after].start < limit)
		limit = reading->frames[after].start;
	return limit;
}

/* The address of the next function of another address; @i is one of the sorted ones. */
static uint64_t next_address(const struct ldt_functions *functions, size_t i)
{
	uint64_t addr = functions->all[i].addr;

	while (i < functions->count && functions->all[i].addr == addr)
		i++;
	return i < functions->count ? functions->all[i].addr : 0;
}

static void correct_sizes(const struct reading *reading)
{
	struct ldt_functions *functions = reading->functions;

	for (size_t i = 0; i < functions->count; i++) {
		struct ldt_function *function = &functions->all[i];
		uint64_t most = limit_of(reading, function, next_address(functions, i)) - function->addr;

		if (!function->is_sized || function->size > most)
			function->size = most;
	}
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool sort(struct ldt_functions *functions)
{
	return ldt_functions_order(functions->all, &functions->count) &&
	       ldt_functions_order(functions->variables, &functions->variable_count);
}

static void name_aliases(struct ldt_functions *functions)
{
	for (size_t i = 1; i < functions->count; i++)
		functions->all[i].is_alias = functions->all[i].addr == functions->all[i - 1].addr &&
					     functions->all[i].size == functions->all[i - 1].size;
}

/* Adds the entries of .eh_frame that begin in no function; the functions are sorted. */
static bool add_nameless(struct reading *reading)
{
	struct ldt_functions *functions = reading->functions;
	size_t named = functions->count, at = 0;
	uint64_t covered = 0;

	for (size_t i = 0; i < reading->frame_count; i++) {
		const struct ldt_elf_extent *frame = &reading->frames[i];

		for (; at < named && functions->all[at].addr <= frame->start; at++) {
			uint64_t end =
				functions->all[at].addr + (functions->all[at].size ? functions->all[at].size : 1);

			covered = end > covered ? end : covered;
		}
		if (frame->start < covered || is_linkage(reading, frame->start) || !text_at(functions, frame->start))
			continue;
		covered = frame->end;
		if (!add(functions, &(struct ldt_function){ .addr = frame->start,
							    .size = frame->end - frame->start,
							    .is_sized = true,
							    .is_part = frame->is_part,
							    .is_signal = frame->is_signal }))
			return false;
	}
	return true;
}

static int compare_marks(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (int)x->is_data - (int)y->is_data;
}

static bool find_data(struct reading *reading)
{
	struct ldt_functions *functions = reading->functions;
	uint64_t end;

	if (reading->mark_count == 0)
		return true;
	functions->data = calloc(reading->mark_count, sizeof(functions->data[0]));
	if (!functions->data)
		return false;
	qsort(reading->marks, reading->mark_count, sizeof(reading->marks[0]), compare_marks);
	for (size_t i = 0; i < reading->mark_count; i++) {
		const struct segment *text = text_at(functions, reading->marks[i].addr);

		end = i + 1 < reading->mark_count ? reading->marks[i + 1].addr : text->addr + text->size;
		if (reading->marks[i].is_data && end > reading->marks[i].addr)
			functions->data[functions->data_count++] = (struct ldt_extent){ reading->marks[i].addr, end };
	}
	return true;
}

static bool read_all(struct reading *reading, struct ldt_elf *elf, struct ldt_elf *debug)
{
	if (!read_text(reading->functions, elf) || !ldt_elf_sections(elf, add_section, reading) ||
	    !ldt_elf_symbols(elf, add_symbol, reading) || (debug && !ldt_elf_symbols(debug, add_symbol, reading)))
		return false;
	reading->frames = ldt_elf_extents(elf, &reading->frame_count);
	if (!sort(reading->functions))
		return false;
	correct_sizes(reading);
	if (!add_nameless(reading) || !find_data(reading) || !sort(reading->functions))
		return false;
	name_aliases(reading->functions);
	return true;
}

struct ldt_functions *ldt_functions_read(struct ldt_elf *elf, const char *root, const char *path)
{
	struct reading reading = { .functions = calloc(1, sizeof(struct ldt_functions)) };
	struct ldt_elf *debug = NULL;
	bool good;

	if (!reading.functions)
		return NULL;
	if (ldt_elf_is_stripped(elf)) {
		debug = ldt_debug_file_open(root, path ? path : "", elf);
		reading.functions->is_stripped = !debug || ldt_elf_is_stripped(debug);
	}
	good = read_all(&reading, elf, debug);
	ldt_elf_close(debug);
	free(reading.frames);
	free(reading.linkage);
	free(reading.marks);
	if (good)
		return reading.functions;
	ldt_functions_free(reading.functions);
	return NULL;
}

struct ldt_functions *ldt_functions_open(const char *root, const char *path)
{
	struct ldt_functions *functions = NULL;
	struct ldt_elf *elf;
	const char *why;
	char *whole;

	if (asprintf(&whole, "%s%s", root, path) < 0)
		return NULL;
	elf = ldt_elf_open(whole, &why);
	free(whole);
	if (elf)
		functions = ldt_functions_read(elf, root, path);
	ldt_elf_close(elf);
	return functions;
}

void ldt_functions_free(struct ldt_functions *functions)
{
	if (!functions)
		return;
	while (functions->names) {
		struct names *names = functions->names;

		functions->names = names->next;
		free(names);
	}
	free(functions->all);
	free(functions->variables);
	free(functions->data);
	free(functions->text);
	free(functions);
}

/* ---- questions ------------------------------------------------------------------------------- */

const struct ldt_function *ldt_functions_all(const struct ldt_functions *functions, size_t *count)
{
	*count = functions->count;
	return functions->all;
}

bool ldt_functions_are_stripped(const struct ldt_functions *functions)
{
	return functions->is_stripped;
}

const struct ldt_extent *ldt_functions_data(const struct ldt_functions *functions, size_t *count)
{
	*count = functions->data_count;
	return functions->data;
}

/* The first one of those that begin last before an address, if it holds that. */
static const struct ldt_function *find_at(const struct ldt_function *all, size_t count, uint64_t addr)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (all[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	while (low > 1 && all[low - 2].addr == all[low - 1].addr)
		low--;
	return addr - all[low - 1].addr < all[low - 1].size ? &all[low - 1] : NULL;
}

const struct ldt_function *ldt_functions_at(const struct ldt_functions *functions, uint64_t addr)
{
	return find_at(functions->all, functions->count, addr);
}

const char *ldt_functions_name(const struct ldt_functions *functions, uint64_t offset, uint64_t *into)
{
	for (size_t i = 0; i < functions->text_count; i++) {
		const struct segment *text = &functions->text[i];
		const struct ldt_function *function;

		if (offset < text->offset || offset - text->offset >= text->size)
			continue;
		function = ldt_functions_at(functions, offset - text->offset + text->addr);
		if (!function || !function->name)
			return NULL;
		*into = offset - text->offset + text->addr - function->addr;
		return function->name;
	}
	return NULL;
}

const char *ldt_functions_variable(const struct ldt_functions *functions, const struct ldt_mapping *code, uint64_t addr,
				   uint64_t *into)
{
	const struct ldt_function *variable;

	for (size_t i = 0; i < functions->text_count; i++) {
		const struct segment *text = &functions->text[i];

		if (code->offset + (code->end - code->start) <= text->offset ||
		    code->offset >= text->offset + text->size)
			continue;
		addr -= code->start - code->offset + text->offset - text->addr;
		variable = find_at(functions->variables, functions->variable_count, addr);
		if (!variable)
			return NULL;
		*into = addr - variable->addr;
		return variable->name;
	}
	return NULL;
}
