/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggpack: values past the last step are in the sum that the bars are parts of.
 * @@options: -x aggpack -x encoding=ascii
 */
#pragma D option quiet

BEGIN
{
	@["both"] = lquantize(5, 0, 10, 5);
	@["both"] = lquantize(100, 0, 10, 5);
	@["both"] = lquantize(100, 0, 10, 5);
	@["past"] = lquantize(100, 0, 10, 5);
	exit(0);
}
