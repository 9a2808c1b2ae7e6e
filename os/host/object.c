/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * object.c - facts of objects: there is no kernel, so its structures are nowhere. What D calls the
 * current thread (the object 0, as OS_FACT_THREAD is) is this process; CPUs are those of the machine.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/os.h"

/* The @number'th field of /proc/self/statm, in bytes. */
static uint64_t memory(unsigned int number)
{
	unsigned long long pages[2] = { 0, 0 };
	FILE *file = fopen("/proc/self/statm", "re");

	if (file) {
		if (fscanf(file, "%llu %llu", &pages[0], &pages[1]) != 2)
			pages[0] = pages[1] = 0;
		fclose(file);
	}
	return (uint64_t)pages[number] * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* When the process began: field 22 of /proc/self/stat is ticks since the machine started. */
static uint64_t started(void)
{
	struct timespec boot;
	uint64_t ticks = (uint64_t)os_host_stat(22, 0);

	clock_gettime(CLOCK_BOOTTIME, &boot);
	return os_time_wall() - ((uint64_t)boot.tv_sec * 1000000000ull + (uint64_t)boot.tv_nsec) +
	       ticks * (1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK));
}

static uint64_t nanoseconds(const struct timeval *time)
{
	return (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_usec * 1000;
}

static uint64_t children_time(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return nanoseconds(&usage.ru_utime) + nanoseconds(&usage.ru_stime);
}

/* Facts of the process that os_fact() has too. */
static const struct {
	enum dif_fact fact;
	enum os_fact same;
} same[] = {
	{ DIF_FACT_TASK_TID, OS_FACT_TID },           { DIF_FACT_TASK_PID, OS_FACT_PID },
	{ DIF_FACT_TASK_PPID, OS_FACT_PPID },         { DIF_FACT_TASK_PGID, OS_FACT_PGID },
	{ DIF_FACT_TASK_SID, OS_FACT_SID },           { DIF_FACT_TASK_UID, OS_FACT_UID },
	{ DIF_FACT_TASK_EUID, OS_FACT_EUID },         { DIF_FACT_TASK_GID, OS_FACT_GID },
	{ DIF_FACT_TASK_EGID, OS_FACT_EGID },         { DIF_FACT_TASK_THREADS, OS_FACT_THREADS },
	{ DIF_FACT_TASK_TIME, OS_FACT_VTIME },        { DIF_FACT_TASK_NICE, OS_FACT_NICE },
	{ DIF_FACT_TASK_PRIO, OS_FACT_PRIORITY },     { DIF_FACT_TASK_POLICY, OS_FACT_POLICY },
	{ DIF_FACT_TASK_BOUND, OS_FACT_BOUND_CPU },   { DIF_FACT_TASK_KERNEL, OS_FACT_KERNEL_THREAD },
	{ DIF_FACT_TASK_TTY, OS_FACT_TTY },           { DIF_FACT_TASK_BITS, OS_FACT_USER_BITS },
	{ DIF_FACT_TASK_WSTAT, OS_FACT_EXIT_STATUS },
};

static int own_number(enum dif_fact fact, uint64_t *ret)
{
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(same); i++) {
		if (same[i].fact == fact) {
			*ret = os_fact(same[i].same);
			return 0;
		}
	}
	switch (fact) {
	case DIF_FACT_TASK_SIZE:
	case DIF_FACT_TASK_RSS:
		*ret = memory(fact == DIF_FACT_TASK_RSS);
		return 0;
	case DIF_FACT_TASK_START:
		*ret = started();
		return 0;
	case DIF_FACT_TASK_CTIME:
		*ret = children_time();
		return 0;
	case DIF_FACT_TASK_STATE:
		*ret = 'O';
		return 0;
	case DIF_FACT_TASK_CPU:
		*ret = os_cpu_self();
		return 0;
	case DIF_FACT_TASK_FLAGS:
		*ret = (uint64_t)os_host_stat(9, 0);
		return 0;
	default:
		return -OS_EOPNOTSUPP;
	}
}

int os_number(enum dif_fact fact, uint64_t object, uint64_t *ret)
{
	if (fact <= DIF_FACT_TASK_ROOT)
		return object == os_fact(OS_FACT_THREAD) ? own_number(fact, ret) : -OS_EFAULT;
	if (fact == DIF_FACT_CPU_CHIP || fact == DIF_FACT_CPU_NODE) {
		if (object >= (uint64_t)sysconf(_SC_NPROCESSORS_CONF))
			return -OS_EFAULT;
		*ret = fact == DIF_FACT_CPU_CHIP ? os_host_chip((unsigned int)object)
						 : os_host_node((unsigned int)object);
		return 0;
	}
	return -OS_EOPNOTSUPP;
}

/* What a link of /proc/self leads to. */
static long folder(const char *link, char *dst, size_t size)
{
	ssize_t length = size > 0 ? readlink(link, dst, size - 1) : -1;

	if (length < 0)
		return -OS_EFAULT;
	dst[length] = '\0';
	return (long)length;
}

long os_text(enum dif_fact fact, uint64_t object, char *dst, size_t size)
{
	char name[OS_EXECNAME_SIZE];

	if (fact > DIF_FACT_TASK_ROOT)
		return -OS_EOPNOTSUPP;
	if (object != os_fact(OS_FACT_THREAD) || size == 0)
		return -OS_EFAULT;
	switch (fact) {
	case DIF_FACT_TASK_COMM:
		os_execname(name);
		dst[0] = '\0';
		strncat(dst, name, size - 1);
		return (long)strlen(dst);
	case DIF_FACT_TASK_ARGS:
		return os_execargs(dst, size);
	case DIF_FACT_TASK_CWD:
		return folder("/proc/self/cwd", dst, size);
	case DIF_FACT_TASK_ROOT:
		return folder("/proc/self/root", dst, size);
	default:
		return -OS_EOPNOTSUPP;
	}
}
