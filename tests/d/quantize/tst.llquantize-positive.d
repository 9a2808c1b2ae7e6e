/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Where no negative row is shown, the middle is what is less than factor^low; 5 steps of factor 10 begin at 1, 2, 4, 6, 8.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

BEGIN
{
	@ = llquantize(15, 10, 1, 2, 5);
	@ = llquantize(75, 10, 1, 2, 5);
	exit(0);
}
