#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syserrors - which system calls fail, in which programs, with which error?
 *
 *	syserrors [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * A program that is slow or silent often asks for something that it does not get. The number is errno: 1 not permitted,
 * 2 no such file, 4 interrupted, 11 try again, 13 permission denied, 110 timed out; `man 3 errno` has the others. 512 to
 * 516 are the kernel's own: the call begins again after a signal.
 *
 * How: the return of every system call. Cost: some 150 instructions for each call, 600 for one that fails.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Counting system calls that fail; Ctrl-C ends.\n");
}

syscall:::return
/errno != 0 && pid != $pid && (!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	@[execname, probefunc, errno] = count();
}

END
{
	trunc(@, tool_top);
}

END
/tool_text/
{
	printf("%-16s %-24s %6s %10s\n", "PROGRAM", "SYSTEM CALL", "ERRNO", "COUNT");
}

END
{
	printa("%-16s %-24s %6d %@10d\n", @);
}
