/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * More keys than the aggregation buffer has room for.
 * @@options: -x aggsize=2k
 */
#pragma D option quiet

int n;

tick-1ms
{
	@[timestamp, probename, execname] = count();
}

tick-1ms
/n++ > 100/
{
	trunc(@);
	exit(0);
}
