/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cpu.c - CPUs as mutexes, cross calls, synchronisation. */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/os.h"

#define CPU_MAX 64

static struct {
	pthread_mutex_t lock;
	bool offline;
} cpus[CPU_MAX] = { [0 ... CPU_MAX - 1] = { .lock = PTHREAD_MUTEX_INITIALIZER } };

static unsigned int cpu_count;

/* The CPU that this thread holds. depth counts how often interrupts were turned off. */
static __thread struct {
	unsigned int cpu;
	unsigned int depth;
} self;

void os_host_cpu_set_count(unsigned int count)
{
	__atomic_store_n(&cpu_count, DT_MIN(count, CPU_MAX), __ATOMIC_RELAXED);
}

void os_host_cpu_set_online(unsigned int cpu, bool online)
{
	pthread_mutex_lock(&cpus[cpu].lock);
	cpus[cpu].offline = !online;
	pthread_mutex_unlock(&cpus[cpu].lock);
}

unsigned int os_page_size(void)
{
	return (unsigned int)sysconf(_SC_PAGESIZE);
}

bool os_is_kernel(void)
{
	return false;
}

unsigned int os_cpu_count(void)
{
	unsigned int count = __atomic_load_n(&cpu_count, __ATOMIC_RELAXED);
	long online;

	if (count == 0) {
		online = sysconf(_SC_NPROCESSORS_ONLN);
		count = online < 1 ? 1 : online > CPU_MAX ? CPU_MAX : (unsigned int)online;
		__atomic_store_n(&cpu_count, count, __ATOMIC_RELAXED);
	}
	return count;
}

bool os_cpu_online(unsigned int cpu)
{
	return cpu < os_cpu_count() && !__atomic_load_n(&cpus[cpu].offline, __ATOMIC_RELAXED);
}

/*
 * An online CPU for a thread that needs none in particular: the one it runs on, else the first one.
 */
static unsigned int cpu_choose(void)
{
	int here = sched_getcpu();
	unsigned int cpu = here < 0 ? 0 : (unsigned int)here % os_cpu_count();
	unsigned int i;

	for (i = 0; i < os_cpu_count() && !os_cpu_online(cpu); i++)
		cpu = (cpu + 1) % os_cpu_count();
	return cpu;
}

unsigned int os_cpu_self(void)
{
	return self.depth != 0 ? self.cpu : cpu_choose();
}

unsigned long os_host_irq_save_on(unsigned int cpu)
{
	if (self.depth == 0) {
		pthread_mutex_lock(&cpus[cpu].lock);
		self.cpu = cpu;
	}
	return self.depth++;
}

unsigned long os_irq_save(void)
{
	return os_host_irq_save_on(self.depth != 0 ? self.cpu : cpu_choose());
}

void os_irq_restore(unsigned long state)
{
	self.depth = (unsigned int)state;
	if (state == 0)
		pthread_mutex_unlock(&cpus[self.cpu].lock);
}

static int xcall_one(unsigned int cpu, void (*fn)(void *arg), void *arg)
{
	unsigned long state;
	int error = 0;

	state = os_host_irq_save_on(cpu);
	if (cpus[cpu].offline)
		error = -OS_ENOENT;
	else
		fn(arg);
	os_irq_restore(state);
	return error;
}

int os_xcall(int cpu, void (*fn)(void *arg), void *arg)
{
	unsigned int i;

	DT_ASSERT(self.depth == 0);
	if (cpu != OS_CPU_ALL)
		return cpu < 0 || (unsigned int)cpu >= os_cpu_count() ? -OS_ENOENT
								      : xcall_one((unsigned int)cpu, fn, arg);
	for (i = 0; i < os_cpu_count(); i++)
		(void)xcall_one(i, fn, arg); /* an offline CPU is passed over */
	return 0;
}

void os_sync(void)
{
	unsigned int i;

	DT_ASSERT(self.depth == 0);
	for (i = 0; i < os_cpu_count(); i++) {
		pthread_mutex_lock(&cpus[i].lock);
		pthread_mutex_unlock(&cpus[i].lock);
	}
}
