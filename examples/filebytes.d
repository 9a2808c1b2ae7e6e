#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * filebytes.d - which files are read and written, by which programs, and how much?
 *
 *	filebytes.d
 *
 * What programs ask for and get, from the page cache or not; `io:::start` tells what goes to the disk. The path is that of the
 * descriptor when the call is made.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching reads and writes of files; Ctrl-C ends.\n");
}

syscall::read:entry, syscall::pread64:entry, syscall::readv:entry,
syscall::write:entry, syscall::pwrite64:entry, syscall::writev:entry
/pid != $pid/
{
	self->path = fds[arg0].fi_pathname;
}

syscall::read:return, syscall::pread64:return, syscall::readv:return
/self->path != NULL/
{
	@in[execname, self->path] = sum(errno ? 0 : arg1);
	@out[execname, self->path] = sum(0);
	self->path = NULL;
}

syscall::write:return, syscall::pwrite64:return, syscall::writev:return
/self->path != NULL/
{
	@in[execname, self->path] = sum(0);
	@out[execname, self->path] = sum(errno ? 0 : arg1);
	self->path = NULL;
}

END
{
	printf("%-16s %-40s %12s %12s\n", "PROGRAM", "FILE", "READ", "WRITTEN");
	printa("%-16s %-40s %@12d %@12d\n", @in, @out);
}
