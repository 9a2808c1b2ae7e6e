#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * opensnoop - which files do programs open, and which do they look for in vain?
 *
 *	opensnoop [-p pid | -c command] [-d seconds] [-j] [program]
 *
 * One line for each attempt. RESULT is the descriptor, or the name of the error (ENOENT: no such file, EACCES: permission
 * denied). PATH is what the program asked for.
 *
 * How: entry and return of open(), openat(), openat2() and creat(). Cost: some 1,000 instructions for each of these calls,
 * nothing for others. Limits: a path that is not in memory when the call ends is not shown; files that the kernel opens
 * itself, or io_uring, are not seen.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option zdefs

BEGIN
/tool_text/
{
	printf("%-8s %-16s %-14s %s\n", "PID", "PROGRAM", "RESULT", "PATH");
}

syscall::open:entry, syscall::creat:entry
/(!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	self->path = arg0;
}

syscall::openat:entry, syscall::openat2:entry
/(!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	self->path = arg1;
}

syscall::open:return, syscall::creat:return, syscall::openat:return, syscall::openat2:return
/self->path/
{
	printf("%-8d %-16s %-14s %s\n", pid, execname, errno ? errname(errno) : lltostr((int)arg1), copyinstr(self->path));
	self->path = 0;
}
