#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cputime.d - how much CPU time does each program get, and in how large pieces?
 *
 *	cputime.d
 *
 * Measured, not sampled: from the moment that a thread comes to a CPU until it leaves. A program that runs for a few
 * microseconds at a time, thousands of times, spends much of its time on being switched.
 */
#pragma D option quiet

BEGIN
{
	printf("Measuring time on CPUs; Ctrl-C ends.\n");
}

sched:::on-cpu
{
	self->came = timestamp;
}

sched:::off-cpu
/self->came && pid != 0/
{
	@pieces[execname] = count();
	@us[execname] = sum(timestamp - self->came);
	@longest[execname] = max(timestamp - self->came);
}

sched:::off-cpu
{
	self->came = 0;
}

END
{
	normalize(@us, 1000);
	normalize(@longest, 1000);
	printf("%-16s %10s %12s %14s\n", "PROGRAM", "PIECES", "US", "LONGEST, US");
	printa("%-16s %@10d %@12d %@14d\n", @pieces, @us, @longest);
}
