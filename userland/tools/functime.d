#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functime - how long does one function of the kernel take, and who calls it?
 *
 *	functime [-p pid | -c command] [-d seconds] [-t top] [-j] function
 *
 * As in `functime vfs_read`: nanoseconds of each call as a distribution, and calls by program. Recursion is counted from
 * the outermost call. Waits inside are part of the time; offcpu shows those alone.
 *
 * How: a break at the entry and at each return of the function. Cost: some 2,000 instructions for each call, which are
 * part of the time of functions that call it.
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Timing %s(); Ctrl-C ends.\n", $$1);
}

fbt::$1:entry
/(!tool_pid || pid == tool_pid) && !self->depth++/
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
	trunc(@who, tool_top);
}

END
/tool_text/
{
	printf("%-16s %10s\n", "PROGRAM", "CALLS");
}

END
{
	printa("%-16s %@10d\n", @who);
}
