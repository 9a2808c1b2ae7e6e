#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * threadsnoop - which programs make threads?
 *
 *	threadsnoop [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * One line for each new thread: who made it, and its number; at the end how many each process made. A program that makes
 * a thread for each request shows here, and in no list of programs.
 *
 * How: proc:::lwp-create. Cost: only where a thread is made. Limits: the function that the thread begins in is the
 * library's own; `ustackcount -p PID pthread_create` shows who asks for threads.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("%-20s %-8s %-16s %8s\n", "TIME", "PID", "PROGRAM", "THREAD");
}

proc:::lwp-create
/(!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	printf("%-20Y %-8d %-16s %8d\n", walltimestamp, pid, execname, args[0]->pr_lwpid);
	@[execname, pid] = count();
}

END
{
	trunc(@, tool_top);
}

END
/tool_text/
{
	printf("\n%-16s %8s %10s\n", "PROGRAM", "PID", "THREADS");
}

END
{
	printa("%-16s %8d %@10d\n", @);
}
