// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * calls - makes system calls whose names, arguments and results are known, through the numbers of its own word size:
 *
 *   getpriority(11, 22, 33, 44, 55, 66) = -EINVAL   close(-1) = -EBADF   dup(0) = a descriptor
 *   getppid() = its parent
 *
 * With an argument: one call number more, in hexadecimal, without arguments; prints its error.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc > 1) {
		long result = syscall((long)strtoul(argv[1], NULL, 16));

		printf("%ld %s\n", result, result < 0 ? strerror(errno) : "");
		return 0;
	}
	syscall(SYS_getpriority, 11, 22, 33, 44, 55, 66);
	syscall(SYS_close, -1);
	syscall(SYS_dup, 0);
	syscall(SYS_getppid);
	return 0;
}
