#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * diskplaces.d - is a disk read and written from one end to the other, or here and there?
 *
 *	diskplaces.d
 *
 * For each device: how many transfers began where the one before ended, how many did not, and for these the
 * distribution of the distance in blocks of 512 bytes.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching the disks; Ctrl-C ends.\n");
	next_one[(dev_t)0] = (uint64_t)0;
}

io:::start
/ args[0]->b_bcount && next_one[args[0]->b_edev] /
{
	this->distance = args[0]->b_blkno > next_one[args[0]->b_edev] ? args[0]->b_blkno - next_one[args[0]->b_edev] :
		next_one[args[0]->b_edev] - args[0]->b_blkno;
	@in_order[args[1]->dev_statname] = sum(this->distance == 0);
	@elsewhere[args[1]->dev_statname] = sum(this->distance != 0);
}

io:::start
/ args[0]->b_bcount && next_one[args[0]->b_edev] && next_one[args[0]->b_edev] != args[0]->b_blkno /
{
	@distances[args[1]->dev_statname] = quantize(this->distance);
}

io:::start
/ args[0]->b_bcount /
{
	next_one[args[0]->b_edev] = args[0]->b_blkno + args[0]->b_bcount / 512;
}

END
{
	printa("%s, blocks from the end of the one before: %@d\n", @distances);
	printf("%-10s %10s %10s\n", "DEVICE", "IN ORDER", "ELSEWHERE");
	printa("%-10s %@10d %@10d\n", @in_order, @elsewhere);
}
