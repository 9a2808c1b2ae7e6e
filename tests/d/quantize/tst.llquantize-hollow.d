/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * More steps than a magnitude has numbers: buckets that no number can reach are not shown.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

BEGIN
{
	@ = llquantize(2, 10, 0, 0, 100);
	@ = llquantize(9, 10, 0, 0, 100);
	exit(0);
}
