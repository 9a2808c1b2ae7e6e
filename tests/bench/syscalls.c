/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscalls.c - the bench's loop of system calls: prints the picoseconds of one getppid(), the
 * shortest of many rounds. With an argument it makes that many calls and prints nothing.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS          400
#define CALLS_PER_ROUND 500

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t one_round(void)
{
	uint64_t start = now();

	for (int i = 0; i < CALLS_PER_ROUND; i++)
		syscall(SYS_getppid);
	return now() - start;
}

int main(int argc, char **argv)
{
	uint64_t best = UINT64_MAX;

	if (argc > 1) {
		for (unsigned long i = strtoul(argv[1], NULL, 10); i > 0; i--)
			syscall(SYS_getppid);
		return 0;
	}
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t time = one_round();

		best = time < best ? time : best;
	}
	printf("%llu\n", (unsigned long long)(best * 1000 / CALLS_PER_ROUND));
	return 0;
}
