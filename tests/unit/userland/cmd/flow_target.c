/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * flow_target.c - a program for test_flow.py: outer() calls inner() twice, and each call of inner() takes 20 ms at least;
 * leaper() (flow_tail.c) ends in a jump to landing(), except for 0, and jumper() always.
 */
#include <unistd.h>

int landing(int x);
int leaper(int x);
int jumper(int x);

int __attribute__((noinline)) landing(int x)
{
	return x * 2;
}

static __attribute__((noinline)) int inner(int x)
{
	usleep(20000);
	return x + 1;
}

static __attribute__((noinline)) int outer(int x)
{
	int result = inner(x);

	return result + inner(result);
}

int main(void)
{
	volatile int sum = 0;

	for (int i = 0; i < 2; i++)
		sum += outer(i);
	return sum == 8 && leaper(0) == 7 && leaper(1) == 4 && jumper(2) == 6 ? 0 : 1;
}
