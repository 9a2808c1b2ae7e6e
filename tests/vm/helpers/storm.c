// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * storm - what processes and signals do to a kernel, in a known number of rounds. What it prints is
 * the same on every run, so a test compares the output of a traced run with that of an untraced
 * one.
 *
 *   storm WHAT ROUNDS      WHAT: fork vfork clone thread exec signal fault trap
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long sum;
static volatile sig_atomic_t caught, depth, deepest;

static void die(const char *what)
{
	printf("storm: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void reap(pid_t child, int wanted)
{
	int status;

	if (child < 0 || waitpid(child, &status, __WALL) != child)
		die("waitpid");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != wanted) {
		printf("storm: a child's status is %#x, wanted exit %d\n", (unsigned int)status, wanted);
		exit(1);
	}
	sum += WEXITSTATUS(status);
}

static void storm_fork(int round)
{
	pid_t child = fork();

	if (child == 0)
		_exit(round % 100);
	reap(child, round % 100);
}

static void storm_vfork(int round)
{
	pid_t child = vfork();

	if (child == 0)
		_exit(round % 90 + 1);
	reap(child, round % 90 + 1);
}

static int cloned(void *arg)
{
	return (int)(intptr_t)arg;
}

static void storm_clone(int round)
{
	static uint8_t stack[64 * 1024] __attribute__((aligned(64)));

	reap(clone(cloned, stack + sizeof(stack), CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD,
		   (void *)(intptr_t)(round % 80)),
	     round % 80);
}

static void *thread(void *arg)
{
	__atomic_fetch_add(&sum, (uintptr_t)arg, __ATOMIC_RELAXED);
	sched_yield();
	return arg;
}

static void storm_thread(int round)
{
	pthread_t threads[4];
	void *value;

	for (int i = 0; i < 4; i++) {
		if (pthread_create(&threads[i], NULL, thread, (void *)(uintptr_t)(round + i)) != 0)
			die("pthread_create");
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], &value);
		if ((uintptr_t)value != (uintptr_t)(round + i))
			die("a thread's value");
	}
}

static void storm_exec(int round)
{
	char text[16];
	pid_t child;

	snprintf(text, sizeof(text), "%d", round % 70);
	child = fork();
	if (child == 0) {
		execl("/proc/self/exe", "storm", "exit", text, NULL);
		_exit(127);
	}
	reap(child, round % 70);
}

/* A handler that is interrupted by the next signal: three frames on the signal stack, three sigreturns. */
static void on_signal(int number, siginfo_t *info, void *context)
{
	(void)context;
	caught = caught + 1;
	depth = depth + 1;
	if (depth > deepest)
		deepest = depth;
	if (number == SIGUSR1)
		raise(SIGUSR2);
	if (number == SIGUSR2)
		raise(SIGRTMIN + 1);
	if (number == SIGRTMIN + 2)
		sum += info->si_value.sival_int;
	depth = depth - 1;
}

static void storm_signal(int round)
{
	static uint8_t stack[64 * 1024];
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	union sigval value = { .sival_int = round };

	if (round == 0) {
		if (sigaltstack(&alternate, NULL) != 0)
			die("sigaltstack");
		sigaction(SIGUSR1, &action, NULL);
		sigaction(SIGUSR2, &action, NULL);
		sigaction(SIGRTMIN + 1, &action, NULL);
		sigaction(SIGRTMIN + 2, &action, NULL);
	}
	raise(SIGUSR1);
	if (sigqueue(getpid(), SIGRTMIN + 2, value) != 0)
		die("sigqueue");
}

static sigjmp_buf back;
static void *fault_address;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)context;
	caught = caught + 1;
	fault_address = info->si_addr;
	siglongjmp(back, number);
}

/* A write to memory that is not there, to memory that is read-only, and a division by zero. */
static void storm_fault(int round)
{
	static volatile int *page;
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };

	if (round == 0) {
		sigaction(SIGSEGV, &action, NULL);
		sigaction(SIGFPE, &action, NULL);
		page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	}
	switch (sigsetjmp(back, 1)) {
	case 0:
		if (round % 3 == 0)
			page[round % 1000] = 1;
		else if (round % 3 == 1)
			*(volatile int *)(uintptr_t)(8 * (round % 100)) = 1;
		else
			raise(SIGFPE);
		break;
	case SIGSEGV:
		sum += round % 3 == 0 ? (uintptr_t)fault_address - (uintptr_t)page : (uintptr_t)fault_address;
		break;
	default:
		sum++;
	}
}

#if defined(__x86_64__) || defined(__i386__)
static void on_trap(int number)
{
	(void)number;
	caught = caught + 1;
}

/* A break instruction of the program's own, and the flag that traps after each instruction. */
static void storm_trap(int round)
{
	if (round == 0)
		signal(SIGTRAP, on_trap);
	__asm__ volatile("int3");
	__asm__ volatile("int3\n\tnop\n\tint3");
#ifdef __x86_64__
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tnop\n\tnop\n\tpushfq\n\t"
			 "andq $~0x100, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp" ::
				 : "memory", "cc");
#else
	__asm__ volatile(
		"pushfl\n\torl $0x100, (%%esp)\n\tpopfl\n\tnop\n\tnop\n\tpushfl\n\tandl $~0x100, (%%esp)\n\tpopfl" ::
			: "memory", "cc");
#endif
}
#else
static void storm_trap(int round)
{
	sum += round;
}
#endif

static const struct {
	const char *name;
	void (*run)(int round);
} storms[] = {
	{ "fork", storm_fork }, { "vfork", storm_vfork },   { "clone", storm_clone }, { "thread", storm_thread },
	{ "exec", storm_exec }, { "signal", storm_signal }, { "fault", storm_fault }, { "trap", storm_trap },
};

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[2]) : 0;

	if (argc == 3 && strcmp(argv[1], "exit") == 0)
		return rounds;
	for (size_t i = 0; argc == 3 && i < sizeof(storms) / sizeof(storms[0]); i++) {
		if (strcmp(argv[1], storms[i].name) != 0)
			continue;
		for (int round = 0; round < rounds; round++)
			storms[i].run(round);
		printf("storm %s: %d rounds, sum %lu, caught %d, deepest %d\n", argv[1], rounds, sum, (int)caught,
		       (int)deepest);
		return 0;
	}
	fprintf(stderr, "usage: storm fork|vfork|clone|thread|exec|signal|fault|trap ROUNDS\n");
	return 2;
}
