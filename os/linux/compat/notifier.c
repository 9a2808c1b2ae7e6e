/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * notifier.c - what is unmapped and thrown away in the memory of a process. A kernel tells it by its "MMU notifiers",
 * if it has them (CONFIG_MMU_NOTIFIER): Debian's do.
 */
#include <linux/mmu_notifier.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "os/linux/compat/compat.h"

#ifdef CONFIG_MMU_NOTIFIER

static compat_notifier_fn *thrown;

static void range_end(struct mmu_notifier *notifier, const struct mmu_notifier_range *range)
{
	if (range->event != MMU_NOTIFY_UNMAP && range->event != MMU_NOTIFY_CLEAR)
		return;
	if (!(current->flags & (PF_KTHREAD | PF_MEMALLOC)))
		thrown(range->mm, range->start, range->end);
}

static struct mmu_notifier *notifier_alloc(struct mm_struct *mm)
{
	struct mmu_notifier *notifier = kzalloc(sizeof(*notifier), GFP_KERNEL);

	return notifier ? notifier : ERR_PTR(-ENOMEM);
}

static void notifier_free(struct mmu_notifier *notifier)
{
	kfree(notifier);
}

static const struct mmu_notifier_ops ops = {
	.invalidate_range_end = range_end,
	.alloc_notifier = notifier_alloc,
	.free_notifier = notifier_free,
};

struct request {
	struct work_struct work;
	struct mm_struct *mm;
	struct mmu_notifier *notifier;
};

static void get_run(struct work_struct *work)
{
	struct request *request = container_of(work, struct request, work);

	request->notifier = mmu_notifier_get(&ops, request->mm);
}

/* By a thread that no signal comes to: a pending one would be in the way. */
void *compat_notifier_get(struct mm_struct *mm, compat_notifier_fn *fn)
{
	struct request request = { .mm = mm };

	thrown = fn;
	INIT_WORK_ONSTACK(&request.work, get_run);
	queue_work(system_unbound_wq, &request.work);
	flush_work(&request.work);
	destroy_work_on_stack(&request.work);
	return IS_ERR(request.notifier) ? NULL : request.notifier;
}

void compat_notifier_put(void *notifier)
{
	if (notifier)
		mmu_notifier_put(notifier);
}

void compat_notifier_fini(void)
{
	mmu_notifier_synchronize();
}

#else

void *compat_notifier_get(struct mm_struct *mm, compat_notifier_fn *fn)
{
	return NULL;
}

void compat_notifier_put(void *notifier)
{
}

void compat_notifier_fini(void)
{
}

#endif
