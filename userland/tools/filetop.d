#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * filetop - which files are read and written most, by which programs, and how much?
 *
 *	filetop [-p pid | -c command] [-d seconds] [-t top] [-j] [interval]
 *
 * What programs ask for and get, from the page cache or not; biosnoop tells what goes to the disk. The path is that of the
 * descriptor when the call is made. Those that read most are first. With an interval: a table each so many seconds.
 *
 * How: entry and return of read(), pread64(), readv(), write(), pwrite64() and writev(). Cost: some 2,500 instructions for
 * each of these calls. Limits: memory that is mapped to a file, splice() and io_uring are not seen.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev
#pragma D option zdefs

BEGIN
/tool_text/
{
	printf("Watching reads and writes of files; Ctrl-C ends.\n");
}

syscall::read:entry, syscall::pread64:entry, syscall::readv:entry,
syscall::write:entry, syscall::pwrite64:entry, syscall::writev:entry
/pid != $pid && (!tool_pid || pid == tool_pid)/
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

tick-1s
{
	seconds++;
}

tick-1s
/tool_text && $1 && seconds % ($1 ? $1 : 1) == 0/
{
	printf("\n%-16s %-40s %12s %12s\n", "PROGRAM", "FILE", "READ", "WRITTEN");
}

tick-1s
/$1 && seconds % ($1 ? $1 : 1) == 0/
{
	printa("%-16s %-40s %@12d %@12d\n", @in, @out);
	trunc(@in);
	trunc(@out);
}

END
/tool_text && !$1/
{
	printf("\n%-16s %-40s %12s %12s\n", "PROGRAM", "FILE", "READ", "WRITTEN");
}

END
/!$1/
{
	printa("%-16s %-40s %@12d %@12d\n", @in, @out);
}
