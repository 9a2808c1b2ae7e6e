/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/function_order.c - functions by address, byte after byte of the addresses, the lowest first. Linkers leave
 * global symbols in the order of a hash table, and comparing a hundred thousand of them with one another (qsort)
 * took 1,280 instructions for each.
 */
#include "process/function_order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct key {
	uint64_t addr;
	size_t index; /* of the function */
};

static int compare(const void *a, const void *b)
{
	const struct ldt_function *x = a, *y = b;
	size_t x_length, y_length;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	if (!x->name || !y->name)
		return !x->name - !y->name;
	x_length = strlen(x->name);
	y_length = strlen(y->name);
	if (x_length != y_length)
		return x_length < y_length ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Symbol tables often are, and those that were sorted once, to which nothing was added. */
static bool is_sorted(const struct ldt_function *all, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (compare(&all[i - 1], &all[i]) > 0)
			return false;
	}
	return true;
}

/* By one byte of the addresses; those in which it is the same stay in their order. */
static void sort_by_byte(const struct key *keys, struct key *sorted, size_t count, unsigned int shift)
{
	size_t places[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < count; i++)
		places[(keys[i].addr >> shift) & 0xff]++;
	for (size_t i = 0; i < 256; i++) {
		size_t these = places[i];

		places[i] = sum;
		sum += these;
	}
	for (size_t i = 0; i < count; i++)
		sorted[places[(keys[i].addr >> shift) & 0xff]++] = keys[i];
}

/* @keys has room for 2 * @count. Return: the sorted ones, in one half of that room. */
static const struct key *sort_keys(struct key *keys, size_t count)
{
	struct key *sorted = keys + count, *other;
	uint64_t differ = 0;

	for (size_t i = 1; i < count; i++)
		differ |= keys[i].addr ^ keys[0].addr;
	for (unsigned int shift = 0; shift < 64 && differ >> shift; shift += 8) {
		sort_by_byte(keys, sorted, count, shift);
		other = keys;
		keys = sorted;
		sorted = other;
	}
	return keys;
}

static bool sort_by_address(struct ldt_function *all, size_t count)
{
	struct key *keys = malloc(2 * count * sizeof(*keys));
	struct ldt_function *copy = malloc(count * sizeof(*copy));
	const struct key *sorted;

	if (keys && copy) {
		for (size_t i = 0; i < count; i++)
			keys[i] = (struct key){ all[i].addr, i };
		sorted = sort_keys(keys, count);
		memcpy(copy, all, count * sizeof(*copy));
		for (size_t i = 0; i < count; i++)
			all[i] = copy[sorted[i].index];
	}
	free(copy);
	free(keys);
	return keys && copy;
}

static void sort_same_addresses(struct ldt_function *all, size_t count)
{
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && all[end].addr == all[first].addr; end++)
			;
		if (end - first > 1)
			qsort(all + first, end - first, sizeof(*all), compare);
	}
}

/* Return: how many are left. */
static size_t drop_repeated(struct ldt_function *all, size_t count)
{
	size_t kept = 0;

	for (size_t i = 1; i < count; i++) {
		struct ldt_function *last = &all[kept], *next = &all[i];

		if (next->addr != last->addr || !next->name || !last->name || strcmp(next->name, last->name) != 0)
			all[++kept] = *next;
	}
	return kept + 1;
}

bool ldt_functions_order(struct ldt_function *all, size_t *count)
{
	if (*count == 0)
		return true;
	if (!is_sorted(all, *count)) {
		if (!sort_by_address(all, *count))
			return false;
		sort_same_addresses(all, *count);
	}
	*count = drop_repeated(all, *count);
	return true;
}
