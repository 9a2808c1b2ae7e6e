#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscalls.d - which system calls are made, and what time do they take?
 *
 *	syscalls.d [program]
 *
 * For each system call: how often it was called, and the milliseconds spent in it by all threads together, waiting
 * included. With the name of a program: only its calls.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	printf("Counting system calls%s%s; Ctrl-C ends.\n", $$1 != "" ? " of " : "", $$1);
}

syscall:::entry
/$$1 == "" || execname == $$1/
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
	printf("%-24s %12s %12s\n", "SYSTEM CALL", "CALLS", "MS");
	printa("%-24s %@12d %@12d\n", @calls, @time);
}
