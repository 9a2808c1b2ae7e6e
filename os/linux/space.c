/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * space.c - the kernel's text space (os/space.h), with the functions of text.c, exec.c, functions.c
 * and refuse.c.
 */
#include "os/linux/linux.h"
#include "os/linux/jumps.h"

#include <isa_types.h>

static int space_read(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	return linux_text_read(addr, dst, size);
}

static long space_patch(struct os_space *space, struct os_patch *patches, size_t count)
{
	return linux_text_patch(patches, count);
}

static const char *space_refusal(struct os_space *space, uint64_t addr, size_t size)
{
	return linux_text_refusal(addr, size);
}

/* Most CPUs reach the kernel's text and its modules from all that the modules' allocator gives. */
static uint64_t space_slots_alloc(struct os_space *space, uint64_t near, uint64_t reach, size_t size)
{
	return reach ? linux_exec_alloc_near(near, reach, size) : linux_exec_alloc(size);
}

static void space_slots_write(struct os_space *space, uint64_t addr, const void *src, size_t size)
{
	linux_exec_write(addr, src, size);
}

static void space_grace(struct os_space *space)
{
	linux_grace();
}

static void space_slots_free(struct os_space *space, uint64_t addr, size_t size)
{
	linux_exec_free(addr, size);
}

static int space_func_each(struct os_space *space, const struct os_func_query *query,
			   int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	return linux_func_each(query, fn, arg);
}

static bool space_symbol(struct os_space *space, uint64_t addr, struct os_text_symbol *symbol)
{
	return linux_text_symbol(addr, symbol);
}

static const uint64_t *space_return_thunks(struct os_space *space, size_t *count)
{
	return linux_return_thunks(count);
}

static const struct os_space_ops kernel_ops = {
	.read = space_read,
	.patch = space_patch,
	.refusal = space_refusal,
	.slots_alloc = space_slots_alloc,
	.slots_write = space_slots_write,
	.grace = space_grace,
	.slots_free = space_slots_free,
	.func_each = space_func_each,
	.symbol = space_symbol,
	.return_thunks = space_return_thunks,
};

static struct os_space kernel_space = {
	.id = OS_SPACE_KERNEL,
	.isa = &isa_self,
	.ops = &kernel_ops,
};

int linux_space_init(void)
{
	kernel_space.jumps = linux_jumps();
	return 0;
}

struct os_space *os_kernel_space(void)
{
	return &kernel_space;
}
