// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * becomes PROGRAM - a process that another user's rights are tried on. It says "ready"; a line on its input is what it does:
 *
 *   step     calls step() 5 times, and kill(own number, 0) 7 times; says "stepped"
 *   hide     prctl(PR_SET_DUMPABLE, 0): nobody of the same user may look into it; says "hidden"
 *   become   executes PROGRAM, a set-id copy of itself, which says "became EUID" and goes on
 *   where    says "at ADDRESS ADDRESS", of step() and of a number of 8 bytes in its data, which is 1122334455667788
 *   number   says "number N"
 *   spin     uses a processor for half a second; says "spun"
 *   end      ends with status 0
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline, noclone)) void step(void)
{
	__asm__ volatile("" ::: "memory");
}

static void steps(void)
{
	int i;

	for (i = 0; i < 5; i++)
		step();
	for (i = 0; i < 7; i++)
		syscall(SYS_kill, getpid(), 0);
	puts("stepped");
}

static volatile unsigned long long number = 0x1122334455667788;

static void spin(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 2;

	while (clock() < end)
		step();
	puts("spun");
}

int main(int argc, char **argv)
{
	char line[64];

	if (argc < 2)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	setvbuf(stdin, NULL, _IONBF, 0); /* what follows a line is for the program that it becomes */
	if (argc > 2)
		printf("became %d\n", (int)geteuid());
	else
		puts("ready");
	while (fgets(line, sizeof(line), stdin)) {
		if (!strcmp(line, "step\n")) {
			steps();
		} else if (!strcmp(line, "hide\n")) {
			prctl(PR_SET_DUMPABLE, 0);
			puts("hidden");
		} else if (!strcmp(line, "become\n")) {
			execl(argv[1], argv[1], argv[1], "again", NULL);
			return 3;
		} else if (!strcmp(line, "where\n")) {
			printf("at %llx %llx\n", (unsigned long long)(uintptr_t)step,
			       (unsigned long long)(uintptr_t)&number);
		} else if (!strcmp(line, "number\n")) {
			printf("number %llx\n", number);
		} else if (!strcmp(line, "spin\n")) {
			spin();
		} else {
			return strcmp(line, "end\n") != 0;
		}
	}
	return 4;
}
