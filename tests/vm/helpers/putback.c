/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * putback.c - a debugger that reads a process by process_vm_readv(), where a tracer's breaks cannot be concealed, and
 * writes back what it has read.
 *
 *     putback PID OFFSET     controls the process, reads the word at OFFSET of its program's file, says `read`; after a
 *                            line of input writes it back, lets the process go, and says `gone`
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

/* Where the first file is mapped, the program's; 0: not known. */
static uintptr_t base_of(pid_t pid)
{
	unsigned long start = 0;
	char path[64], line[512] = "";
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "r");
	while (maps && fgets(line, sizeof(line), maps) && !strchr(line, '/'))
		;
	if (!maps || sscanf(line, "%lx-", &start) != 1)
		start = 0;
	if (maps)
		fclose(maps);
	return start;
}

static int say(const char *word)
{
	puts(word);
	return fflush(stdout);
}

static int fails(const char *what)
{
	perror(what);
	return 1;
}

int main(int argc, char **argv)
{
	pid_t pid = argc == 3 ? atoi(argv[1]) : 0;
	uintptr_t addr = pid > 0 ? base_of(pid) : 0;
	long word = 0;
	struct iovec here = { &word, sizeof(word) }, there = { NULL, sizeof(word) };
	char line[16];

	if (!addr)
		return 2;
	there.iov_base = (void *)(addr + strtoul(argv[2], NULL, 0));
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0 ||
	    process_vm_readv(pid, &here, 1, &there, 1, 0) != sizeof(word)) {
		perror("putback");
		return 1;
	}
	say("read");
	if (!fgets(line, sizeof(line), stdin))
		return 1;
	if (ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) != 0 || waitpid(pid, NULL, __WALL) != pid)
		return fails("stop");
	if (ptrace(PTRACE_POKETEXT, pid, there.iov_base, (void *)word) != 0)
		return fails("write");
	if (ptrace(PTRACE_DETACH, pid, NULL, NULL) != 0)
		return fails("detach");
	return say("gone") != 0;
}
