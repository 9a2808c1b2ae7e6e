#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * execsnoop - which programs are started, with which arguments, by whom?
 *
 *	execsnoop [-d seconds] [-j] [uid]
 *
 * One line for each program that is executed, and for each that could not be (its path, and the error). With the number
 * of a user: only that user's.
 *
 * How: the probes of proc. Cost: some 2,000 instructions for each program that is started. Limits: arguments are cut at 80
 * bytes, or as -x strsize says; a process that only forks has no line (exitsnoop has).
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("%-20s %-8s %-8s %-6s %s\n", "TIME", "PPID", "PID", "UID", "COMMAND");
}

proc:::exec
{
	self->path = args[0];
}

proc:::exec-success
/$$1 == "" || uid == $1/
{
	printf("%-20Y %-8d %-8d %-6d %s\n", walltimestamp, ppid, pid, uid, curpsinfo->pr_psargs);
}

proc:::exec-failure
/$$1 == "" || uid == $1/
{
	printf("%-20Y %-8d %-8d %-6d %s: %s\n", walltimestamp, ppid, pid, uid, self->path, errname(args[0]));
}

proc:::exec-success, proc:::exec-failure
{
	self->path = 0;
}
