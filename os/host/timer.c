/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* timer.c - time, and cyclic timers as threads: one for each CPU a timer runs on. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "os/host/host.h"
#include "os/os.h"

#define NS_PER_SEC 1000000000ull
#define PERIOD_MIN 10000ull /* ns */
#define STACK_SIZE (512 * 1024)

struct os_timer;

struct timer_thread {
	struct os_timer *timer;
	pthread_t thread;
	unsigned int cpu;
	bool moves; /* to another CPU while this one is offline */
};

struct os_timer {
	void (*fn)(void *arg, const struct os_tick *tick);
	void *arg;
	uint64_t period;
	uint64_t start;       /* os_time_mono() of the creation */
	pthread_mutex_t lock; /* protects stop */
	pthread_cond_t wake;  /* on the monotonic clock */
	bool stop;
	unsigned int thread_count;
	struct timer_thread threads[];
};

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * NS_PER_SEC + (uint64_t)now.tv_nsec;
}

static uint64_t time_shift; /* atomic */

DT_BY_NAME uint64_t os_time_mono(void)
{
	return clock_ns(CLOCK_MONOTONIC) + __atomic_load_n(&time_shift, __ATOMIC_RELAXED);
}

void os_host_time_shift(uint64_t ns)
{
	__atomic_add_fetch(&time_shift, ns, __ATOMIC_RELAXED);
}

uint64_t os_time_wall(void)
{
	return clock_ns(CLOCK_REALTIME);
}

/* timer_wait - sleep until @when or the timer's end. Return: whether the timer goes on. */
static bool timer_wait(struct os_timer *timer, uint64_t when)
{
	uint64_t real = when - __atomic_load_n(&time_shift, __ATOMIC_RELAXED);
	struct timespec until = { .tv_sec = (time_t)(real / NS_PER_SEC), .tv_nsec = (long)(real % NS_PER_SEC) };
	bool go_on;

	pthread_mutex_lock(&timer->lock);
	while (!timer->stop && os_time_mono() < when)
		pthread_cond_timedwait(&timer->wake, &timer->lock, &until);
	go_on = !timer->stop;
	pthread_mutex_unlock(&timer->lock);
	return go_on;
}

static _Thread_local uint64_t timer_key; /* in a timer's thread: what its CPU's interrupts have in common */

uint64_t os_host_timer_key(void)
{
	return timer_key;
}

/* The CPU on which this thread's calls are made now. */
static unsigned int timer_cpu(const struct timer_thread *self)
{
	unsigned int cpu;

	if (!self->moves || os_cpu_online(self->cpu))
		return self->cpu;
	for (cpu = 0; cpu < os_cpu_count() && !os_cpu_online(cpu); cpu++)
		;
	return cpu < os_cpu_count() ? cpu : self->cpu;
}

static void *timer_main(void *arg)
{
	struct timer_thread *self = arg;
	struct os_timer *timer = self->timer;
	struct os_tick tick = { .regs = NULL };
	uint64_t next = timer->start + timer->period;
	unsigned long state;
	unsigned int cpu;

	while (timer_wait(timer, next)) {
		tick.late = os_time_mono() - next;
		tick.count = tick.late / timer->period + 1;
		next += tick.count * timer->period;
		cpu = timer_cpu(self);
		timer_key = 1ull << 32 | cpu;
		state = os_host_irq_save_on(cpu);
		if (os_cpu_online(cpu))
			timer->fn(timer->arg, &tick);
		os_irq_restore(state);
	}
	return NULL;
}

static struct os_timer *timer_create_idle(uint64_t period, void (*fn)(void *arg, const struct os_tick *tick), void *arg)
{
	struct os_timer *timer = os_alloc(sizeof(*timer) + os_cpu_count() * sizeof(timer->threads[0]));
	pthread_condattr_t attr;

	if (timer == NULL)
		return NULL;
	timer->fn = fn;
	timer->arg = arg;
	timer->period = period;
	timer->start = os_time_mono();
	pthread_mutex_init(&timer->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&timer->wake, &attr);
	pthread_condattr_destroy(&attr);
	return timer;
}

/* timer_spawn - one more thread; signals stay with the program's own threads. */
static int timer_spawn(struct os_timer *timer, unsigned int cpu, bool moves)
{
	struct timer_thread *thread = &timer->threads[timer->thread_count];
	pthread_attr_t attr;
	sigset_t all, before;
	int error;

	thread->timer = timer;
	thread->cpu = cpu;
	thread->moves = moves;
	sigfillset(&all);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread->thread, &attr, timer_main, thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	if (error == 0)
		timer->thread_count++;
	return -error;
}

int os_timer_start(uint64_t period, int cpu, void (*fn)(void *arg, const struct os_tick *tick), void *arg,
		   struct os_timer **ret)
{
	struct os_timer *timer;
	unsigned int i;
	int error = 0;

	if (period < PERIOD_MIN || (cpu >= 0 && (unsigned int)cpu >= os_cpu_count()))
		return -OS_EINVAL;
	timer = timer_create_idle(period, fn, arg);
	if (timer == NULL)
		return -OS_ENOMEM;
	if (cpu == OS_CPU_ALL) {
		for (i = 0; i < os_cpu_count() && error == 0; i++)
			error = timer_spawn(timer, i, false);
	} else {
		error = timer_spawn(timer, cpu == OS_CPU_ANY ? os_cpu_self() : (unsigned int)cpu, cpu == OS_CPU_ANY);
	}
	if (error != 0) {
		os_timer_stop(timer);
		return -OS_ENOMEM;
	}
	*ret = timer;
	return 0;
}

void os_timer_stop(struct os_timer *timer)
{
	unsigned int i;

	if (timer == NULL)
		return;
	pthread_mutex_lock(&timer->lock);
	timer->stop = true;
	pthread_cond_broadcast(&timer->wake);
	pthread_mutex_unlock(&timer->lock);
	for (i = 0; i < timer->thread_count; i++)
		pthread_join(timer->threads[i].thread, NULL);
	pthread_cond_destroy(&timer->wake);
	pthread_mutex_destroy(&timer->lock);
	os_free(timer);
}
