// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * placed - functions in every kind of place that a process has code in, called a known number of times:
 *
 *   placed COUNT
 *
 * Prints lines "NAME ADDRESS" (of the process, hexadecimal) for: plain, a function; bias, what its addresses
 * have more than the file's; made, code in memory of no file, which is a copy of a function that moves; then
 * "ready". For a line on its input it calls each COUNT times, and as often, too: the function that a resolver
 * (IFUNC) chooses; the library's strlen(), chosen by a resolver, by the linkage table (PLT) where there is one;
 * getppid(), by that table; clock_gettime(), which the vDSO has. It prints "sum NUMBER", the same on every run,
 * and "done". A second line ends it.
 *
 * Exit status 1, after a line "wrong: ...", when a result was wrong or the text has changed at the end.
 *
 * It is compiled in each of these kinds, as placed-KIND (toolchains/lib/userland.sh):
 * @@kinds static-pie dynamic stripped musl
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define TRACED    __attribute__((noinline, noclone))
#define MOVED_MAX 256 /* bytes of placed_moved() at most; what is after it may come along */

TRACED uint64_t placed_plain(uint64_t value)
{
	return value * 3 + 1;
}

/* Reads and writes nothing but its registers, and calls nobody: it may be copied. */
TRACED uint64_t placed_moved(uint64_t value)
{
	for (unsigned int i = 0; i < 5; i++)
		value = value * 5 + i;
	return value;
}

TRACED static uint64_t placed_quick(uint64_t value)
{
	return value ^ 0x55;
}

#ifdef __GLIBC__
static uint64_t (*choose(void))(uint64_t)
{
	return placed_quick;
}
uint64_t placed_chosen(uint64_t value) __attribute__((ifunc("choose")));
#else
#define placed_chosen placed_quick /* musl has no resolvers */
#endif

/* The linker's names for the ends of the program's text. */
extern const char __executable_start[], etext[];

static uint64_t text_sum(void)
{
	uint64_t sum = 0;

	for (const volatile char *at = __executable_start; at < etext; at++)
		sum = sum * 31 + (unsigned char)*at;
	return sum;
}

static int take_bias(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	*(uintptr_t *)arg = info->dlpi_addr; /* the program is the first one */
	return 1;
}

/* A copy of placed_moved(). NULL: there is no memory that may be executed. */
static uint64_t (*make(void))(uint64_t)
{
	void *room = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (room == MAP_FAILED)
		return NULL;
	memcpy(room, (const void *)placed_moved, MOVED_MAX);
	if (mprotect(room, 4096, PROT_READ | PROT_EXEC) != 0)
		return NULL;
	__builtin___clear_cache(room, (char *)room + MOVED_MAX);
	return (uint64_t(*)(uint64_t))room;
}

static void wait_line(void)
{
	char line[16];

	if (!fgets(line, sizeof(line), stdin))
		exit(2);
}

int main(int argc, char **argv)
{
	uint64_t (*made)(uint64_t) = make(), sum = 0, text = text_sum();
	size_t (*volatile length)(const char *) = strlen;
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
	uintptr_t bias = 0;
	struct timespec now;
	int bad = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	dl_iterate_phdr(take_bias, &bias);
	if (!made)
		return 2;
	printf("plain %lx\nbias %lx\nmade %lx\nready\n", (unsigned long)(uintptr_t)placed_plain, (unsigned long)bias,
	       (unsigned long)(uintptr_t)made);
	wait_line();
	for (long i = 0; i < count; i++) {
		uint64_t value = (uint64_t)i;

		sum = sum * 31 + placed_plain(value) + placed_chosen(value) + made(value);
		if (made(value) != placed_moved(value) || length("seven..") != 7 || getppid() < 0 ||
		    clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
			printf("wrong: turn %ld\n", i);
			bad = 1;
		}
	}
	printf("sum %llx\ndone\n", (unsigned long long)sum);
	wait_line();
	if (text_sum() != text) {
		printf("wrong: the text has changed\n");
		bad = 1;
	}
	return bad;
}
