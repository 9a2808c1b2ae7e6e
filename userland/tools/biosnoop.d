#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * biosnoop - what is sent to the disks, one by one?
 *
 *	biosnoop [-d seconds] [-j] [device]
 *
 * A line for each transfer when it ends: when it began (ms since this command did), how long it took, who asked for
 * it, where, how much, for which file. The process is the one that gave it to the device: of writes through the page
 * cache that is a thread of the kernel. R read, W write; P past the page cache, C from its pages.
 *
 * How: io:::start and io:::done. Cost: some 4,000 instructions for each transfer, which takes the disk far longer. Limits:
 * a transfer that was begun before this command has no line.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	zero = timestamp;
}

BEGIN
/tool_text/
{
	printf("%10s %8s %7s %-16s %-8s %-3s %10s %8s  %s\n", "AT ms", "us", "PID", "PROCESS", "DEVICE", "", "BLOCK",
		"BYTES", "FILE");
}

io:::start
/$$1 == "" || args[1]->dev_statname == $$1/
{
	begun[arg0] = timestamp;
	who[arg0] = pid;
	name[arg0] = execname;
}

io:::done
/begun[arg0]/
{
	printf("%10d %8d %7d %-16s %-8s %s%s  %10d %8d  %s%s\n", (begun[arg0] - zero) / 1000000,
		(timestamp - begun[arg0]) / 1000, who[arg0], name[arg0], args[1]->dev_statname,
		args[0]->b_flags & B_WRITE ? "W" : "R",
		args[0]->b_flags & B_PHYS ? "P" : args[0]->b_flags & B_PAGEIO ? "C" : " ", args[0]->b_blkno, args[0]->b_bcount,
		args[2]->fi_pathname, args[0]->b_error ? " (failed)" : "");
	begun[arg0] = 0;
	who[arg0] = 0;
	name[arg0] = 0;
}
