#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * diskerrors.d - which transfers fail?
 *
 *	diskerrors.d
 *
 * A line for each one that ends with an error, with the file that it was for; then how many failed, of how many, by
 * device.
 */
#pragma D option quiet

BEGIN
{
	printf("%-20s %-10s %-6s %12s %8s %6s  %s\n", "TIME", "DEVICE", "", "BLOCK", "BYTES", "ERROR", "FILE");
}

io:::done
{
	@all[args[1]->dev_statname] = count();
	@failed[args[1]->dev_statname] = sum(args[0]->b_error != 0);
}

io:::done
/ args[0]->b_error /
{
	printf("%-20Y %-10s %-6s %12d %8d %6d  %s\n", walltimestamp, args[1]->dev_statname,
		args[0]->b_flags & B_WRITE ? "write" : "read", args[0]->b_blkno, args[0]->b_bcount, args[0]->b_error,
		args[2]->fi_pathname);
}

END
{
	printf("%-10s %10s %10s\n", "DEVICE", "ALL", "FAILED");
	printa("%-10s %@10d %@10d\n", @all, @failed);
}
