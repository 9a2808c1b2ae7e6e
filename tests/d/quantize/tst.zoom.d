/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x aggzoom scales to the largest count.
 * @@options: -x aggzoom
 */
#pragma D option quiet

BEGIN
{
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(4);
	exit(0);
}
