// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * called - functions that are called a known number of times, with results that are known, too:
 *
 *   called THREADS COUNT [MICROSECONDS [FORKS]]
 *
 * waits for a line on its input. Then each thread calls called_sum(i), called_twice(i), called_down(3),
 * called_jump(i), called_trap() COUNT times. Meanwhile a timer's signal comes every MICROSECONDS (0:
 * none), whose handler calls called_handler(). Before that FORKS children have done the same as one
 * thread. A second line on its input ends it. At SIGUSR1 it has its text read from the file anew, and
 * prints "reread".
 *
 * Prints "ready", then a line "FUNCTION CALLS" for each, of this process alone (called_down calls itself,
 * too), then "sum NUMBER", which is the same on every run with these numbers, then "done".
 *
 * Exit status 1, after a line "wrong: ...", when a result was wrong, a child ended by a signal or found its
 * text changed, or the text has changed at the end.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRACED __attribute__((noinline, noclone))

static unsigned long handled; /* by several threads at once */
static long count;

TRACED uint64_t called_twice(uint64_t value)
{
	return value * 2;
}

/* Loads, stores, branches, a call. */
TRACED uint64_t called_sum(uint64_t value)
{
	volatile uint64_t values[8] = { 0 };
	uint64_t sum = 0;

	for (unsigned int i = 0; i < 8; i++) {
		values[i] = called_twice(value + i);
		sum += values[i];
	}
	return sum;
}

/* The function may be another one, as far as the compiler knows: it makes no loop of it. */
static uint64_t (*volatile down)(uint64_t value);

TRACED uint64_t called_down(uint64_t value)
{
	return value == 0 ? 1 : down(value - 1) + value;
}

/* A jump through a table, or a chain of branches. */
TRACED uint64_t called_jump(uint64_t value)
{
	switch (value % 6) {
	case 0:
		return value + 1;
	case 1:
		return value ^ 0x55;
	case 2:
		return value * 3;
	case 3:
		return value - 7;
	case 4:
		return ~value;
	default:
		return value << 2;
	}
}

static __thread sigjmp_buf *caught;

static void on_trap(int number)
{
	(void)number;
	siglongjmp(*caught, 1);
}

/* The program's own trap: a signal, out of whose handler it jumps. */
TRACED uint64_t called_trap(void)
{
	sigjmp_buf back;

	caught = &back;
	if (sigsetjmp(back, 1) == 0)
		__builtin_trap();
	return 5;
}

TRACED void called_handler(void)
{
	__atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
}

static void on_signal(int number)
{
	(void)number;
	called_handler();
}

/* The work of one thread. Return: the sum; 0: a result was wrong. */
static uint64_t work(void)
{
	uint64_t sum = 0, part;

	for (long i = 0; i < count; i++) {
		part = called_sum((uint64_t)i);
		if (part != 2 * (8 * (uint64_t)i + 28) || called_twice((uint64_t)i) != 2 * (uint64_t)i ||
		    called_down(3) != 7 || called_trap() != 5)
			return 0;
		sum = sum * 31 + part + called_jump((uint64_t)i);
	}
	return sum | 1;
}

/* The linker's names for the ends of the program's text. */
extern const char __executable_start[], etext[];

static uint64_t text_sum(void)
{
	uint64_t sum = 0;

	for (const volatile char *at = __executable_start; at < etext; at++)
		sum = sum * 31 + (unsigned char)*at;
	return sum;
}

static void on_reread(int number)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)called_sum & -page;
	static const char said[] = "reread\n";

	(void)number;
	if (madvise((void *)first, ((uintptr_t)etext & -page) - first, MADV_DONTNEED) == 0)
		(void)!write(STDOUT_FILENO, said, sizeof(said) - 1);
}

static void *thread(void *arg)
{
	*(uint64_t *)arg = work();
	return NULL;
}

static void wait_line(void)
{
	char line[16];

	if (!fgets(line, sizeof(line), stdin))
		exit(2);
}

static int children(long forks, uint64_t text)
{
	int status;

	for (long i = 0; i < forks; i++) {
		pid_t child = fork();

		if (child == 0)
			_exit(text_sum() != text ? 2 : work() == 0);
		if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
			printf("wrong: child %ld: status %#x\n", i, child < 0 ? -1 : status);
			return 1;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	long threads = argc > 1 ? strtol(argv[1], NULL, 10) : 1, timer = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
	struct itimerval on = { { 0, timer }, { 0, timer } }, off = { { 0, 0 }, { 0, 0 } };
	uint64_t sums[64] = { 0 };
	pthread_t ids[64];
	uint64_t all, text = text_sum();
	int bad;

	count = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
	down = called_down;
	if (threads < 1 || threads > 64)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGTRAP, on_trap);
	signal(SIGILL, on_trap);
	signal(SIGUSR1, on_reread);
	printf("ready\n");
	wait_line();
	bad = children(argc > 4 ? strtol(argv[4], NULL, 10) : 0, text);
	if (timer) {
		signal(SIGALRM, on_signal);
		setitimer(ITIMER_REAL, &on, NULL);
	}
	for (long i = 0; i < threads; i++) {
		if (pthread_create(&ids[i], NULL, thread, &sums[i]) != 0)
			return 2;
	}
	for (long i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	setitimer(ITIMER_REAL, &off, NULL);
	for (long i = 0; i < threads; i++) {
		if (sums[i] == 0 || sums[i] != sums[0]) {
			printf("wrong: the result of thread %ld\n", i);
			bad = 1;
		}
	}
	all = (uint64_t)threads * (uint64_t)count;
	printf("called_twice %llu\ncalled_sum %llu\n", (unsigned long long)all * 9, (unsigned long long)all);
	printf("called_down %llu\ncalled_jump %llu\n", (unsigned long long)all * 4, (unsigned long long)all);
	printf("called_trap %llu\ncalled_handler %llu\n", (unsigned long long)all,
	       (unsigned long long)__atomic_load_n(&handled, __ATOMIC_RELAXED));
	printf("sum %llx\ndone\n", (unsigned long long)sums[0]);
	wait_line();
	if (text_sum() != text) {
		printf("wrong: the text has changed\n");
		bad = 1;
	}
	return bad;
}
