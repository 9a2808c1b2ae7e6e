#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functime.d - how long does one function of the kernel take, and who calls it?
 *
 *	functime.d function		as in `functime.d vfs_read`
 *
 * Nanoseconds of each call as a distribution, and calls by program. Recursion is counted from the outermost call.
 */
#pragma D option quiet

BEGIN
{
	printf("Timing %s(); Ctrl-C ends.\n", $$1);
}

fbt::$1:entry
/!self->depth++/
{
	self->start = timestamp;
}

fbt::$1:return
/self->start && --self->depth == 0/
{
	@time["ns"] = quantize(timestamp - self->start);
	@who[execname] = count();
	self->start = 0;
}

END
{
	printa(@time);
	printf("%-16s %10s\n", "PROGRAM", "CALLS");
	printa("%-16s %@10d\n", @who);
}
