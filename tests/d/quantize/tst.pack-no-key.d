/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggpack without keys: of lquantize() all rows, of the others those around what counts. The total is normalised.
 * @@options: -x aggpack -x encoding=ascii
 */
#pragma D option quiet

BEGIN
{
	@power = quantize(4096);
	@linear = lquantize(5, -2, 10, 4);
	@log = llquantize(70, 10, 0, 2, 10);
	@normal = quantize(2, 500);
	normalize(@normal, 100);
	exit(0);
}
