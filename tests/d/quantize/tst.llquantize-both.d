/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Oracle's llquantize() has buckets for negative values; the middle of low = 0 is 0.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

BEGIN
{
	@ = llquantize(-25, 10, 0, 1, 10);
	@ = llquantize(0, 10, 0, 1, 10);
	@ = llquantize(1, 10, 0, 1, 10);
	@ = llquantize(1, 10, 0, 1, 10);
	exit(0);
}
