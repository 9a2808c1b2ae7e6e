#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, latencies of the file systems: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
#pragma D option dynvarsize=8m
#pragma D option aggsortrev
fbt::vfs_read:entry,
fbt::vfs_write:entry
{
	self->start[probefunc] = timestamp;
	self->vstart = vtimestamp;
}
fbt::vfs_read:return,
fbt::vfs_write:return
/self->start[probefunc]/
{
	@t[probefunc, arg1 < 0 ? "error" : "ok"] = llquantize(timestamp - self->start[probefunc], 10, 3, 9, 20);
	@v[probefunc] = stddev(vtimestamp - self->vstart);
	self->start[probefunc] = 0;
	self->vstart = 0;
}
tick-5s { printa(@t); printa(@v); clear(@t); clear(@v); }
