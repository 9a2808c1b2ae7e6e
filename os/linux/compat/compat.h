/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compat.h - one wrapper per kernel facility that differs between versions. Only this folder asks
 * for a version; where the kernel can be asked at run time (a symbol is there or not), that is done
 * instead: stable kernels back-port removals.
 */
#ifndef OS_LINUX_COMPAT_COMPAT_H
#define OS_LINUX_COMPAT_COMPAT_H

#include <linux/fs.h>
#include <linux/hrtimer.h>
#include <linux/mm_types.h>
#include <linux/module.h>
#include <linux/types.h>
#include <linux/version.h>

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
 * - use it. compat_exec_alloc_between - executable memory in [@low, @high); NULL when there is none,
 * or this kernel has no function for it. Context: process.
 */
int compat_exec_init(void);
void *compat_exec_alloc(size_t size);
void *compat_exec_alloc_between(size_t size, unsigned long low, unsigned long high);
void compat_exec_free(void *memory);

/*
 * Members of the kernel's objects at any address, read by guarded loads.
 * compat_mm_counter - pages of a kind (MM_FILEPAGES...) that a struct mm_struct counts; it may be
 * negative, and lack what CPUs have not told yet.
 * compat_partition - the number of the partition that a struct block_device is; 0: a whole disk.
 * return:  0 or -OS_EFAULT. context: probe context.
 */
int compat_mm_counter(uint64_t mm, int which, int64_t *pages);
int compat_partition(uint64_t device, unsigned int *number);

/* The place of the link between names of one inode in struct dentry, which had a union around it before 7.1. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 1, 0)
#define COMPAT_DENTRY_ALIAS d_u.d_alias
#else
#define COMPAT_DENTRY_ALIAS d_alias
#endif

/*
 * compat_user_page - the page at an address of a process's memory, brought in where needed.
 * args:    @mm whose memory stays during the call; @flags FOLL_WRITE, FOLL_FORCE.
 * return:  with a reference that the caller gives back by put_page(); ERR_PTR(): -EFAULT, none is there, or not for
 *          writing; -ENOMEM; -EINTR or -EAGAIN, the caller is being killed (linux_user_page() gets it all the same).
 * context: process, may sleep; takes the lock of the mappings.
 */
struct page *compat_user_page(struct mm_struct *mm, unsigned long addr, unsigned int flags);
/* compat_user_page_locked - the same for who holds the lock of the memory's mappings, mmap_read_lock(). */
struct page *compat_user_page_locked(struct mm_struct *mm, unsigned long addr, unsigned int flags);

/*
 * compat_notifier_get - from now on @fn is called when something of a memory was unmapped, or thrown away, by whomever
 * and for whatever reason. Not for what only the kernel's own threads and its search for free memory do.
 * args:    @mm which has users during the call; @fn one and the same in all calls: it gets [@start, @end); context:
 *          process, after it was done, with locks of the memory held; may not sleep.
 * return:  for put; NULL: this kernel has no way (it lacks CONFIG_MMU_NOTIFIER), or no memory.
 * context: process, may sleep.
 * compat_notifier_put - @fn may still be called for a while; accepts NULL. Context: process.
 * compat_notifier_fini - when it returns @fn is not called any more. Context: process, may sleep.
 */
typedef void compat_notifier_fn(struct mm_struct *mm, unsigned long start, unsigned long end);
void *compat_notifier_get(struct mm_struct *mm, compat_notifier_fn *fn);
void compat_notifier_put(void *notifier);
void compat_notifier_fini(void);

/*
 * compat_is_dumpable - whether another process of the same user may look into a task's memory, as prctl(2) says it.
 * args:    @task the current one. context: probe context; interrupts off.
 */
bool compat_is_dumpable(const struct task_struct *task);

/* compat_inode_changed - when the bytes of a file were changed last, in ns. Context: any. */
u64 compat_inode_changed(const struct inode *inode);

/* compat_page_folio - the folio that a struct page belongs to; 0: cannot be read. Context: probe context. */
uint64_t compat_page_folio(uint64_t page);

#endif
