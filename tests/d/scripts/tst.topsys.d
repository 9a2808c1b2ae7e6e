#!/usr/sbin/dtrace -Zqs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, the most frequent system calls: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
/* Most frequent system calls every $1 seconds. */
#pragma D option defaultargs

inline int TOP = $1 ? $1 : 10;

dtrace:::BEGIN { secs = 5; counter_ = secs; }
syscall:::entry { @sys[execname, probefunc] = count(); @total = count(); }
profile:::tick-1sec { secs--; }
profile:::tick-1sec
/secs == 0/
{
	trunc(@sys, 10);
	normalize(@total, 5);
	printf("%Y\n", walltimestamp);
	printa("  %-16s %-20s %@8d\n", @sys);
	printa("  %@d per second\n", @total);
	clear(@sys); trunc(@total);
	secs = 5;
}
