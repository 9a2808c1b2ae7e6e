#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * wakeups - who wakes whom?
 *
 *	wakeups [-p pid | -c command] [-d seconds] [-t top] [-j]
 *
 * Programs that depend on one another wake each other: here is the chain, the most frequent first. What an interrupt wakes
 * is counted for the program that it interrupted. With a process: what it wakes, and who wakes it.
 *
 * How: sched:::wakeup. Cost: some 1,000 instructions for each wake-up.
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Counting wake-ups; Ctrl-C ends.\n");
}

sched:::wakeup
/!tool_pid || pid == tool_pid || args[1]->pr_pid == tool_pid/
{
	@[execname, args[1]->pr_fname] = count();
}

END
{
	trunc(@, tool_top);
}

END
/tool_text/
{
	printf("%-16s %-16s %10s\n", "WAKES", "IS WOKEN", "COUNT");
}

END
{
	printa("%-16s %-16s %@10d\n", @);
}
