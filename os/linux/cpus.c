/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpus.c - CPUs, interrupts, cross calls, and the two ways to wait until no reader is left.
 *
 * Probe context runs with interrupts off, so a CPU cannot run a cross call inside it: when every
 * CPU has run the call, all probe context that was under way at its start is over. A task can be
 * preempted inside a slot, where interrupts are as the interrupted code had them: for that
 * linux_grace() waits until every task has been scheduled voluntarily, idle tasks included. In a kernel
 * that never preempts kernel code, call_rcu_tasks() is call_rcu() (include/linux/rcupdate.h).
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "os/linux/linux.h"

unsigned int os_page_size(void)
{
	return PAGE_SIZE;
}

bool os_is_kernel(void)
{
	return true;
}

DT_PROBE_CTX unsigned int os_cpu_count(void)
{
	return nr_cpu_ids;
}

bool os_cpu_online(unsigned int cpu)
{
	return cpu < nr_cpu_ids && cpu_online(cpu);
}

DT_PROBE_CTX unsigned int os_cpu_self(void)
{
	return raw_smp_processor_id();
}

DT_PROBE_CTX unsigned long os_irq_save(void)
{
	return arch_local_irq_save();
}

DT_PROBE_CTX void os_irq_restore(unsigned long state)
{
	arch_local_irq_restore(state);
}

int os_xcall(int cpu, void (*fn)(void *arg), void *arg)
{
	if (cpu == OS_CPU_ALL) {
		on_each_cpu(fn, arg, 1);
		return 0;
	}
	if (cpu < 0 || cpu >= (int)nr_cpu_ids || smp_call_function_single(cpu, fn, arg, 1) != 0)
		return -OS_ENOENT;
	return 0;
}

static void nothing(void *arg)
{
}

void os_sync(void)
{
	on_each_cpu(nothing, NULL, 1);
}

static long scheduled(void *arg)
{
	return 0;
}

/*
 * Idle tasks and CPUs that cannot be preempted: each CPU runs a task of ours, and has left its own for it.
 * synchronize_rcu_tasks_rude() was that until 6.12; in 7.2 (x86_64) it is empty.
 */
static void every_cpu_schedules(void)
{
	unsigned int cpu;

	cpus_read_lock();
	for (cpu = cpumask_first(cpu_online_mask); cpu < nr_cpu_ids; cpu = cpumask_next(cpu, cpu_online_mask))
		work_on_cpu(cpu, scheduled, NULL);
	cpus_read_unlock();
}

static_assert(
	!IS_ENABLED(CONFIG_PREEMPTION) || IS_ENABLED(CONFIG_TASKS_RCU),
	"nothing says when a preempted task has left a slot: kernels with CONFIG_DYNAMIC_FTRACE have CONFIG_TASKS_RCU");

/* A wait for all tasks, as long as one stays in the kernel. */
struct task_grace {
	struct rcu_head head;
	struct wait_queue_head queue;
	bool over;
};

static void tasks_over(struct rcu_head *head)
{
	struct task_grace *grace = container_of(head, struct task_grace, head);
	unsigned long state;

	spin_lock_irqsave(&grace->queue.lock, state);
	WRITE_ONCE(grace->over, true);
	wake_up_locked(&grace->queue);
	spin_unlock_irqrestore(&grace->queue.lock, state);
}

/*
 * As synchronize_rcu_tasks(), but idle: that one waits as a task that hangs does, which is a warning after two minutes
 * (khungtaskd), or a panic where that is wished.
 */
static void every_task_schedules(void)
{
	struct task_grace grace = { .over = false };

	init_waitqueue_head(&grace.queue);
	init_rcu_head_on_stack(&grace.head);
	call_rcu_tasks(&grace.head, tasks_over);
	wait_event_idle(grace.queue, READ_ONCE(grace.over));
	/* tasks_over() has left the lock when it is ours */
	spin_lock_irq(&grace.queue.lock);
	spin_unlock_irq(&grace.queue.lock);
	destroy_rcu_head_on_stack(&grace.head);
}

void linux_grace(void)
{
	os_sync();
	every_task_schedules();
	every_cpu_schedules();
}
