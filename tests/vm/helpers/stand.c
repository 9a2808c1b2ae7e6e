/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stand - be a process of which much is known, and wait: users, groups, niceness, name, memory, threads.
 *
 *      stand UID EUID GID EGID NICE NAME MB THREADS FOLDER
 */
#define _GNU_SOURCE
#include <grp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void *wait_for_ever(void *arg)
{
	for (;;)
		pause();
	return arg;
}

int main(int argc, char **argv)
{
	size_t size;
	pthread_t thread;
	char *memory;

	if (argc != 10)
		return 2;
	size = (size_t)atoi(argv[7]) << 20;
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED || chdir(argv[9]) != 0 || setpgid(0, 0) != 0 ||
	    setpriority(PRIO_PROCESS, 0, atoi(argv[5])) != 0 || prctl(PR_SET_NAME, argv[6]) != 0 ||
	    setgroups(0, NULL) != 0 ||
	    setresgid((gid_t)atoi(argv[3]), (gid_t)atoi(argv[4]), (gid_t)atoi(argv[4])) != 0 ||
	    setresuid((uid_t)atoi(argv[1]), (uid_t)atoi(argv[2]), (uid_t)atoi(argv[2])) != 0)
		return 1;
	memset(memory, 1, size);
	for (int i = 1; i < atoi(argv[8]); i++)
		if (pthread_create(&thread, NULL, wait_for_ever, NULL) != 0)
			return 1;
	printf("ready\n");
	fflush(stdout);
	wait_for_ever(NULL);
	return 0;
}
