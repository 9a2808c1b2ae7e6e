/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exec.c - memory near the kernel's text: module_alloc() was replaced by execmem_alloc() in 6.10. In the
 * same version __vmalloc_node_range() became a macro around a function with another name (mm/vmalloc.c).
 */
#include <linux/module.h>
#include <linux/vmalloc.h>

#include "os/linux/linux.h"
#include "os/linux/compat/compat.h"

static void *(*alloc_between)(unsigned long size, unsigned long align, unsigned long low, unsigned long high, gfp_t gfp,
			      pgprot_t protection, unsigned long flags, int node, const void *caller);

static void find_alloc_between(void)
{
	alloc_between = (void *)linux_symbol("__vmalloc_node_range_noprof");
	if (!alloc_between)
		alloc_between = (void *)linux_symbol("__vmalloc_node_range");
}

#if __has_include(<linux/execmem.h>)

#include <linux/execmem.h>

static void *(*alloc)(enum execmem_type type, size_t size);
static void (*release)(void *memory);

int compat_exec_init(void)
{
	alloc = (void *)linux_symbol_need("execmem_alloc");
	release = (void *)linux_symbol_need("execmem_free");
	find_alloc_between();
	return alloc && release ? 0 : -ENOENT;
}

void *compat_exec_alloc(size_t size)
{
	return alloc(EXECMEM_MODULE_TEXT, size);
}

#else

static void *(*alloc)(unsigned long size);
static void (*release)(void *memory);

int compat_exec_init(void)
{
	alloc = (void *)linux_symbol_need("module_alloc");
	release = (void *)linux_symbol_need("module_memfree");
	find_alloc_between();
	return alloc && release ? 0 : -ENOENT;
}

void *compat_exec_alloc(size_t size)
{
	return alloc(size);
}

#endif

void *compat_exec_alloc_between(size_t size, unsigned long low, unsigned long high)
{
	if (!alloc_between || high < low || high - low < size)
		return NULL;
	return alloc_between(size, PAGE_SIZE, low, high, GFP_KERNEL | __GFP_NOWARN, PAGE_KERNEL, 0, NUMA_NO_NODE,
			     __builtin_return_address(0));
}

void compat_exec_free(void *memory)
{
	release(memory);
}
