/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Aggregations in straight columns: texts to the left, numbers to the right, each column as wide as its widest cell.
 * @@options: -x columns -x aggsortkey
 */
#pragma D option quiet

BEGIN
{
	@a["long name", 5] = sum(1);
	@a["b", -12345] = sum(1000000);
	@alone = count();
	exit(0);
}
