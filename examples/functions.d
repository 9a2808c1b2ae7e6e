#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functions.d - which functions does a program call, how often, and how long do they take?
 *
 *	functions.d -p PID MODULE
 *	functions.d -c COMMAND MODULE
 *
 * MODULE is a.out for the program itself, or a library: libc. Times are from the entry of a function to its return, with what it calls;
 * of one that calls itself, the innermost call is counted. Functions without a name are shown by their address in the file.
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
{
	printf("Functions of %s in process %d; Ctrl-C ends.\n", $$1, $target);
}

pid$target:$1::entry
{
	self->start[probefunc] = timestamp;
	@calls[probefunc] = count();
}

pid$target:$1::return
/self->start[probefunc]/
{
	@ns[probefunc] = avg(timestamp - self->start[probefunc]);
	self->start[probefunc] = 0;
}

END
{
	printf("\n%-40s %10s %14s\n", "FUNCTION", "CALLS", "NS EACH");
	printa("%-40s %@10d %@14d\n", @calls, @ns);
}
