#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sleepers.d - in which system calls do programs wait, and how long?
 *
 *	sleepers.d [program]
 *
 * For each program and call: the milliseconds that passed in it while its thread did not run. A call that computes is
 * not here; one that sleeps, polls, reads from a slow disk or waits for a lock is.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	printf("Measuring waits; Ctrl-C ends.\n");
}

syscall:::entry
/$$1 == "" || execname == $$1/
{
	self->start = timestamp;
	self->ran = vtimestamp;
}

syscall:::return
/self->start/
{
	@[execname, probefunc] = sum((timestamp - self->start) - (vtimestamp - self->ran));
	self->start = 0;
	self->ran = 0;
}

END
{
	normalize(@, 1000000);
	printf("%-16s %-24s %10s\n", "PROGRAM", "SYSTEM CALL", "MS WAITED");
	printa("%-16s %-24s %@10d\n", @);
}
