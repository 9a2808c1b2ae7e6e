#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, times by thread and call in an associative array: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
syscall:::entry { ts[tid, probefunc] = timestamp; depth[tid]++; }
syscall:::return
/ts[tid, probefunc] != 0/
{
	@[probefunc] = lquantize((timestamp - ts[tid, probefunc]) / 1000, 0, 1000, 100);
	ts[tid, probefunc] = 0;
	depth[tid]--;
}
