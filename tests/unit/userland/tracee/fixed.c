/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fixed.c - a program that is linked statically, to the lowest addresses: it calls a function ten times. */
#include <stdio.h>

int twice(int n);

__attribute__((noinline, noclone)) int twice(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 2;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += twice(1);
	printf("%d\n", sum);
	return 0;
}
