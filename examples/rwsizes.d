#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * rwsizes.d - how large are the reads and writes of each program?
 *
 *	rwsizes.d [program]
 *
 * Many small ones cost more than few large ones. Counted are bytes that were moved, not bytes that were asked for.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	printf("Watching read() and write(); Ctrl-C ends.\n");
}

syscall::read:return, syscall::write:return, syscall::pread64:return, syscall::pwrite64:return,
syscall::readv:return, syscall::writev:return
/($$1 == "" || execname == $$1) && errno == 0/
{
	@[execname, probefunc] = quantize(arg1);
	@bytes[execname, probefunc] = sum(arg1);
}

END
{
	printa("%s: %s(), bytes%@d\n", @);
	printf("%-16s %-12s %14s\n", "PROGRAM", "CALL", "BYTES IN ALL");
	printa("%-16s %-12s %@14d\n", @bytes);
}
