/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exec.c - memory for slots: from the allocator of module text, made read-only and executable before anything is in it, filled through a mapping of its own. */
#include <linux/mm.h>
#include <linux/module.h>

#include "os/linux/linux.h"

#include <isa_types.h>

#include "os/linux/compat/compat.h"

static void fill_breaks(uint8_t *page)
{
	size_t i;

	for (i = 0; i < PAGE_SIZE; i++)
		page[i] = isa_self.break_bytes[i % isa_self.break_len];
}

uint64_t os_exec_alloc(size_t size)
{
	size_t i, pages = DIV_ROUND_UP(size, PAGE_SIZE);
	uint8_t *filling;
	void *memory;

	filling = os_alloc(PAGE_SIZE);
	memory = filling ? compat_exec_alloc(pages * PAGE_SIZE) : NULL;
	if (!memory)
		goto out;
	if (linux_calls.set_memory_ro((unsigned long)memory, pages) != 0 || linux_calls.set_memory_x((unsigned long)memory, pages) != 0)
		goto undo_alloc;
	fill_breaks(filling);
	for (i = 0; i < pages; i++) {
		if (linux_text_write((unsigned long)memory + i * PAGE_SIZE, filling, PAGE_SIZE) != 0)
			goto undo_alloc;
	}
	goto out;
undo_alloc:
	os_exec_free((unsigned long)memory, size);
	memory = NULL;
out:
	os_free(filling);
	return (unsigned long)memory;
}

void os_exec_free(uint64_t addr, size_t size)
{
	int pages = DIV_ROUND_UP(size, PAGE_SIZE);

	if (!addr)
		return;
	linux_calls.set_memory_nx((unsigned long)addr, pages);
	linux_calls.set_memory_rw((unsigned long)addr, pages);
	compat_exec_free((void *)(unsigned long)addr);
}

int linux_exec_init(void)
{
	return compat_exec_init();
}

void linux_exec_fini(void)
{
}
