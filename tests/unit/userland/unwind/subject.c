/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subject.c - a program whose stack is of every kind, without frame pointers, for truth.c: leaf
 * functions, large frames, alloca, calls through the linkage table and into libc and back, longjmp,
 * aligned stacks, signals at any moment on their own stack and on the program's, calls that do not
 * return. It runs until it is killed.
 */
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static volatile unsigned int sum;
static volatile sig_atomic_t signals;
static jmp_buf back;

#define APART __attribute__((noinline, noclone))

static APART unsigned int leaf(unsigned int n)
{
	for (unsigned int i = 0; i < 3; i++)
		n = n * 1103515245 + 12345;
	return n;
}

static APART unsigned int large_frame(unsigned int n)
{
	volatile unsigned char bytes[70000];

	for (unsigned int i = 0; i < 8; i++)
		bytes[n % sizeof(bytes)] = (unsigned char)(n = leaf(n));
	return bytes[n % sizeof(bytes)] + n;
}

static APART unsigned int with_alloca(unsigned int n)
{
	unsigned int size = 64 + n % 500;
	volatile char *bytes = alloca(size);

	for (unsigned int i = 0; i < size; i += 16)
		bytes[i] = (char)(n + i);
	return leaf(n) + (unsigned int)bytes[size / 16 * 16 - 16];
}

static APART unsigned int aligned(unsigned int n)
{
	volatile unsigned int place[16] __attribute__((aligned(256)));

	for (unsigned int i = 0; i < 16; i++)
		place[i] = leaf(n + i);
	return place[n % 16] + with_alloca(n);
}

static APART unsigned int deep(unsigned int n, unsigned int depth)
{
	unsigned int values[4] = { n, n + 1, n + 2, n + 3 };

	if (depth == 0)
		return leaf(n);
	values[n % 4] += deep(n * 3 + 1, depth - 1);
	return values[0] ^ values[1] ^ values[2] ^ values[3];
}

static int compare(const void *a, const void *b)
{
	unsigned int left = leaf(*(const unsigned int *)a), right = leaf(*(const unsigned int *)b);

	return left < right ? -1 : left > right;
}

static APART unsigned int in_libc(unsigned int n)
{
	unsigned int values[24];
	char text[64];

	for (unsigned int i = 0; i < 24; i++)
		values[i] = n = leaf(n);
	qsort(values, 24, sizeof(values[0]), compare);
	snprintf(text, sizeof(text), "%u %s %g", values[0], "text", (double)n);
	if (values[2] % 256 == 0) /* seldom: a program that is to stop does so at its next system call */
		n += (unsigned int)getppid();
	return (unsigned int)strlen(text) + n + values[5];
}

static APART __attribute__((noreturn)) void jump(unsigned int n)
{
	sum += leaf(n);
	longjmp(back, 1);
}

/* The call is the last instruction: the return address is in another function. */
static APART __attribute__((noreturn)) void call_at_end(unsigned int n)
{
	jump(n + 1);
}

static APART void on_signal(int number)
{
	signals++;
	sum += number == SIGALRM ? deep(sum, 3) : in_libc(sum);
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
	struct itimerval often = { { 0, 5000 }, { 0, 5000 } }, seldom = { { 0, 17000 }, { 0, 17000 } };
	stack_t other = { .ss_size = 65536 };

	other.ss_sp = malloc(other.ss_size);
	if (!other.ss_sp || sigaltstack(&other, NULL) != 0 || sigaction(SIGALRM, &action, NULL) != 0)
		return 1;
	action.sa_flags = SA_SIGINFO | SA_NODEFER; /* the other kind of frame, where there are two; and nested */
	if (sigaction(SIGVTALRM, &action, NULL) != 0 || setitimer(ITIMER_REAL, &often, NULL) != 0 ||
	    setitimer(ITIMER_VIRTUAL, &seldom, NULL) != 0)
		return 1;
	printf("ready\n");
	fflush(stdout);
	for (;;) {
		for (unsigned int i = 0; i < 6; i++) {
			sum += deep(sum, 12);
			sum += large_frame(sum);
			sum += aligned(sum);
		}
		sum += in_libc(sum); /* memcpy() of libc for i386 has wrong call frames: not too much of it */
		if (setjmp(back) == 0)
			call_at_end(sum);
	}
}
