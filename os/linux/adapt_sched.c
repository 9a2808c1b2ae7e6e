/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_sched.c - arguments of the provider sched's probes (os/adapter.h; spec/providers/sched.def). */
#include <linux/sched.h>
#include <linux/sched/deadline.h>
#include <linux/sched/prio.h>
#include <linux/sched/rt.h>
#include <uapi/linux/sched.h>
#include <uapi/linux/sched/types.h>

#include "os/linux/linux.h"

#include "os/adapter.h"

/* A word is wider than what the place has in it: of a bool only the lowest byte counts. */
DT_PROBE_INLINE bool flag(uint64_t word)
{
	return word & 0xff;
}

DT_PROBE_CTX bool os_adapt_sched_task(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	return true;
}

DT_PROBE_CTX bool os_adapt_sched_current(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)current;
	return true;
}

/* sched_switch: was it preempted, the one that leaves, the one that comes, the state of the first. */
DT_PROBE_CTX bool os_adapt_sched_sleeps(const uint64_t *in, uint64_t *out)
{
	return !flag(in[0]) && (u32)in[3] != TASK_RUNNING;
}

/*
 * The kernel says "preempted" only when it was in the kernel. On the way back to a program it calls
 * the scheduler as if the thread wanted it, but the thread is ready to run.
 */
DT_PROBE_CTX bool os_adapt_sched_preempted(const uint64_t *in, uint64_t *out)
{
	const struct task_struct *leaves = (const void *)(unsigned long)in[1];

	return flag(in[0]) || ((u32)in[3] == TASK_RUNNING && !is_idle_task(leaves));
}

DT_PROBE_CTX bool os_adapt_sched_leaves(const uint64_t *in, uint64_t *out)
{
	out[0] = in[2];
	return in[1] != in[2];
}

/* sched_exit_tp: whether another thread comes. */
DT_PROBE_CTX bool os_adapt_sched_remains(const uint64_t *in, uint64_t *out)
{
	return !flag(in[0]);
}

/* (queue, task, flags): the task's CPU is that of the queue already. */
DT_PROBE_CTX bool os_adapt_sched_queued(const uint64_t *in, uint64_t *out)
{
	const struct task_struct *task = (const void *)(unsigned long)in[1];

	out[0] = in[1];
	out[1] = task_cpu(task);
	return true;
}

/*
 * The scheduler's private flag for the front of a queue, ENQUEUE_HEAD. It got another number in the
 * change that brought this function.
 */
#define RENUMBERED_WITH "sched_change_begin"

static u32 enqueue_head;

int linux_adapt_sched_init(void)
{
	enqueue_head = linux_symbol(RENUMBERED_WITH) ? 0x10000 : 0x10;
	return 0;
}

DT_PROBE_CTX bool os_adapt_sched_queued_front(const uint64_t *in, uint64_t *out)
{
	out[2] = in[2] & enqueue_head ? 1 : 0;
	return os_adapt_sched_queued(in, out);
}

/* (task, nice) */
DT_PROBE_CTX bool os_adapt_sched_reniced(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	out[1] = NICE_TO_PRIO((long)in[1]);
	return true;
}

/* (task, attributes): the kernel has copied them from the caller. */
DT_PROBE_CTX bool os_adapt_sched_repoliced(const uint64_t *in, uint64_t *out)
{
	const struct sched_attr *attr = (const void *)(unsigned long)in[1];

	out[0] = in[0];
	if (attr->sched_policy == SCHED_DEADLINE)
		out[1] = (uint64_t)(MAX_DL_PRIO - 1);
	else if (attr->sched_policy == SCHED_FIFO || attr->sched_policy == SCHED_RR)
		out[1] = MAX_RT_PRIO - 1 - attr->sched_priority;
	else
		out[1] = NICE_TO_PRIO(attr->sched_nice);
	return true;
}

/* (task, the one that waits for it, or NULL): the more urgent of two priorities. */
DT_PROBE_CTX bool os_adapt_sched_inherits(const uint64_t *in, uint64_t *out)
{
	const struct task_struct *task = (const void *)(unsigned long)in[0],
				 *waiter = (const void *)(unsigned long)in[1];

	out[0] = in[0];
	out[1] = waiter && waiter->prio < task->normal_prio ? waiter->prio : task->normal_prio;
	return true;
}
