#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, files that are opened: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
/*
 * Files that are opened, by process.
 */

#pragma D option quiet
#pragma D option switchrate=10hz

dtrace:::BEGIN
{
	printf("%-20s %6s %6s %s\n", "TIME", "UID", "PID", "COMM FILE");
}

syscall::open:entry, syscall::openat:entry
{
	self->file = probefunc == "openat" ? arg1 : arg0;
	self->ok = 1;
}

syscall::open*:return
/self->ok/
{
	printf("%-20Y %6d %6d %s %s %d\n", walltimestamp, uid, pid, execname,
	    copyinstr(self->file), errno);
	self->file = 0;
	self->ok = 0;
}
