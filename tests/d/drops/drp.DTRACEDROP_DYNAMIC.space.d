/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * More dynamic variables than dynvarsize.
 * @@options: -x dynvarsize=1k
 */
#pragma D option quiet

int n;

tick-1ms
{
	a[timestamp] = 1;
}

tick-1ms
/n++ > 100/
{
	exit(0);
}
