#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lockwait - which locks of the kernel do threads wait for, how long, and where?
 *
 *	lockwait [-p pid | -c command] [-d seconds] [-t top] [-j]
 *
 * Waits for mutexes, semaphores, spin locks and reader/writer locks of the kernel: the lock, the function that wanted it,
 * how often, and the microseconds in all and at most, the longest first. A lock that is a variable has its name, others
 * have their address. For the locks of a program see plockstat(1), for more of the kernel's lockstat(8).
 *
 * How: the probes of lockstat that fire where a thread had to wait. Cost: only where it does. Limits: what a kernel cannot
 * tell is listed with the reason in /proc/dtrace/lockstat.
 */
#pragma D option quiet
#pragma D option zdefs
#pragma D option aggsortrev
#pragma D option aggsortpos=1

BEGIN
/tool_text/
{
	printf("Watching the locks of the kernel; Ctrl-C ends.\n");
}

lockstat:::adaptive-block, lockstat:::spin-spin, lockstat:::rw-block, lockstat:::rw-spin
/!tool_pid || pid == tool_pid/
{
	@us[probename, sym(arg0), sym(caller)] = sum(arg1 / 1000);
	@waits[probename, sym(arg0), sym(caller)] = count();
	@most[probename, sym(arg0), sym(caller)] = max(arg1 / 1000);
}

END
/tool_text/
{
	printf("\n%-16s %-36s %-36s %8s %10s %10s\n", "KIND", "LOCK", "WANTED BY", "WAITS", "US IN ALL", "US AT MOST");
}

END
{
	printa("%-16s %-36a %-36a %@8d %@10d %@10d\n", @waits, @us, @most);
}
