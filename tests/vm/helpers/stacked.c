// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * stacked - functions without frame pointers, whose stacks are known:
 *
 *   stacked run COUNT        waits for a line on its input; then COUNT times main > outer > middle > leaf, the
 *                            handler of a signal that the leaf's caller raises, and a system call; waits for
 *                            another line, and ends
 *   stacked spin             the same until a second line comes, for samples
 *   stacked once             one system call, in a child made by fork(), then in the program itself
 *
 * The system call is getppid(). Prints "ready" first and "done" last.
 */
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACKED __attribute__((noinline, noclone, optimize("omit-frame-pointer", "no-optimize-sibling-calls")))

/* A leaf: no call, and on some CPUs nothing on the stack. */
STACKED uint64_t stacked_leaf(uint64_t value)
{
	for (unsigned int i = 0; i < 3; i++)
		value = value * 6364136223846793005u + 1442695040888963407u;
	return value ^ value >> 33;
}

/* Saves registers, and has a frame whose size is not known when it is compiled. */
STACKED uint64_t stacked_middle(uint64_t value, size_t size)
{
	volatile uint8_t *room = __builtin_alloca(size + 1);
	uint64_t a = stacked_leaf(value), b = stacked_leaf(a), c = stacked_leaf(b + a);

	memset((void *)room, (int)c, size + 1);
	return a ^ b ^ c ^ room[size];
}

STACKED void stacked_handler(int signal)
{
	volatile uint64_t sink = stacked_leaf((uint64_t)signal);

	(void)sink;
}

/* Without call frames, as functions in assembler may be. */
void stacked_plain(void);
#ifdef __arm__
#define RETURN "bx lr"
#else
#define RETURN "ret"
#endif
__asm__(".pushsection .text\n"
	".balign 16\n"
	".globl stacked_plain\n"
	".type stacked_plain, %function\n"
	"stacked_plain:\n"
	"	nop\n"
	"	" RETURN "\n"
	".size stacked_plain, . - stacked_plain\n"
	".popsection\n");

STACKED uint64_t stacked_outer(uint64_t value)
{
	uint64_t sum = stacked_middle(value, value % 700);

	stacked_plain();
	if (value % 16 == 0)
		raise(SIGUSR1);
	return sum + (uint64_t)getppid();
}

static void line(void)
{
	int c;

	do
		c = getchar();
	while (c != '\n' && c != EOF);
}

static int has_line(void)
{
	struct pollfd input = { .fd = 0, .events = POLLIN };

	return poll(&input, 1, 0) != 0;
}

STACKED int main(int argc, char **argv)
{
	volatile uint64_t sum = 0;
	const char *what = argc > 1 ? argv[1] : "";

	setbuf(stdin, NULL);
	signal(SIGUSR1, stacked_handler);
	if (!strcmp(what, "once")) {
		pid_t child = fork();

		sum = stacked_outer(1);
		if (child == 0)
			return 0;
		waitpid(child, NULL, 0);
		return 0;
	}
	puts("ready");
	fflush(stdout);
	line();
	if (!strcmp(what, "run")) {
		long count = argc > 2 ? strtol(argv[2], NULL, 10) : 0;

		for (long i = 0; i < count; i++)
			sum += stacked_outer((uint64_t)i);
	} else {
		do {
			for (unsigned int i = 0; i < 1000; i++)
				sum += stacked_outer(i);
		} while (!has_line());
		line();
	}
	puts("done");
	fflush(stdout);
	line();
	return 0;
}
