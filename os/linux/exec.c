/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exec.c - memory for slots: from the allocator of module text, made read-only and executable
 * before anything is in it. It is filled through a second, writable mapping that lives as long as
 * the memory: a site whose slot could not be written would send the CPU into breaks.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/vmalloc.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "base/memory.h"
#include "os/linux/compat/compat.h"

/* One piece of memory for slots. */
struct area {
	struct area *next; /* [L] */
	unsigned long start;
	size_t pages;
	uint8_t *alias; /* the same pages, writable */
};

static struct area *areas; /* [L] */
static DEFINE_MUTEX(lock); /* [L] */

static unsigned long bound_low, bound_high; /* linux_exec_bound(); before any memory is asked for */

static void *map_writable(unsigned long start, size_t count)
{
	struct page **pages = os_alloc(count * sizeof(*pages));
	void *alias = NULL;
	size_t i;

	for (i = 0; pages && i < count; i++)
		pages[i] = vmalloc_to_page((void *)(start + i * PAGE_SIZE));
	if (pages)
		alias = vmap(pages, count, VM_MAP, PAGE_KERNEL);
	os_free(pages);
	return alias;
}

static void fill_breaks(struct area *area)
{
	uint8_t breaks[sizeof(uint64_t)];
	uint64_t word;
	size_t i;

	for (i = 0; i < sizeof(breaks); i++)
		breaks[i] = isa_self.break_bytes[i % isa_self.break_len];
	memcpy(&word, breaks, sizeof(word));
	memset64((uint64_t *)area->alias, word, area->pages * PAGE_SIZE / sizeof(word));
	linux_cpu_stored(area->start, area->start + area->pages * PAGE_SIZE);
}

static bool make_executable(const struct area *area)
{
	return linux_calls.set_memory_ro(area->start, area->pages) == 0 &&
	       linux_calls.set_memory_x(area->start, area->pages) == 0;
}

static void area_destroy(struct area *area)
{
	if (area->alias)
		vunmap(area->alias);
	if (area->start) {
		linux_calls.set_memory_nx(area->start, area->pages);
		linux_calls.set_memory_rw(area->start, area->pages);
		compat_exec_free((void *)area->start);
	}
	os_free(area);
}

/* @memory of @size bytes, whole pages, becomes the area's. Return: its address, 0: there is none. */
static uint64_t area_create(void *memory, size_t size)
{
	struct area *area = os_alloc(sizeof(*area));

	if (!area) {
		compat_exec_free(memory);
		return 0;
	}
	area->pages = size / PAGE_SIZE;
	area->start = (unsigned long)memory;
	if (area->start && make_executable(area))
		area->alias = map_writable(area->start, area->pages);
	if (!area->alias) {
		area_destroy(area);
		return 0;
	}
	fill_breaks(area);
	mutex_lock(&lock);
	area->next = areas;
	areas = area;
	mutex_unlock(&lock);
	return area->start;
}

uint64_t linux_exec_alloc(size_t size)
{
	size = PAGE_ALIGN(size);
	return area_create(compat_exec_alloc(size), size);
}

/* Above it first: text is armed in order of address, so the same memory is near what comes next. */
uint64_t linux_exec_alloc_near(uint64_t near, uint64_t reach, size_t size)
{
	unsigned long low, high;
	void *memory;

	size = PAGE_ALIGN(size);
	low = max_t(unsigned long, near > reach ? near - reach : 0, bound_low);
	high = min_t(unsigned long, near + reach, bound_high);
	memory = compat_exec_alloc_between(size, near, high);
	if (!memory)
		memory = compat_exec_alloc_between(size, low, high);
	return area_create(memory, size);
}

void linux_exec_bound(unsigned long low, unsigned long high)
{
	bound_low = low;
	bound_high = high;
}

void linux_exec_write(uint64_t addr, const void *src, size_t size)
{
	unsigned long offset;
	struct area *area;

	mutex_lock(&lock);
	for (area = areas; area; area = area->next) {
		offset = (unsigned long)addr - area->start;
		if (offset < area->pages * PAGE_SIZE) {
			dt_memcpy(area->alias + offset, src, size);
			linux_cpu_stored((unsigned long)addr, (unsigned long)addr + size);
			linux_text_slots_written();
			break;
		}
	}
	mutex_unlock(&lock);
	DT_ASSERT(area != NULL);
}

void linux_exec_free(uint64_t addr, size_t size)
{
	struct area **link, *area;

	mutex_lock(&lock);
	for (link = &areas; (area = *link) != NULL && area->start != addr; link = &area->next)
		;
	if (area)
		*link = area->next;
	mutex_unlock(&lock);
	DT_ASSERT(area != NULL);
	if (area)
		area_destroy(area);
}

int linux_exec_init(void)
{
	return compat_exec_init();
}

void linux_exec_fini(void)
{
	DT_ASSERT(!areas);
}
