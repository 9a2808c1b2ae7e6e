/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x aggsortpos chooses the aggregation that decides.
 * @@options: -x aggsortpos=1
 */
#pragma D option quiet

BEGIN
{
	@a["x"] = sum(1);
	@a["y"] = sum(2);
	@b["x"] = sum(2);
	@b["y"] = sum(1);
	printa("%s\n", @a, @b);
	exit(0);
}
