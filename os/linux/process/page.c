/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * page.c - a page of a process's memory for a caller that may be killed.
 *
 * The kernel gives no pages to a thread that a SIGKILL waits for: a consumer that is killed while it closes could
 * not take its breaks and its counts away. A thread of the kernel gets them then.
 */
#include <linux/sched/signal.h>
#include <linux/workqueue.h>

#include "os/linux/process/process.h"

#include "os/linux/compat/compat.h"

struct wish {
	struct work_struct work;
	struct page *(*get)(struct mm_struct *mm, unsigned long addr, unsigned int flags);
	struct mm_struct *mm;
	unsigned long addr;
	unsigned int flags;
	struct page *page;
};

static void wish_run(struct work_struct *work)
{
	struct wish *wish = container_of(work, struct wish, work);

	wish->page = wish->get(wish->mm, wish->addr, wish->flags);
}

static struct page *get_page_of(struct wish *wish)
{
	wish->page = wish->get(wish->mm, wish->addr, wish->flags);
	if (likely(!IS_ERR(wish->page)) || !fatal_signal_pending(current))
		return wish->page;
	INIT_WORK_ONSTACK(&wish->work, wish_run);
	queue_work(system_unbound_wq, &wish->work);
	flush_work(&wish->work);
	destroy_work_on_stack(&wish->work);
	return wish->page;
}

struct page *linux_user_page(struct mm_struct *mm, unsigned long addr, unsigned int flags)
{
	struct wish wish = { .get = compat_user_page, .mm = mm, .addr = addr, .flags = flags };

	return get_page_of(&wish);
}

/* The caller waits with the lock held, so the other thread has it, too. */
struct page *linux_user_page_locked(struct mm_struct *mm, unsigned long addr, unsigned int flags)
{
	struct wish wish = { .get = compat_user_page_locked, .mm = mm, .addr = addr, .flags = flags };

	return get_page_of(&wish);
}
