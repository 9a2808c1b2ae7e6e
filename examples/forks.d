#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * forks.d - who makes processes and threads, and how many?
 *
 *	forks.d
 *
 * A shell script in a loop, a server that makes a process for each request: the cost is in no single program, so `top`
 * does not show it.
 */
#pragma D option quiet

BEGIN
{
	printf("Counting new processes and threads; Ctrl-C ends.\n");
}

proc:::create
{
	@processes[execname, pid] = count();
}

proc:::lwp-create
{
	@threads[execname, pid] = count();
}

END
{
	printf("%-16s %8s %10s %24s\n", "BY PROGRAM", "PID", "PROCESSES", "WITH THREADS");
	printa("%-16s %8d %@10d %@24d\n", @processes, @threads);
}
