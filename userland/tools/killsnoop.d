#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * killsnoop - who sends which signal to whom?
 *
 *	killsnoop [-p pid | -c command] [-d seconds] [-j] [signal]
 *
 * "What killed my server?" SIGCHLD says that a child has ended; SIGSEGV and SIGBUS are sent by the kernel in the name of
 * the process itself. With a signal (`killsnoop TERM`, `killsnoop 15`): only that one; with a process: what it sends, and
 * what is sent to it.
 *
 * How: the probe proc:::signal-send. Cost: only where a signal is sent. Limits: a signal that is ignored or blocked has a
 * line, too: it was sent. The sender of one that the kernel sends from an interrupt (a timer) is who was interrupted.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("%-20s %-16s %8s  %-12s -> %-8s %s\n", "TIME", "SENDER", "PID", "SIGNAL", "PID", "PROGRAM");
}

proc:::signal-send
/(!$1 || args[2] == $1) && (!tool_pid || pid == tool_pid || args[1]->pr_pid == tool_pid)/
{
	printf("%-20Y %-16s %8d  %-12s -> %-8d %s\n", walltimestamp, execname, pid, signame(args[2]),
	    args[1]->pr_pid, args[1]->pr_fname);
}
