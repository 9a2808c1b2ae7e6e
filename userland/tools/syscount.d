#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscount - which system calls are made, and what time do they take?
 *
 *	syscount [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * For each system call: how often it was called, and the milliseconds spent in it by all threads together, waiting
 * included; those that were called most first. With the name of a program: only its calls.
 *
 * How: entry and return of every system call. Cost: some 900 instructions for each call. Limits: a call that has not
 * returned when this command ends is not counted.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Counting system calls%s%s; Ctrl-C ends.\n", $$1 != "" ? " of " : "", $$1);
}

syscall:::entry
/(!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	self->start = timestamp;
}

syscall:::return
/self->start/
{
	@calls[probefunc] = count();
	@time[probefunc] = sum(timestamp - self->start);
	self->start = 0;
}

END
{
	normalize(@time, 1000000);
}

END
/tool_text/
{
	printf("%-24s %12s %12s\n", "SYSTEM CALL", "CALLS", "MS");
}

END
{
	printa("%-24s %@12d %@12d\n", @calls, @time);
}
