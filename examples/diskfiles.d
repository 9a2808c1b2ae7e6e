#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * diskfiles.d - which files does the disk work for?
 *
 *	diskfiles.d
 *
 * Shows bytes and transfers by device, direction and file, the most first, when it ends (control-C). Reads that the
 * page cache answers do not come here; writes come when the kernel writes back. "<none>" is what file systems keep
 * for themselves (journals, directories, lists of blocks).
 */
#pragma D option quiet

BEGIN
{
	printf("Watching the disks; Ctrl-C ends.\n");
}

io:::start
{
	this->way = args[0]->b_flags & B_WRITE ? "write" : "read";
	@bytes[args[1]->dev_statname, this->way, args[2]->fi_pathname] = sum(args[0]->b_bcount);
	@transfers[args[1]->dev_statname, this->way, args[2]->fi_pathname] = count();
}

END
{
	printf("%-10s %-6s %12s %10s  %s\n", "DEVICE", "", "BYTES", "TRANSFERS", "FILE");
	printa("%-10s %-6s %@12d %@10d  %s\n", @bytes, @transfers);
}
