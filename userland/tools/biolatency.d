#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * biolatency - how long do transfers to and from the disks take?
 *
 *	biolatency [-d seconds] [-j] [device]
 *
 * Shows a distribution of times from start to end in microseconds, by device and direction, and their means, when it
 * ends.
 *
 * How: io:::start and io:::done, whose arg0 is the same for one transfer. Cost: some 1,500 instructions for each transfer.
 * Limits: the time in the queue is in it; a transfer that was begun before this command is not counted.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("Timing transfers to and from disks; Ctrl-C ends.\n");
}

io:::start
/$$1 == "" || args[1]->dev_statname == $$1/
{
	begun[arg0] = timestamp;
}

io:::done
/begun[arg0]/
{
	this->us = (timestamp - begun[arg0]) / 1000;
	this->way = args[0]->b_flags & B_WRITE ? "write" : "read";
	@times[args[1]->dev_statname, this->way] = quantize(this->us);
	@means[args[1]->dev_statname, this->way] = avg(this->us);
	begun[arg0] = 0;
}

END
{
	printa("%s, %s, us: %@d\n", @times);
}

END
/tool_text/
{
	printf("%-10s %-6s %12s\n", "DEVICE", "", "MEAN us");
}

END
{
	printa("%-10s %-6s %@12d\n", @means);
}
