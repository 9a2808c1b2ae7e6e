/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Several aggregations without a format.
 */
#pragma D option quiet

BEGIN
{
	@a["x"] = sum(1);
	@b["x"] = sum(2);
	printa(@a, @b);
	exit(0);
}
