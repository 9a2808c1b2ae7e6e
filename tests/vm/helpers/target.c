// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * target - a process for destructive actions to act on. It makes system calls, and looks at what
 * became of it after each:
 *
 *   target N   getpriority(number, text, i)  i below N: the tracer puts i * 3 + 1 (64 bits) there, and "call i"
 *              getppid()                     N / 10 times: each sends SIGUSR1
 *              getpgid(i)                    i below N / 10: the tracer holds the CPU for a time
 *              getsid(i)                     i below N / 20: a command for each, each from another
 *                                            CPU than the one before
 *              sched_get_priority_max(i)     i below N / 10: a line in one of four files for each, as well
 *              sched_get_priority_min(0)     once: the process is stopped, until it is continued
 *
 * Prints its process, then a line for each kind: how often it was as it should be; the time of all
 * getpgid() in microseconds.
 */
#define _GNU_SOURCE /* sched_setaffinity() */
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
	(void)number;
	signals++;
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_nsec / 1000u;
}

static long written(long count)
{
	static volatile uint64_t number;
	static char text[32], wanted[32];
	long i, good = 0;

	for (i = 0; i < count; i++) {
		number = 0;
		memset(text, 'x', sizeof(text));
		snprintf(wanted, sizeof(wanted), "call %ld", i);
		syscall(SYS_getpriority, &number, text, i);
		good += number == (uint64_t)i * 3 + 1 && memcmp(text, wanted, strlen(wanted) + 1) == 0 &&
			text[sizeof(text) - 1] == 'x';
	}
	return good;
}

/* The signal comes by an interrupt right after the call: a moment later at most. */
static long signalled(long count)
{
	long i, good = 0;

	for (i = 0; i < count; i++) {
		uint64_t end = now() + 5000000;
		int before = signals;

		syscall(SYS_getppid);
		while (signals == before && now() < end)
			;
		good += signals == before + 1;
	}
	return good;
}

/* Goes on on the turn'th of the CPUs, as the scheduler does now and then. */
static void change_cpu(long turn)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET((int)(turn % sysconf(_SC_NPROCESSORS_ONLN)), &one);
	sched_setaffinity(0, sizeof(one), &one);
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? atol(argv[1]) : 0, i;
	uint64_t start;

	signal(SIGUSR1, on_signal);
	printf("process %d\n", getpid());
	printf("written %ld\n", written(count));
	printf("signalled %ld\n", signalled(count / 10));
	start = now();
	for (i = 0; i < count / 10; i++)
		syscall(SYS_getpgid, i);
	printf("held %llu\n", (unsigned long long)(now() - start));
	for (i = 0; i < count / 20; i++) {
		change_cpu(i);
		syscall(SYS_getsid, i);
	}
	for (i = 0; i < count / 10; i++) {
		change_cpu(i / 4); /* the lines of one file come from all of them */
		syscall(SYS_sched_get_priority_max, i);
	}
	fflush(stdout);
	syscall(SYS_sched_get_priority_min, 0);
	printf("went on\n");
	return 0;
}
