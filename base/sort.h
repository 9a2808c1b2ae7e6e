/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sort.h - sorting arrays of pointers. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>

/*
 * dt_sort - heap sort of @count pointers by @compare; no recursion, no allocation. Context: process.
 */
void dt_sort(void **array, size_t count, int (*compare)(const void *a, const void *b));

/*
 * dt_sort_mostly - merge sort, for arrays that are nearly in order: little more than one comparison
 * for each element. Equal elements keep their order.
 * args:    @room for @count pointers; NULL, where there is no memory: dt_sort(). context: process.
 */
void dt_sort_mostly(void **array, size_t count, void **room, int (*compare)(const void *a, const void *b));

/* dt_compare_values - for dt_sort(): elements that are numbers, not pointers. Context: any. */
int dt_compare_values(const void *a, const void *b);

#endif
