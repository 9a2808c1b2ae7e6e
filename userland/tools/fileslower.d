#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fileslower - which reads and writes of files take longer than so many milliseconds?
 *
 *	fileslower [-p pid | -c command] [-d seconds] [-j] [ms]
 *
 * One line for each read or write of a file (no pipe, no socket, no terminal) that took MS milliseconds or more, 10 if
 * none are said, with its bytes, or the name of the error. It is the time that the program waited: of the disk, of locks,
 * or of a CPU. 0 shows all of them.
 *
 * How: entry and return of read(), pread64(), readv(), write(), pwrite64(), writev(), fsync() and fdatasync(). Cost: some
 * 1,500 instructions for each of these calls. Limits: memory that is mapped to a file, splice() and io_uring are not seen.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option zdefs

inline int limit_ms = $$1 == "" ? 10 : $1;

BEGIN
/tool_text/
{
	printf("%-20s %-8s %-16s %-10s %10s %10s  %s\n", "TIME", "PID", "PROGRAM", "CALL", "BYTES", "MS", "FILE");
}

syscall::read:entry, syscall::pread64:entry, syscall::readv:entry,
syscall::write:entry, syscall::pwrite64:entry, syscall::writev:entry,
syscall::fsync:entry, syscall::fdatasync:entry
/(!tool_pid || pid == tool_pid) && pid != $pid/
{
	self->file = arg0 + 1;
	self->began = timestamp;
}

syscall::read:return, syscall::pread64:return, syscall::readv:return,
syscall::write:return, syscall::pwrite64:return, syscall::writev:return,
syscall::fsync:return, syscall::fdatasync:return
/self->file && timestamp - self->began >= limit_ms * 1000000 && fds[self->file - 1].fi_mount != NULL &&
    substr(fds[self->file - 1].fi_pathname, 0, 1) == "/" && substr(fds[self->file - 1].fi_pathname, 0, 5) != "/dev/"/
{
	this->us = (timestamp - self->began) / 1000;
	printf("%-20Y %-8d %-16s %-10s %10s %6d.%03d  %s\n", walltimestamp, pid, execname, probefunc,
	    errno ? errname(errno) : lltostr((int)arg1), this->us / 1000, this->us % 1000,
	    fds[self->file - 1].fi_pathname);
}

syscall::read:return, syscall::pread64:return, syscall::readv:return,
syscall::write:return, syscall::pwrite64:return, syscall::writev:return,
syscall::fsync:return, syscall::fdatasync:return
/self->file/
{
	self->file = 0;
	self->began = 0;
}
