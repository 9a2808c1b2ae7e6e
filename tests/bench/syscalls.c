/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscalls.c - the bench's loop of system calls, and of a function of a program: `syscalls CALL` prints
 * the picoseconds of one, the shortest of many rounds. `syscalls CALL wait` prints "ready" first, begins when
 * it gets a line, prints "done PICOSECONDS", and ends with the next line. `syscalls N` makes N getppid() and
 * prints nothing. `syscalls place` prints where in this file the function is. `syscalls begin` and `syscalls end`
 * put the marks around something else, as one round.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../userland/usdt/probe_macros.h"
#include "calls/mark.h"

#define ROUNDS 200

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

/* What is measured in a program: it saves a register, calls another function, and returns a value. */
__attribute__((noinline, noclone)) int user_leaf(int value)
{
	__asm__ volatile("" : "+r"(value));
	return value;
}

__attribute__((noinline, noclone)) int user_target(int value)
{
	return user_leaf(value) + value;
}

static void call_function(void)
{
	user_target(1);
}

/* A probe that a program defines. */
static void reach_probe(void)
{
	__asm__ __volatile__(ANYTRACE_SDT_NOTE("bench", "reached", "0", "") : : : "memory");
}

static int print_place(struct dl_phdr_info *info, size_t size, void *arg)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t into = (uintptr_t)user_target - info->dlpi_addr - part->p_vaddr;

		if (part->p_type == PT_LOAD && into < part->p_filesz) {
			printf("%llu\n", (unsigned long long)(part->p_offset + into));
			return 1;
		}
	}
	return 0;
}

static const struct call {
	const char *name;
	void (*make)(void);
} calls[] = {
	{ "getppid", get_parent }, { "kill", send_signal },       { "getdents", list },
	{ "read", read_byte },     { "function", call_function }, { "probe", reach_probe },
};

static uint64_t one_round(const struct call *call)
{
	uint64_t start = now();

	BENCH_MARK(BENCH_MARK_BEGIN);
	for (int i = 0; i < BENCH_CALLS_PER_ROUND; i++)
		call->make();
	BENCH_MARK(BENCH_MARK_END);
	return now() - start;
}

static uint64_t measure(const struct call *call)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t time = one_round(call);

		best = time < best ? time : best;
	}
	BENCH_MARK(BENCH_MARK_DONE);
	return best * 1000 / BENCH_CALLS_PER_ROUND;
}

static void measure_when_told(const struct call *call)
{
	char line[80];

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("ready\n");
	if (!fgets(line, sizeof(line), stdin))
		return;
	printf("done %llu\n", (unsigned long long)measure(call));
	(void)!fgets(line, sizeof(line), stdin);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	file = open("/dev/zero", O_RDONLY);
	if (strcmp(what, "place") == 0)
		return dl_iterate_phdr(print_place, NULL) != 1;
	if (strcmp(what, "begin") == 0) {
		BENCH_MARK(BENCH_MARK_BEGIN);
		return 0;
	}
	if (strcmp(what, "end") == 0) {
		BENCH_MARK(BENCH_MARK_END);
		BENCH_MARK(BENCH_MARK_DONE);
		return 0;
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (strcmp(what, calls[i].name) != 0)
			continue;
		if (argc > 2)
			measure_when_told(&calls[i]);
		else
			printf("%llu\n", (unsigned long long)measure(&calls[i]));
		return 0;
	}
	for (unsigned long i = strtoul(what, NULL, 10); i > 0; i--)
		get_parent();
	return 0;
}
