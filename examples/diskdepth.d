#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * diskdepth.d - how many transfers wait at a device at a time?
 *
 *	diskdepth.d
 *
 * At each start: how many have begun there and not ended, this one too. A device that has 1 nearly always is used by
 * one program that waits for each; one that has many for long cannot keep up.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching the disks; Ctrl-C ends.\n");
}

io:::start
{
	depth[args[0]->b_edev]++;
	here[arg0] = 1;
	@depths[args[1]->dev_statname] = lquantize(depth[args[0]->b_edev], 1, 64);
	@most[args[1]->dev_statname] = max(depth[args[0]->b_edev]);
}

io:::done
/ here[arg0] /
{
	depth[args[0]->b_edev]--;
	here[arg0] = 0;
}

END
{
	printa("%s, transfers at a time: %@d\n", @depths);
	printf("%-10s %10s\n", "DEVICE", "MOST");
	printa("%-10s %@10d\n", @most);
}
