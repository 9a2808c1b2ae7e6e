/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggpack: one line for each distribution, from a row before the first that counts to one after the last; the signs
 * _ _ x x x x X X are sevenths of the sum from 0 on: 1 of 3, 2 of 3, 3 of 3; v and V are below zero.
 * @@options: -x aggpack -x encoding=ascii
 */
#pragma D option quiet

BEGIN
{
	@["a"] = quantize(1);
	@["a"] = quantize(100);
	@["a"] = quantize(100);
	@["bcd"] = quantize(8);
	@["below"] = quantize(8, -5);
	@["below"] = quantize(1, -1);
	@["below"] = quantize(100, 94);
	exit(0);
}
