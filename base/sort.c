/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sort.c - heap sort, and merge sort for what is nearly in order. */
#include "base/sort.h"

#include <dtrace/compiler.h>

#include "base/memory.h"

/* Move array[root] down until the heap of the first @count elements is in order again. */
static void sift_down(void **array, size_t root, size_t count, int (*compare)(const void *a, const void *b))
{
	void *moving = array[root];
	size_t child;

	while (root < count / 2) {
		child = 2 * root + 1;
		if (child + 1 < count && compare(array[child], array[child + 1]) < 0)
			child++;
		if (compare(moving, array[child]) >= 0)
			break;
		array[root] = array[child];
		root = child;
	}
	array[root] = moving;
}

void dt_sort(void **array, size_t count, int (*compare)(const void *a, const void *b))
{
	size_t at;
	void *last;

	for (at = count / 2; at > 0; at--)
		sift_down(array, at - 1, count, compare);
	for (at = count; at > 1; at--) {
		last = array[at - 1];
		array[at - 1] = array[0];
		array[0] = last;
		sift_down(array, 0, at - 1, compare);
	}
}

/* Merge the sorted [0, middle) and [middle, count); @room holds the first. */
static void merge(void **array, size_t middle, size_t count, void **room, int (*compare)(const void *a, const void *b))
{
	size_t left = 0, right = middle, at = 0;

	dt_memcpy(room, array, middle * sizeof(*array));
	while (left < middle && right < count)
		array[at++] = compare(room[left], array[right]) <= 0 ? room[left++] : array[right++];
	while (left < middle)
		array[at++] = room[left++];
}

void dt_sort_mostly(void **array, size_t count, void **room, int (*compare)(const void *a, const void *b))
{
	size_t width, at;

	if (!room) {
		dt_sort(array, count, compare);
		return;
	}
	for (width = 1; width < count; width *= 2) {
		for (at = 0; at + width < count; at += 2 * width) {
			if (compare(array[at + width - 1], array[at + width]) > 0)
				merge(array + at, width, DT_MIN(2 * width, count - at), room, compare);
		}
	}
}

int dt_compare_values(const void *a, const void *b)
{
	return (uintptr_t)a < (uintptr_t)b ? -1 : (uintptr_t)a > (uintptr_t)b;
}
