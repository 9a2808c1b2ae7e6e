/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* module.c - where a module's text is: struct module was rearranged in 6.4. */
#include <linux/module.h>
#include <linux/version.h>

#include "os/linux/compat/compat.h"

void compat_module_text(const struct module *mod, unsigned long *start, unsigned long *end)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 4, 0)
	*start = (unsigned long)mod->core_layout.base;
	*end = *start + mod->core_layout.text_size;
#else
	*start = (unsigned long)mod->mem[MOD_TEXT].base;
	*end = *start + mod->mem[MOD_TEXT].size;
#endif
}
