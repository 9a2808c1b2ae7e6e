/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Both ends are open; a single magnitude is possible; below factor^low is the middle, both signs.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

BEGIN
{
	@ = llquantize(-1000, 10, 2, 2, 5);
	@ = llquantize(99, 10, 2, 2, 5);
	@ = llquantize(-99, 10, 2, 2, 5);
	@ = llquantize(1000, 10, 2, 2, 5);
	exit(0);
}
