// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * sealed - a program that lets the kernel refuse most of its system calls (seccomp(2)), and goes on:
 *
 *   sealed strict   nothing but read, write, _exit and sigreturn from then on
 *   sealed filter   any but write, getppid and exit kills it
 *
 * Prints "sealed" and "sum NUMBER", and ends with the status 9.
 */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRACED __attribute__((noinline, noclone))

TRACED uint64_t sealed_step(uint64_t value)
{
	return value * 6364136223846793005u + 1442695040888963407u;
}

TRACED uint64_t sealed_sum(unsigned int count)
{
	uint64_t value = 1, sum = 0;

	for (unsigned int i = 0; i < count; i++) {
		value = sealed_step(value);
		sum += value >> 33;
	}
	return sum;
}

static void say(const char *text)
{
	if (write(1, text, strlen(text)) < 0)
		syscall(SYS_exit, 1);
}

/* Allow one system call; else what follows. */
#define ALLOW(number) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int seal_by_filter(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		ALLOW(SYS_write),
		ALLOW(SYS_getppid),
		ALLOW(SYS_exit),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	bool is_strict = argc > 1 && strcmp(argv[1], "strict") == 0;
	char text[64];

	if ((is_strict ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) : seal_by_filter()) != 0) {
		perror("sealed");
		return 1;
	}
	say("sealed\n");
	if (!is_strict && getppid() < 0)
		return 1;
	snprintf(text, sizeof(text), "sum %llu\n", (unsigned long long)sealed_sum(1000));
	say(text);
	syscall(SYS_exit, 9);
}
