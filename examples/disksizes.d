#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * disksizes.d - does a program transfer much at once, or little many times?
 *
 *	disksizes.d
 *
 * Shows the distribution of sizes by process and direction when it ends. A disk does many small transfers more
 * slowly than a few large ones.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching the disks; Ctrl-C ends.\n");
}

io:::start
/ args[0]->b_bcount /
{
	@sizes[execname, args[0]->b_flags & B_WRITE ? "write" : "read"] = quantize(args[0]->b_bcount);
}

END
{
	printa("%s, %s, bytes: %@d\n", @sizes);
}
