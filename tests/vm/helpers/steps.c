/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * steps.c - a program for debuggers: after each line that it reads it calls functions a known number of times and says the sum.
 *
 *     steps COUNT     says `ready OFFSET` (of steps_inner() in the file), then for each line `sum N`. It ends with its
 *                     input: status 0, or 1 when a sum was wrong
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TRACED __attribute__((noinline, noclone, visibility("default")))

TRACED uint64_t steps_inner(uint64_t n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 3 + 1;
}

TRACED uint64_t steps_outer(uint64_t n)
{
	return steps_inner(n) + steps_inner(n + 1) + 5;
}

extern const char __executable_start[]; /* the linker's: where the file is mapped */

int main(int argc, char **argv)
{
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
	int bad = 0;
	char line[16];

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("ready %#lx\n", (unsigned long)((uintptr_t)steps_inner - (uintptr_t)__executable_start));
	while (fgets(line, sizeof(line), stdin)) {
		uint64_t sum = 0;

		for (long i = 0; i < count; i++) {
			sum += steps_outer((uint64_t)i);
			bad |= getppid() < 0;
		}
		bad |= sum != (uint64_t)count * (3 * (uint64_t)count + 7);
		printf("sum %llu\n", (unsigned long long)sum);
	}
	return bad;
}
