#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * wakers.d - who wakes whom?
 *
 *	wakers.d
 *
 * Programs that depend on one another wake each other: here is the chain. What an interrupt wakes is counted for the
 * program that it interrupted.
 */
#pragma D option quiet

BEGIN
{
	printf("Counting wake-ups; Ctrl-C ends.\n");
}

sched:::wakeup
{
	@[execname, args[1]->pr_fname] = count();
}

END
{
	printf("%-16s %-16s %10s\n", "WAKES", "IS WOKEN", "COUNT");
	printa("%-16s %-16s %@10d\n", @);
}
