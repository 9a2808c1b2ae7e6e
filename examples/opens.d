#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * opens.d - which files does each program open, and which does it look for in vain?
 *
 *	opens.d [program]
 *
 * One line for each attempt. RESULT is the descriptor, or the error as a negative number (-2: no such file, -13:
 * permission denied).
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option zdefs

BEGIN
{
	printf("%-8s %-16s %6s  %s\n", "PID", "PROGRAM", "RESULT", "PATH");
}

syscall::open:entry, syscall::creat:entry
/$$1 == "" || execname == $$1/
{
	self->path = arg0;
}

syscall::openat:entry, syscall::openat2:entry
/$$1 == "" || execname == $$1/
{
	self->path = arg1;
}

syscall::open:return, syscall::creat:return, syscall::openat:return, syscall::openat2:return
/self->path/
{
	printf("%-8d %-16s %6d  %s\n", pid, execname, errno ? -errno : (int)arg1, copyinstr(self->path));
	self->path = 0;
}
