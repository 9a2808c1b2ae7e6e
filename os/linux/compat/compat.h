/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compat.h - one wrapper per kernel facility that differs between versions. Only this folder asks
 * for a version; where the kernel can be asked at run time (a symbol is there or not), that is done
 * instead: stable kernels back-port removals.
 */
#ifndef OS_LINUX_COMPAT_COMPAT_H
#define OS_LINUX_COMPAT_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/types.h>

/*
 * compat_kernel_symbols - call @fn for every symbol of the kernel itself, modules left out.
 * return:  the first non-zero result of @fn, or 0. context: process.
 */
int compat_kernel_symbols(int (*fn)(void *arg, const char *name, unsigned long addr), void *arg);

/*
 * compat_module_symbols - call @fn for every symbol of a module in memory (NULL: of all of them), module by module.
 * args:    @fn gets the module; it stays while @fn runs.
 * return:  the first non-zero result of @fn, or 0. context: process, may sleep.
 */
int compat_module_symbols(const char *module,
			  int (*fn)(void *arg, struct module *mod, const char *name, unsigned long addr), void *arg);

/*
 * compat_symbols_init - find what the two above use; after linux_symbols_init(). Return 0 or
 * -ENOENT. Context: process.
 */
int compat_symbols_init(void);

/* compat_module_text - a module's text, without .init. Context: any. */
void compat_module_text(const struct module *mod, unsigned long *start, unsigned long *end);

/* compat_hrtimer_init - prepare a timer. Context: process. */
void compat_hrtimer_init(struct hrtimer *timer, enum hrtimer_restart (*fn)(struct hrtimer *timer),
			 enum hrtimer_mode mode);

/*
 * compat_exec_init - find the allocator of executable memory. compat_exec_alloc / compat_exec_free
 * - use it. Context: process.
 */
int compat_exec_init(void);
void *compat_exec_alloc(size_t size);
void compat_exec_free(void *memory);

#endif
