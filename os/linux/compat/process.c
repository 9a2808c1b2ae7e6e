/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process.c - pages of another process: get_user_pages_remote() lost its array of mappings in 6.5. Whether a process
 * is dumpable moved from its memory to the task's exec_state in 7.2.
 */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/coredump.h>
#include <linux/version.h>

#include "os/linux/linux.h"

#include "os/linux/compat/compat.h"

struct page *compat_user_page_locked(struct mm_struct *mm, unsigned long addr, unsigned int flags)
{
	struct page *page;
	long count;

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
	count = get_user_pages_remote(mm, addr, 1, flags, &page, NULL, NULL);
#else
	count = get_user_pages_remote(mm, addr, 1, flags, &page, NULL);
#endif
	return count == 1 ? page : ERR_PTR(count < 0 ? count : -EFAULT);
}

struct page *compat_user_page(struct mm_struct *mm, unsigned long addr, unsigned int flags)
{
	struct page *page;

	mmap_read_lock(mm);
	page = compat_user_page_locked(mm, addr, flags);
	mmap_read_unlock(mm);
	return page;
}

#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 2, 0)
DT_PROBE_INLINE bool is_dumpable(const struct task_struct *task)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 18, 0)
	return (READ_ONCE(task->mm->flags) & MMF_DUMPABLE_MASK) == SUID_DUMP_USER;
#else
	return __mm_flags_get_dumpable(task->mm) == SUID_DUMP_USER;
#endif
}
#else
#include <linux/sched/exec_state.h>

DT_PROBE_INLINE bool is_dumpable(const struct task_struct *task)
{
	const struct task_exec_state *state = (const struct task_exec_state *)rcu_access_pointer(task->exec_state);

	return state && READ_ONCE(state->dumpable) == TASK_DUMPABLE_OWNER;
}
#endif

DT_PROBE_CTX bool compat_is_dumpable(const struct task_struct *task)
{
	return is_dumpable(task);
}
