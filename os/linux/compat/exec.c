/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exec.c - memory near the kernel's text: module_alloc() was replaced by execmem_alloc() in 6.10. */
#include <linux/module.h>
#include <linux/vmalloc.h>

#include "os/linux/linux.h"
#include "os/linux/compat/compat.h"

#if __has_include(<linux/execmem.h>)

#include <linux/execmem.h>

static void *(*alloc)(enum execmem_type type, size_t size);
static void (*release)(void *memory);

int compat_exec_init(void)
{
	alloc = (void *)linux_symbol_need("execmem_alloc");
	release = (void *)linux_symbol_need("execmem_free");
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
	return alloc && release ? 0 : -ENOENT;
}

void *compat_exec_alloc(size_t size)
{
	return alloc(size);
}

#endif

void compat_exec_free(void *memory)
{
	release(memory);
}
