/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* func_table.c - func_table.h has the theory. */
#include "os/linux/func_table.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

#define PARTS_FIRST 16
#define BUCKETS_MIN 1024

/*
 * Bytes of text for each symbol and for each byte of a name, in a kernel with short functions (Debian 6.12, x86_64: 165
 * and 6.6): room for all is made at once, as memory that grows has to be cleared and copied each time.
 */
#define TEXT_SYMBOL 160
#define TEXT_NAME   6

/* ---- filling ---------------------------------------------------------------------------------- */

/* Room for @more items after @count; twice as much each time, at least. */
static void *grown(void *old, size_t item, size_t count, size_t more, size_t *room)
{
	size_t size = DT_MAX(count + more, *room * 2);
	void *memory;

	if (old && count + more <= *room)
		return old;
	memory = os_alloc(size * item);
	if (!memory)
		return NULL;
	if (old)
		dt_memcpy(memory, old, count * item);
	os_free(old);
	*room = size;
	return memory;
}

static bool need_names(struct func_table *table, size_t more)
{
	char *names = grown(table->names, 1, table->used, more, &table->names_room);

	if (names)
		table->names = names;
	return names != NULL;
}

static bool need_symbols(struct func_table *table, size_t more)
{
	struct func_symbol *symbols = grown(table->symbols, sizeof(*symbols), table->count, more, &table->room);

	if (symbols)
		table->symbols = symbols;
	return symbols != NULL;
}

/* Bytes that a name takes, which are copied; 0: there is no room. The names of a kernel are gone through once each. */
static size_t copy_name(char *to, const char *name, size_t room)
{
	size_t size = 0;

	while (size < room) {
		to[size] = name[size];
		if (!name[size++])
			return size;
	}
	return 0;
}

static int add_name(struct func_table *table, const char *name, uint32_t *offset)
{
	size_t size = copy_name(table->names + table->used, name, table->names_room - table->used);

	if (size == 0) {
		if (!need_names(table, dt_strlen(name) + 1))
			return -OS_ENOMEM;
		size = copy_name(table->names + table->used, name, table->names_room - table->used);
	}
	*offset = (uint32_t)table->used;
	table->used += size;
	return 0;
}

int func_table_part(struct func_table *table, const char *name, unsigned long start, unsigned long end)
{
	size_t more = table->part_count == table->part_room ? PARTS_FIRST : 1;
	struct func_part *parts = grown(table->parts, sizeof(*parts), table->part_count, more, &table->part_room);
	struct func_part *part;

	if (!parts)
		return -OS_ENOMEM;
	table->parts = parts;
	part = &parts[table->part_count];
	if (!need_symbols(table, (end - start) / TEXT_SYMBOL) ||
	    !need_names(table, dt_strlen(name) + 1 + (end - start) / TEXT_NAME) ||
	    add_name(table, name, &part->name) != 0)
		return -OS_ENOMEM;
	part->start = start;
	part->end = end;
	part->first = (uint32_t)table->count;
	part->count = 0;
	table->part_count++;
	return 0;
}

/* The assembler's own: riscv64's modules have one at every relaxed instruction, and a function would end there. */
static bool label_name(const char *name)
{
	return name[0] == '$' || (name[0] == '.' && name[1] == 'L') ||
	       (name[0] == 'L' && name[1] == '0' && name[2] == 1);
}

bool func_table_cold(const char *name)
{
	static const char cold[] = ".cold";

	for (; *name; name++) {
		if (*name == '.' && dt_strncmp(name, cold, sizeof(cold) - 1) == 0)
			return true;
	}
	return false;
}

/*
 * Names for the bytes before a function: objtool's for padding (__pfx_), the compiler's for a type's hash (__cfi_). No
 * code is there, but the function before ends.
 */
static bool gap_name(const char *name)
{
	return name[0] == '_' && name[1] == '_' && (name[2] == 'p' || name[2] == 'c') &&
	       (dt_strncmp(name + 2, "pfx_", 4) == 0 || dt_strncmp(name + 2, "cfi_", 4) == 0);
}

/* The name that was added last. Few have a dot. */
static bool last_is_cold(const struct func_table *table, uint32_t offset)
{
	const char *name = table->names + offset;
	size_t size = table->used - offset;

	return dt_find_either((const uint8_t *)name, 0, size, '.', '.') < size && func_table_cold(name);
}

int func_table_add(struct func_table *table, const char *name, unsigned long addr)
{
	struct func_part *part = &table->parts[table->part_count - 1];
	struct func_symbol *symbol;
	uint32_t offset;

	if (addr < part->start || addr >= part->end || name[0] == 0 || label_name(name))
		return 0;
	if (!need_symbols(table, 1))
		return -OS_ENOMEM;
	if (gap_name(name))
		offset = (uint32_t)table->used - 1; /* the end of another name */
	else if (add_name(table, name, &offset) != 0)
		return -OS_ENOMEM;
	symbol = &table->symbols[table->count++];
	symbol->addr = addr;
	symbol->name = offset;
	symbol->record = FUNC_RECORD_UNKNOWN;
	symbol->cold = last_is_cold(table, offset);
	part->count++;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct func_symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

/* The kernel's table comes in order as a rule, and sorting is the most expensive part. */
static bool in_order(const struct func_symbol *symbols, size_t count)
{
	size_t i;

	for (i = 1; i < count; i++) {
		if (by_address(&symbols[i - 1], &symbols[i]) > 0)
			return false;
	}
	return true;
}

void func_table_sort(struct func_table *table,
		     void (*sort)(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b)))
{
	struct func_part *part;

	for (part = table->parts; part < table->parts + table->part_count; part++) {
		if (!in_order(table->symbols + part->first, part->count))
			sort(table->symbols + part->first, part->count, sizeof(*table->symbols), by_address);
	}
}

size_t func_table_size(const struct func_table *table)
{
	return table->room * sizeof(*table->symbols) + table->part_room * sizeof(*table->parts) + table->names_room +
	       (table->heads ? table->bucket_count * sizeof(*table->heads) + table->count * sizeof(*table->next) : 0);
}

void func_table_fini(struct func_table *table)
{
	static const struct func_table empty;

	os_free(table->symbols);
	os_free(table->parts);
	os_free(table->names);
	os_free(table->heads);
	os_free(table->next);
	*table = empty;
}

/* ---- looking ---------------------------------------------------------------------------------- */

bool func_group_is_gap(const struct func_group *group)
{
	return !group->names[0];
}

const struct func_part *func_table_find_part(const struct func_table *table, const char *name)
{
	const struct func_part *part;

	for (part = table->parts; part < table->parts + table->part_count; part++) {
		if (dt_strcmp(table->names + part->name, name) == 0)
			return part;
	}
	return NULL;
}

static const struct func_part *part_of(const struct func_table *table, uint32_t index)
{
	const struct func_part *part = table->parts;

	while (index >= part->first + part->count)
		part++;
	return part;
}

/* Made from a macro for the definition, or for use inside it: no other code calls it by that name. */
static bool inner_name(const char *name)
{
	static const char *const prefixes[] = { "__do_", "__se_", "__pi_" };
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(prefixes); i++) {
		if (dt_strncmp(name, prefixes[i], dt_strlen(prefixes[i])) == 0)
			return true;
	}
	return false;
}

static size_t underscores(const char *name)
{
	size_t n = 0;

	while (name[n] == '_')
		n++;
	return n;
}

/*
 * Whether callers are more likely to use @a than @b: an outer name, few leading underscores, short,
 * early in the alphabet.
 */
static bool better(const char *a, const char *b)
{
	if (inner_name(a) != inner_name(b))
		return inner_name(b);
	if (underscores(a) != underscores(b))
		return underscores(a) < underscores(b);
	if (dt_strlen(a) != dt_strlen(b))
		return dt_strlen(a) < dt_strlen(b);
	return dt_strcmp(a, b) < 0;
}

static void add_to_group(struct func_group *group, size_t *count, const char *name)
{
	size_t at, i;

	if (!*name) /* a gap's */
		return;
	for (i = 0; i < *count; i++) {
		if (dt_strcmp(group->names[i], name) == 0)
			return;
	}
	if (*count == FUNC_NAMES_MAX)
		return;
	for (at = *count; at > 0 && better(name, group->names[at - 1]); at--)
		group->names[at] = group->names[at - 1];
	group->names[at] = name;
	++*count;
}

static const struct func_part *part_around(const struct func_table *table, unsigned long addr)
{
	const struct func_part *part;

	for (part = table->parts; part < table->parts + table->part_count; part++) {
		if (addr >= part->start && addr < part->end)
			return part;
	}
	return NULL;
}

/* The first symbol of a part at @addr or above it; the index after its last one when there is none. */
static uint32_t first_from(const struct func_table *table, const struct func_part *part, unsigned long addr)
{
	uint32_t low = part->first, high = part->first + part->count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (table->symbols[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t func_table_at(const struct func_table *table, unsigned long addr)
{
	const struct func_part *part = part_around(table, addr);
	uint32_t index = part ? first_from(table, part, addr) : FUNC_NONE;

	if (!part || index == part->first + part->count || table->symbols[index].addr != addr)
		return FUNC_NONE;
	return index;
}

uint32_t func_table_around(const struct func_table *table, unsigned long addr, unsigned long *end_ret)
{
	const struct func_part *part = part_around(table, addr);
	uint32_t next;

	if (!part)
		return FUNC_NONE;
	next = first_from(table, part, addr + 1);
	if (next == part->first)
		return FUNC_NONE;
	*end_ret = next == part->first + part->count ? part->end : table->symbols[next].addr;
	return first_from(table, part, table->symbols[next - 1].addr);
}

uint32_t func_table_group(const struct func_table *table, uint32_t index, struct func_group *group)
{
	const struct func_part *part = part_of(table, index);
	uint32_t end = part->first + part->count;
	size_t count = 0;

	group->module = table->names + part->name;
	group->addr = table->symbols[index].addr;
	while (index > part->first && table->symbols[index - 1].addr == group->addr)
		index--;
	for (; index < end && table->symbols[index].addr == group->addr; index++)
		add_to_group(group, &count, table->names + table->symbols[index].name);
	group->names[count] = NULL;
	group->end = index < end ? table->symbols[index].addr : part->end;
	return index;
}

static uint32_t hash_name(const char *name)
{
	return dt_hash(name, dt_strlen(name), 0);
}

static void make_index(struct func_table *table)
{
	uint32_t count = BUCKETS_MIN, i, *head;

	while (count < table->count)
		count *= 2;
	table->heads = os_alloc(count * sizeof(*table->heads));
	table->next = table->heads ? os_alloc(table->count * sizeof(*table->next)) : NULL;
	if (!table->next) {
		os_free(table->heads);
		table->heads = NULL;
		return;
	}
	table->bucket_count = count;
	for (i = 0; i < count; i++)
		table->heads[i] = FUNC_NONE;
	for (i = (uint32_t)table->count; i-- > 0;) {
		if (!table->names[table->symbols[i].name])
			continue;
		head = &table->heads[hash_name(table->names + table->symbols[i].name) & (count - 1)];
		table->next[i] = *head;
		*head = i;
	}
}

static bool is_named(const struct func_table *table, uint32_t index, const char *name)
{
	return dt_strcmp(table->names + table->symbols[index].name, name) == 0;
}

uint32_t func_table_find(struct func_table *table, const char *name, uint32_t after)
{
	uint32_t i;

	if (!table->heads && table->count > 0)
		make_index(table);
	if (!table->heads) {
		for (i = after == FUNC_NONE ? 0 : after + 1; i < table->count; i++) {
			if (is_named(table, i, name))
				return i;
		}
		return FUNC_NONE;
	}
	i = after == FUNC_NONE ? table->heads[hash_name(name) & (table->bucket_count - 1)] : table->next[after];
	while (i != FUNC_NONE && !is_named(table, i, name))
		i = table->next[i];
	return i;
}
