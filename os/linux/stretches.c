/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stretches.c - see stretches.h. */
#include "os/linux/stretches.h"

static int by_start(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

size_t stretches_settle(struct stretch *stretches, size_t count,
			void (*sort)(void *array, size_t count, size_t size,
				     int (*compare)(const void *a, const void *b)))
{
	size_t i, left = 0;

	if (count > 1)
		sort(stretches, count, sizeof(*stretches), by_start);
	for (i = 0; i < count; i++) {
		if (left == 0 || stretches[i].start > stretches[left - 1].end)
			stretches[left++] = stretches[i];
		else if (stretches[i].end > stretches[left - 1].end)
			stretches[left - 1].end = stretches[i].end;
	}
	return left;
}

size_t stretches_from(const struct stretch *stretches, size_t count, unsigned long addr)
{
	size_t low = 0, high = count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (stretches[middle].end <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool stretches_have(const struct stretch *stretches, size_t count, unsigned long addr)
{
	size_t i = stretches_from(stretches, count, addr);

	return i < count && addr >= stretches[i].start;
}
