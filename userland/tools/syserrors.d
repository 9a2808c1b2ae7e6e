#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syserrors - which system calls fail, in which programs, with which error?
 *
 *	syserrors [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * A program that is slow or silent often asks for something that it does not get. `man 3 errno` says what an
 * error means. ERESTARTSYS and its like are the kernel's own: the call begins again after a signal.
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
	@[execname, probefunc, errname(errno)] = count();
}

END
{
	trunc(@, tool_top);
}

END
/tool_text/
{
	printf("%-16s %-24s %-22s %10s\n", "PROGRAM", "SYSTEM CALL", "ERROR", "COUNT");
}

END
{
	printa("%-16s %-24s %-22s %@10d\n", @);
}
