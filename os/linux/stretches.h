/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stretches.h - stretches of text, asked for one address at a time: a copy of a list of the kernel's
 * that would have to be walked from its beginning each time. No Linux header: it is tested on the host.
 */
#ifndef OS_LINUX_STRETCHES_H
#define OS_LINUX_STRETCHES_H

#include <stdbool.h>
#include <stddef.h>

struct stretch {
	unsigned long start, end; /* the end is not part of it */
};

/*
 * stretches_settle - put them in order and make one of those that overlap or touch: a list may name
 * a section and also the functions in it.
 * args:    @sort as qsort().
 * return:  how many are left, from the first of the array on.
 * context: process.
 */
size_t stretches_settle(struct stretch *stretches, size_t count,
			void (*sort)(void *array, size_t count, size_t size,
				     int (*compare)(const void *a, const void *b)));

/* stretches_from - the first of the settled stretches that ends after @addr; @count when none does. Context: any. */
size_t stretches_from(const struct stretch *stretches, size_t count, unsigned long addr);

/* stretches_have - whether an address is in one of the settled stretches. Context: any. */
bool stretches_have(const struct stretch *stretches, size_t count, unsigned long addr);

#endif
