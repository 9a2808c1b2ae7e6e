/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The least number divided by -1 is the least number, as in the machine: no function stops the library. (An average and a
 * standard deviation of one value; the row of a distribution.)
 */
#pragma D option quiet

BEGIN
{
	@sum = sum(-9223372036854775807 - 1);
	@avg = avg(-9223372036854775807 - 1);
	@dev = stddev(-9223372036854775807 - 1);
	@rows = quantize(1, -9223372036854775807 - 1);
	normalize(@sum, -1);
	normalize(@avg, -1);
	normalize(@dev, -1);
	normalize(@rows, -1);
	printa("%@d", @sum);
	printa(" %@d", @avg);
	printa(" %@d\n", @dev);
	printa(@rows);
	exit(0);
}
