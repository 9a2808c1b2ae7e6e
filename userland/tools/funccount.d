#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * funccount - which functions of the kernel are called, and how often?
 *
 *	funccount [-p pid | -c command] [-d seconds] [-t top] [-j] pattern
 *
 * As in `funccount 'vfs_*'`: the functions whose names match, * and ? as in the shell, those that are called most first.
 * `funccount '*'` counts every function of the kernel.
 *
 * How: a break at the entry of each function that matches. Cost: some 300 instructions for each call. Limits: functions
 * that the compiler has put into their callers, and the few that cannot be probed (`/proc/dtrace/fbt` has the reasons).
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Counting calls of %s; Ctrl-C ends.\n", $$1);
}

fbt::$1:entry
/!tool_pid || pid == tool_pid/
{
	@[probemod, probefunc] = count();
}

END
{
	trunc(@, tool_top);
}

END
/tool_text/
{
	printf("%-20s %-40s %12s\n", "MODULE", "FUNCTION", "CALLS");
}

END
{
	printa("%-20s %-40s %@12d\n", @);
}
