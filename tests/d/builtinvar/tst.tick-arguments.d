/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The program counters of a tick: arg0 kernel or 0, arg1 user or 0. */
#pragma D option quiet

tick-10ms
{
	printf("%d\n", arg0 == 0 || arg1 == 0);
	exit(0);
}
