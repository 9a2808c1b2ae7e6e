#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * deletes.d - who removes or renames which files?
 *
 *	deletes.d
 *
 * "Where has my file gone?" RESULT is 0, or the error as a negative number.
 */
#pragma D option quiet
#pragma D option zdefs

BEGIN
{
	printf("%-8s %-16s %-10s %6s  %s\n", "PID", "PROGRAM", "CALL", "RESULT", "PATH");
}

syscall::unlink:entry, syscall::rmdir:entry, syscall::rename:entry
{
	self->path = arg0;
}

syscall::unlinkat:entry, syscall::renameat:entry, syscall::renameat2:entry
{
	self->path = arg1;
}

syscall::unlink:return, syscall::rmdir:return, syscall::rename:return,
syscall::unlinkat:return, syscall::renameat:return, syscall::renameat2:return
/self->path/
{
	printf("%-8d %-16s %-10s %6d  %s\n", pid, execname, probefunc, -errno, copyinstr(self->path));
	self->path = 0;
}
