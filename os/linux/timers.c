/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * timers.c - cyclic timers: one hrtimer on any CPU, or one pinned to each CPU. A late timer is
 * moved on to its next period, and reports the periods that it missed, so that the sum of counts is
 * exact.
 *
 * CPUs come and go: a state of the kernel's hotplug machine starts and ends the pinned timers on
 * that CPU. Lock order: CPU hotplug lock, then timers_lock, as the hotplug callbacks have it.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <asm/irq_regs.h>

#include "os/linux/linux.h"
#include "os/linux/compat/compat.h"

#define TIMER_SHORTEST 10000 /* ns */

struct linux_timer {
	struct hrtimer hrtimer;
	struct os_timer *owner;
};

struct os_timer {
	struct list_head link;               /* [timers_lock] */
	struct linux_timer __percpu *timers; /* all CPUs, or NULL */
	struct linux_timer single;           /* any CPU */
	void (*fn)(void *arg, const struct os_tick *tick);
	void *arg;
	uint64_t period;
};

static DEFINE_MUTEX(timers_lock);
static LIST_HEAD(timers); /* [timers_lock] those on all CPUs */
static int hotplug_state;

static enum hrtimer_restart expired(struct hrtimer *hrtimer)
{
	struct os_timer *timer = container_of(hrtimer, struct linux_timer, hrtimer)->owner;
	struct pt_regs *regs = get_irq_regs();
	ktime_t due = hrtimer_get_expires(hrtimer);
	struct os_tick tick = {
		.regs = (struct isa_regs *)regs,
		.user = regs && user_mode(regs),
		.count = hrtimer_forward_now(hrtimer, ns_to_ktime(timer->period)),
	};

	tick.late = (uint64_t)ktime_to_ns(ktime_sub(ktime_get(), due));
	timer->fn(timer->arg, &tick);
	return HRTIMER_RESTART;
}

static void start_here(void *arg)
{
	struct os_timer *timer = arg;
	struct linux_timer *mine = this_cpu_ptr(timer->timers);

	hrtimer_start(&mine->hrtimer, ktime_add_ns(ktime_get(), timer->period), HRTIMER_MODE_ABS_PINNED_HARD);
}

static int cpu_comes(unsigned int cpu)
{
	struct os_timer *timer;
	unsigned long flags;

	mutex_lock(&timers_lock);
	list_for_each_entry (timer, &timers, link) {
		local_irq_save(flags);
		start_here(timer);
		local_irq_restore(flags);
	}
	mutex_unlock(&timers_lock);
	return 0;
}

static int cpu_goes(unsigned int cpu)
{
	struct os_timer *timer;

	mutex_lock(&timers_lock);
	list_for_each_entry (timer, &timers, link)
		hrtimer_cancel(&per_cpu_ptr(timer->timers, cpu)->hrtimer);
	mutex_unlock(&timers_lock);
	return 0;
}

static int prepare_all(struct os_timer *timer)
{
	struct linux_timer *one;
	int cpu;

	timer->timers = alloc_percpu(struct linux_timer);
	if (!timer->timers)
		return -OS_ENOMEM;
	for_each_possible_cpu (cpu) {
		one = per_cpu_ptr(timer->timers, cpu);
		one->owner = timer;
		compat_hrtimer_init(&one->hrtimer, expired, HRTIMER_MODE_ABS_PINNED_HARD);
	}
	return 0;
}

static void start_all(struct os_timer *timer)
{
	cpus_read_lock();
	mutex_lock(&timers_lock);
	list_add_tail(&timer->link, &timers);
	on_each_cpu(start_here, timer, 1);
	mutex_unlock(&timers_lock);
	cpus_read_unlock();
}

static void stop_all(struct os_timer *timer)
{
	int cpu;

	cpus_read_lock();
	mutex_lock(&timers_lock);
	list_del(&timer->link);
	for_each_possible_cpu (cpu)
		hrtimer_cancel(&per_cpu_ptr(timer->timers, cpu)->hrtimer);
	mutex_unlock(&timers_lock);
	cpus_read_unlock();
	free_percpu(timer->timers);
}

static void start_single_here(void *arg)
{
	struct os_timer *timer = arg;

	hrtimer_start(&timer->single.hrtimer, ktime_add_ns(ktime_get(), timer->period), HRTIMER_MODE_ABS_PINNED_HARD);
}

/*
 * All timers for any CPU run on the same CPU, so that they expire in the order of their times,
 * however late that CPU is.
 */
static void start_single(struct os_timer *timer)
{
	cpus_read_lock();
	smp_call_function_single(cpumask_first(cpu_online_mask), start_single_here, timer, 1);
	cpus_read_unlock();
}

int os_timer_start(uint64_t period, int cpu, void (*fn)(void *arg, const struct os_tick *tick), void *arg,
		   struct os_timer **ret)
{
	struct os_timer *timer;

	if (period < TIMER_SHORTEST || period > S64_MAX / 2 || (cpu != OS_CPU_ANY && cpu != OS_CPU_ALL))
		return -OS_EINVAL;
	timer = os_alloc(sizeof(*timer));
	if (!timer)
		return -OS_ENOMEM;
	timer->fn = fn;
	timer->arg = arg;
	timer->period = period;
	if (cpu == OS_CPU_ALL) {
		if (prepare_all(timer) != 0) {
			os_free(timer);
			return -OS_ENOMEM;
		}
		start_all(timer);
	} else {
		timer->single.owner = timer;
		compat_hrtimer_init(&timer->single.hrtimer, expired, HRTIMER_MODE_ABS_PINNED_HARD);
		start_single(timer);
	}
	*ret = timer;
	return 0;
}

void os_timer_stop(struct os_timer *timer)
{
	if (!timer)
		return;
	if (timer->timers)
		stop_all(timer);
	else
		hrtimer_cancel(&timer->single.hrtimer);
	os_free(timer);
}

int linux_timers_init(void)
{
	hotplug_state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "dtrace:timers", cpu_comes, cpu_goes);
	return hotplug_state < 0 ? hotplug_state : 0;
}

void linux_timers_fini(void)
{
	cpuhp_remove_state_nocalls(hotplug_state);
}
