#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * mountsnoop - what is mounted and unmounted, where, by whom?
 *
 *	mountsnoop [-d seconds] [-j]
 *
 * One line for each attempt to mount, move or unmount a file system. RESULT is 0, or the name of the error (EPERM:
 * not permitted, ENOENT: no such file, EBUSY: in use).
 *
 * How: entry and return of mount(), umount2(), and of the calls that came with Linux 5.2 and later: fsconfig(), fsmount(),
 * move_mount(), open_tree(), mount_setattr(). Cost: nothing but in these calls. Limits: what the kernel mounts itself
 * (automounts, its own file systems) is not seen.
 */
#pragma D option quiet
#pragma D option zdefs

BEGIN
/tool_text/
{
	printf("%-20s %-8s %-16s %-14s %-14s %s\n", "TIME", "PID", "PROGRAM", "CALL", "RESULT", "WHAT");
}

syscall::mount:entry
{
	self->device = arg0 ? copyinstr(arg0) : "-";
	self->folder = copyinstr(arg1);
	self->kind = arg2 ? copyinstr(arg2) : "-";
}

syscall::mount:return
{
	printf("%-20Y %-8d %-16s %-14s %-14s %s on %s, type %s\n", walltimestamp, pid, execname, probefunc, errname(errno),
	    self->device, self->folder, self->kind);
	self->device = 0;
	self->folder = 0;
	self->kind = 0;
}

syscall::umount:entry, syscall::umount2:entry, syscall::oldumount:entry
{
	self->folder = copyinstr(arg0);
}

syscall::umount:return, syscall::umount2:return, syscall::oldumount:return
{
	printf("%-20Y %-8d %-16s %-14s %-14s %s\n", walltimestamp, pid, execname, probefunc, errname(errno), self->folder);
	self->folder = 0;
}

syscall::open_tree:entry, syscall::mount_setattr:entry
{
	self->folder = arg1 ? copyinstr(arg1) : "-";
}

syscall::move_mount:entry
{
	self->folder = arg3 ? copyinstr(arg3) : "-";
}

syscall::fsopen:entry
{
	self->folder = copyinstr(arg0);
}

syscall::open_tree:return, syscall::mount_setattr:return, syscall::move_mount:return, syscall::fsopen:return
{
	printf("%-20Y %-8d %-16s %-14s %-14s %s\n", walltimestamp, pid, execname, probefunc, errname(errno), self->folder);
	self->folder = 0;
}
