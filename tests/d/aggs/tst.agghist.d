/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x agghist: one table of bars for an aggregation of scalars.
 * @@options: -x agghist
 */
#pragma D option quiet

BEGIN
{
	@["a"] = sum(1);
	@["bbbbb"] = sum(3);
	exit(0);
}
