#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * diskwho.d - who uses the disks now?
 *
 *	diskwho.d
 *
 * Every five seconds the ten processes that read and wrote the most. What a program writes through the page cache is
 * written back later by a thread of the kernel (kworker), and is that one's here; diskfiles.d says for which files.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching the disks; Ctrl-C ends.\n");
}

io:::start
{
	@bytes[pid, execname, args[1]->dev_statname, args[0]->b_flags & B_WRITE ? "write" : "read"] =
		sum(args[0]->b_bcount);
}

tick-5s, END
{
	printf("\n%-20Y\n%7s %-16s %-10s %-6s %12s\n", walltimestamp, "PID", "PROCESS", "DEVICE", "", "BYTES");
	trunc(@bytes, 10);
	printa("%7d %-16s %-10s %-6s %@12d\n", @bytes);
	trunc(@bytes);
}
