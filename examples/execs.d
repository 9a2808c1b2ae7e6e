#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * execs.d - which programs are started, with which arguments, by whom?
 *
 *	execs.d
 *
 * One line for each program that is executed, and for each that could not be (its path, and the error's number).
 */
#pragma D option quiet

BEGIN
{
	printf("%-20s %-8s %-8s %-6s %s\n", "TIME", "PPID", "PID", "UID", "COMMAND");
}

proc:::exec
{
	self->path = args[0];
}

proc:::exec-success
{
	printf("%-20Y %-8d %-8d %-6d %s\n", walltimestamp, ppid, pid, uid, curpsinfo->pr_psargs);
	self->path = 0;
}

proc:::exec-failure
{
	printf("%-20Y %-8d %-8d %-6d %s: error %d\n", walltimestamp, ppid, pid, uid, self->path, args[0]);
	self->path = 0;
}
