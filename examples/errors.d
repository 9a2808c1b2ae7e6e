#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * errors.d - which system calls fail, in which programs, with which error?
 *
 *	errors.d
 *
 * A program that is slow or silent often asks for something that it does not get. The number is errno: 1 not permitted,
 * 2 no such file, 4 interrupted, 11 try again, 13 permission denied, 110 timed out; `man 3 errno` has the others.
 */
#pragma D option quiet

BEGIN
{
	printf("Counting system calls that fail; Ctrl-C ends.\n");
}

syscall:::return
/errno != 0 && pid != $pid/
{
	@[execname, probefunc, errno] = count();
}

END
{
	printf("%-16s %-24s %6s %10s\n", "PROGRAM", "SYSTEM CALL", "ERRNO", "COUNT");
	printa("%-16s %-24s %6d %@10d\n", @);
}
