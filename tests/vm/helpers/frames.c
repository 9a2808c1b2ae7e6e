// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * frames - says which frames its stack has, then reads /dev/zero with a system call made in the
 * innermost of them, inner(), and stays for two seconds so that its names can be found.
 *
 * Prints `caller ADDRESS`, the place in middle() to which inner() returns, and three lines `return
 * PROGRAM`FUNCTION+0xOFFSET`, innermost first. Built with frame pointers.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALLS       3

#define KNOWN_FRAME __attribute__((noinline, noclone))

static inline long call_read(long fd, void *buffer, long size)
{
#if defined(__x86_64__)
	long result = SYS_read;

	__asm__ volatile("syscall" : "+a"(result) : "D"(fd), "S"(buffer), "d"(size) : "rcx", "r11", "memory");
	return result;
#elif defined(__i386__)
	long result = SYS_read;

	__asm__ volatile("int $0x80" : "+a"(result) : "b"(fd), "c"(buffer), "d"(size) : "memory");
	return result;
#elif defined(__aarch64__)
	register long number __asm__("x8") = SYS_read;
	register long a0 __asm__("x0") = fd;
	register long a1 __asm__("x1") = (long)buffer;
	register long a2 __asm__("x2") = size;

	__asm__ volatile("svc #0" : "+r"(a0) : "r"(number), "r"(a1), "r"(a2) : "memory");
	return a0;
#elif defined(__riscv)
	register long number __asm__("a7") = SYS_read;
	register long a0 __asm__("a0") = fd;
	register long a1 __asm__("a1") = (long)buffer;
	register long a2 __asm__("a2") = size;

	__asm__ volatile("ecall" : "+r"(a0) : "r"(number), "r"(a1), "r"(a2) : "memory");
	return a0;
#else
	return read(fd, buffer, size);
#endif
}

static uintptr_t returns[3];

int main(void);
int middle(int fd);
int outer(int fd);

static void report(void)
{
	printf("caller %lx\n", (unsigned long)returns[0]);
	printf("return %s`middle+0x%lx\n", program_invocation_short_name,
	       (unsigned long)(returns[0] - (uintptr_t)middle));
	printf("return %s`outer+0x%lx\n", program_invocation_short_name,
	       (unsigned long)(returns[1] - (uintptr_t)outer));
	printf("return %s`main+0x%lx\n", program_invocation_short_name, (unsigned long)(returns[2] - (uintptr_t)main));
	fflush(stdout);
}

KNOWN_FRAME int inner(int fd)
{
	char byte;
	long sum = 0;

	returns[0] = (uintptr_t)__builtin_return_address(0);
	report();
	for (int i = 0; i < CALLS; i++)
		sum += call_read(fd, &byte, 1);
	return (int)sum;
}

KNOWN_FRAME int middle(int fd)
{
	returns[1] = (uintptr_t)__builtin_return_address(0);
	return inner(fd) + 1;
}

KNOWN_FRAME int outer(int fd)
{
	returns[2] = (uintptr_t)__builtin_return_address(0);
	return middle(fd) + 1;
}

int main(void)
{
	int fd = open("/dev/zero", O_RDONLY);

	int result = outer(fd);

	sleep(2);
	return result == CALLS + 2 ? 0 : 1;
}
