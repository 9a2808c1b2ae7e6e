/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * encoding=utf8: bars of blocks, with a resolution of an eighth of a column; with counts below zero they are as always.
 * @@options: -x encoding=utf8
 */
#pragma D option quiet

BEGIN
{
	@ = quantize(1, 100);
	@ = quantize(2, 10);
	@ = quantize(4, 1);
	@mixed = quantize(1, 3);
	@mixed = quantize(4, -1);
	exit(0);
}
