/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * func_table.h - symbols of text, kept in order of their addresses and found by name.
 *
 * Theory. The kernel gives its symbols one by one, names and addresses only, and walking through
 * all of them takes a tenth of a second and more. So they are copied once, part by part (the kernel
 * is one part, each module is one), and sorted by address in each part. All symbols of one address
 * are one function with several names: the one that callers use comes first. Where a symbol is a name
 * for the bytes between two functions it is kept as the end of the first one: a gap, without a name.
 *
 *      parts    [vmlinux][ext4 ][jbd2 ]...        first symbol, count, bounds
 *      symbols  [addr name][addr name]...         by address in each part
 *      names    text, NUL-terminated, one after the other
 *      heads, next hash of names to symbols, made for the first search
 *
 * No Linux header: it is tested on the host.
 */
#ifndef OS_LINUX_FUNC_TABLE_H
#define OS_LINUX_FUNC_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUNC_NAMES_MAX      32         /* of one address; more are ignored */
#define FUNC_NONE           UINT32_MAX /* no symbol */

/* Where the kernel's function tracer has its record of a function, which is searched once: bytes after the address. */
#define FUNC_RECORD_NONE    254
#define FUNC_RECORD_UNKNOWN 255

struct func_symbol {
	unsigned long addr;
	uint32_t name;  /* offset in names; of an empty one: a gap */
	uint8_t record; /* the caller's; FUNC_RECORD_UNKNOWN at first */
	bool cold;      /* func_table_cold() */
};

struct func_part {
	unsigned long start, end; /* of its text: symbols outside are not taken */
	uint32_t name;            /* offset in names */
	uint32_t first, count;    /* of its symbols */
};

/* All zero is an empty one. */
struct func_table {
	struct func_symbol *symbols;
	struct func_part *parts;
	char *names;
	size_t count, room;
	size_t part_count, part_room;
	size_t used, names_room; /* bytes */
	uint32_t *heads, *next;  /* by hash of the name, in order of symbols */
	uint32_t bucket_count;   /* a power of two */
};

/* One function: everything that is known by its address. */
struct func_group {
	const char *module;
	unsigned long addr, end; /* up to the next symbol */
	/* the first one is that of callers; ended by NULL; none: a gap */
	const char *names[FUNC_NAMES_MAX + 1];
};

/*
 * func_table_part - begin a part with this name and text: the symbols added from now on belong to
 * it.
 * args:    @name copied.
 * return:  0 or -OS_ENOMEM. context: process.
 */
int func_table_part(struct func_table *table, const char *name, unsigned long start, unsigned long end);

/*
 * func_table_add - one more symbol of the last part. Symbols outside of its text, and labels of the
 * assembler, are ignored.
 * args:    @name copied.
 * return:  0 or -OS_ENOMEM. context: process.
 */
int func_table_add(struct func_table *table, const char *name, unsigned long addr);

/* func_table_cold - whether a name is the compiler's for what it split off a function. Context: any. */
bool func_table_cold(const char *name);

/*
 * func_table_sort - everything was added: put it in order. Nothing may be added afterwards.
 * args:    @sort as qsort(); called for a part that is not in order already.
 * context: process.
 */
void func_table_sort(struct func_table *table, void (*sort)(void *array, size_t count, size_t size,
							    int (*compare)(const void *a, const void *b)));

/* func_table_size - bytes of memory that it has. Context: process. */
size_t func_table_size(const struct func_table *table);

/* func_table_fini - free what it has; it is empty then. Context: process. */
void func_table_fini(struct func_table *table);

/* func_table_find_part - the part of this name, NULL when there is none. Context: process. */
const struct func_part *func_table_find_part(const struct func_table *table, const char *name);

/*
 * func_table_group - the function that symbol @index belongs to.
 * args:    @group filled; its strings are the table's.
 * return:  the index of the first symbol after the function's. context: process.
 */
uint32_t func_table_group(const struct func_table *table, uint32_t index, struct func_group *group);

/* func_group_is_gap - whether it is no function. Context: process. */
bool func_group_is_gap(const struct func_group *group);

/* func_table_at - the first symbol of this address, or FUNC_NONE. Context: process. */
uint32_t func_table_at(const struct func_table *table, unsigned long addr);

/*
 * func_table_around - the symbol that an address is in, the first one of those with its address.
 * args:    *@end_ret gets the address of the next symbol, or the end of the part.
 * return:  its index; FUNC_NONE when the address is in no part, or before all symbols of its part.
 * context: process.
 */
uint32_t func_table_around(const struct func_table *table, unsigned long addr, unsigned long *end_ret);

/*
 * func_table_find - the first symbol of this name after @after (FUNC_NONE: of all), in order. The
 * first call makes an index, which makes later ones quick; without memory for it all symbols are
 * searched.
 * return:  its index, or FUNC_NONE. context: process.
 */
uint32_t func_table_find(struct func_table *table, const char *name, uint32_t after);

#endif
