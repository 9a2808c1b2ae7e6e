/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fixed.c - a program that is linked statically, to the lowest addresses: it calls a function ten times, and two with names for tests. */
#include <stdio.h>

#define N10  "abcdefghij"
#define N100 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10

int twice(int n);
int long_name(int n) __asm__("long_" N100 N100 N100);
int strange_name(int n);

__attribute__((noinline, noclone)) int twice(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 2;
}

__attribute__((noinline, noclone)) int long_name(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 3;
}

__attribute__((noinline, noclone)) int strange_name(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 4;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += twice(1);
	printf("%d\n", sum);
	return long_name(0) + strange_name(0);
}
