#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * killsnoop - who sends which signal to whom?
 *
 *	killsnoop [-p pid | -c command] [-d seconds] [-j] [signal]
 *
 * "What killed my server?" Signal 9 is KILL, 15 TERM, 1 HUP, 17 CHLD (a child has ended), 11 SEGV (sent by the kernel in
 * the name of the process itself); `kill -l` has the others. With the number of a signal: only that one; with a process:
 * what it sends, and what is sent to it.
 *
 * How: the probe proc:::signal-send. Cost: only where a signal is sent. Limits: a signal that is ignored or blocked has a
 * line, too: it was sent. The sender of one that the kernel sends from an interrupt (a timer) is who was interrupted.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("%-20s %-16s %8s %8s -> %-8s %s\n", "TIME", "SENDER", "PID", "SIGNAL", "PID", "PROGRAM");
}

proc:::signal-send
/(!$1 || args[2] == $1) && (!tool_pid || pid == tool_pid || args[1]->pr_pid == tool_pid)/
{
	printf("%-20Y %-16s %8d %8d -> %-8d %s\n", walltimestamp, execname, pid, args[2], args[1]->pr_pid, args[1]->pr_fname);
}
