/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscalls.c - the bench's loop of system calls: `syscalls CALL` prints the picoseconds of one, the
 * shortest of many rounds. `syscalls N` makes N getppid() and prints nothing.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static int file;

static void get_parent(void)
{
	syscall(SYS_getppid);
}

/* One that is ignored: it is sent, and discarded. */
static void send_signal(void)
{
	kill(getpid(), SIGURG);
}

/* Of what is no folder: it fails soon after it began. */
static void list(void)
{
	char entries[64];

	if (syscall(SYS_getdents64, file, entries, sizeof(entries)) == 0)
		abort();
}

static void read_byte(void)
{
	char byte;

	if (read(file, &byte, 1) != 1)
		abort();
}

static const struct call {
	const char *name;
	void (*make)(void);
} calls[] = {
	{ "getppid", get_parent },
	{ "kill", send_signal },
	{ "getdents", list },
	{ "read", read_byte },
};

static uint64_t one_round(const struct call *call)
{
	uint64_t start = now();

	for (int i = 0; i < CALLS_PER_ROUND; i++)
		call->make();
	return now() - start;
}

static void measure(const struct call *call)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t time = one_round(call);

		best = time < best ? time : best;
	}
	printf("%llu\n", (unsigned long long)(best * 1000 / CALLS_PER_ROUND));
}

int main(int argc, char **argv)
{
	file = open("/dev/zero", O_RDONLY);
	for (size_t i = 0; argc == 2 && i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (strcmp(argv[1], calls[i].name) == 0) {
			measure(&calls[i]);
			return 0;
		}
	}
	for (unsigned long i = argc == 2 ? strtoul(argv[1], NULL, 10) : 0; i > 0; i--)
		get_parent();
	return 0;
}
