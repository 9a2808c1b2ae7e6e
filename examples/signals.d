#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * signals.d - who sends which signal to whom?
 *
 *	signals.d
 *
 * "What killed my server?" Signal 9 is KILL, 15 TERM, 1 HUP, 17 CHLD (a child has ended), 11 SEGV (sent by the kernel in
 * the name of the process itself); `kill -l` has the others.
 */
#pragma D option quiet

BEGIN
{
	printf("%-16s %8s %8s -> %s\n", "SENDER", "PID", "SIGNAL", "PID");
}

proc:::signal-send
{
	printf("%-16s %8d %8d -> %d\n", execname, pid, args[2], args[1]->pr_pid);
}
