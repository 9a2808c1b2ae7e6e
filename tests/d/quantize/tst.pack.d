/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggpack: one line for each distribution, from a row before the first that counts to one after the last; the glyphs
 * _ _ x x x x X X stand for eighths of the sum: 3 of 8, 5 of 8, 8 of 8.
 * @@options: -x aggpack -x encoding=ascii
 */
#pragma D option quiet

BEGIN
{
	@["a"] = quantize(1);
	@["a"] = quantize(100);
	@["a"] = quantize(100);
	@["bcd"] = quantize(8);
	exit(0);
}
