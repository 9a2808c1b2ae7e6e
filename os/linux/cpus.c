/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpus.c - CPUs, interrupts, cross calls, and the two ways to wait until no reader is left.
 *
 * Probe context runs with interrupts off, so a CPU cannot run a cross call inside it: when every
 * CPU has run the call, all probe context that was under way at its start is over. A task can be
 * preempted inside a slot, where interrupts are as the interrupted code had them: for that
 * linux_grace() waits until every task has been scheduled voluntarily, idle tasks included. In a kernel
 * that never preempts kernel code, synchronize_rcu_tasks() is synchronize_rcu() (include/linux/rcupdate.h).
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
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

void linux_grace(void)
{
	os_sync();
	synchronize_rcu_tasks();
	every_cpu_schedules();
}
