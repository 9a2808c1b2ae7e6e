/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The same with blocks of eighths: U+2581 is the lowest, U+2588 the sum.
 * @@options: -x aggpack -x encoding=utf8
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
