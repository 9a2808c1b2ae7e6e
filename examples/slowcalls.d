#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * slowcalls.d - which system calls took longer than so many milliseconds, and where did the program call them from?
 *
 *	slowcalls.d milliseconds
 *
 * Calls that wait by intention (a sleep, a poll) are slow as well: the program's stack tells them apart.
 */
#pragma D option quiet

BEGIN
{
	printf("System calls of more than %d ms; Ctrl-C ends.\n", $1);
}

syscall:::entry
{
	self->start = timestamp;
}

syscall:::return
/self->start && timestamp - self->start > $1 * 1000000/
{
	printf("%s (%d): %s took %d ms, result %d\n", execname, pid, probefunc, (timestamp - self->start) / 1000000, (int)arg1);
	ustack(8);
}

syscall:::return
{
	self->start = 0;
}
