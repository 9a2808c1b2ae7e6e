// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * defined - a program that defines probes, and knows how often they are reached:
 *
 *   defined THREADS COUNT FORKS [once]
 *
 * For each line on its input but "end", or once without any, a round: each thread reaches COUNT times
 *
 *   server:request__start(path, number, small, octet)   with a semaphore: path "/index", number the thread's turn,
 *                                                       small -number, octet 255
 *   server:guarded(number)                              only while its semaphore is not 0
 *   server:idle()                                       which has no semaphore
 *
 * then FORKS children, one after the other, reach each of them once, which nobody traces: their semaphores must be 0.
 * FORKS may be "on": children until another line is there.
 *
 * Prints "ready", then for each round "semaphores REQUEST-START GUARDED" at its beginning, "guarded COUNT" how often
 * that was reached, "done ROUND". Exit status 1, after a line "wrong: ...", when a child found a semaphore that is not
 * 0, or did not end well.
 */
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../userland/usdt/probe_macros.h"

ANYTRACE_SDT_SEMAPHORE(server_request__start);
ANYTRACE_SDT_SEMAPHORE(server_guarded);

/* forks of children() that has no number: until another line is there */
#define UNTIL_A_LINE -1

static long count, guarded;

__attribute__((noinline)) static void request_start(const char *path, int64_t number, int16_t small, uint8_t octet)
{
	ANYTRACE_SDT_LET(anytrace_0, path);
	ANYTRACE_SDT_LET(anytrace_1, number);
	ANYTRACE_SDT_LET(anytrace_2, small);
	ANYTRACE_SDT_LET(anytrace_3, octet);

	ANYTRACE_SDT_BEGIN
	__asm__ __volatile__(ANYTRACE_SDT_NOTE("server", "request__start", "server_request__start_semaphore",
					       ANYTRACE_SDT_TEXT(0) " " ANYTRACE_SDT_TEXT(1) " " ANYTRACE_SDT_TEXT(
						       2) " " ANYTRACE_SDT_TEXT(3))
			     :
			     : ANYTRACE_SDT_ARG(0), ANYTRACE_SDT_ARG(1), ANYTRACE_SDT_ARG(2), ANYTRACE_SDT_ARG(3)
			     : "memory");
	ANYTRACE_SDT_END
}

__attribute__((noinline)) static void reach_guarded(long number)
{
	ANYTRACE_SDT_LET(anytrace_0, number);

	ANYTRACE_SDT_BEGIN
	__asm__ __volatile__(ANYTRACE_SDT_NOTE("server", "guarded", "server_guarded_semaphore", ANYTRACE_SDT_TEXT(0))
			     :
			     : ANYTRACE_SDT_ARG(0)
			     : "memory");
	ANYTRACE_SDT_END
	__atomic_fetch_add(&guarded, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) static void idle(void)
{
	__asm__ __volatile__(ANYTRACE_SDT_NOTE("server", "idle", "0", "") : : : "memory");
}

static void reach(long number)
{
	request_start("/index", number, (int16_t)-number, 255);
	if (ANYTRACE_SDT_IS_ENABLED(server_guarded))
		reach_guarded(number);
	idle();
}

static void *thread(void *arg)
{
	for (long i = 0; i < count; i++)
		reach(i);
	return arg;
}

static int child(void)
{
	int bad = server_request__start_semaphore != 0 || server_guarded_semaphore != 0;

	reach(0);
	return bad;
}

static int one_child(void)
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		_exit(child());
	if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)
		return 0;
	printf("wrong: a child ended with 0x%x\n", pid > 0 ? status : -1);
	return 1;
}

/* whether the next read of a line returns at once: stdin has no buffer */
static bool line_is_there(void)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&input, 1, 0) != 0;
}

/* Return: how many did not end well. */
static int children(long forks)
{
	int bad = 0;

	for (long made = 0; forks == UNTIL_A_LINE ? !line_is_there() : made < forks; made++)
		bad += one_child();
	return bad;
}

static int round_of(long number, long threads, long forks)
{
	pthread_t ids[64];
	int bad;

	printf("semaphores %u %u\n", server_request__start_semaphore, server_guarded_semaphore);
	guarded = 0;
	for (long i = 0; i < threads; i++) {
		if (pthread_create(&ids[i], NULL, thread, NULL) != 0)
			return 1;
	}
	for (long i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	bad = children(forks);
	printf("guarded %ld\ndone %ld\n", guarded, number);
	return bad;
}

int main(int argc, char **argv)
{
	long threads = argc > 1 ? strtol(argv[1], NULL, 10) : 1, forks = 0;
	int bad = 0;
	char line[80];

	count = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
	if (threads < 1 || threads > 64)
		return 2;
	if (argc > 3)
		forks = strcmp(argv[3], "on") == 0 ? UNTIL_A_LINE : strtol(argv[3], NULL, 10);
	setvbuf(stdin, NULL, _IONBF, 0);
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("ready\n");
	if (argc > 4)
		return round_of(1, threads, forks) != 0;
	for (long number = 1; fgets(line, sizeof(line), stdin) && strcmp(line, "end\n") != 0; number++)
		bad += round_of(number, threads, forks);
	return bad != 0;
}
