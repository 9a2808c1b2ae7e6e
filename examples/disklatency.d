#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * disklatency.d - how long do transfers take?
 *
 *	disklatency.d
 *
 * Shows a distribution of times from start to end in microseconds, by device and direction, and their means, when it
 * ends. arg0 is the same at both ends of a transfer.
 */
#pragma D option quiet

BEGIN
{
	printf("Timing transfers to and from disks; Ctrl-C ends.\n");
}

io:::start
{
	begun[arg0] = timestamp;
}

io:::done
/ begun[arg0] /
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
	printf("%-10s %-6s %12s\n", "DEVICE", "", "MEAN us");
	printa("%-10s %-6s %@12d\n", @means);
}
