/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* llquantize(): below the lowest and above the highest magnitude. */
#pragma D option quiet

BEGIN
{
	@ = llquantize(0, 10, 1, 2, 10);
	@ = llquantize(1000, 10, 1, 2, 10);
	exit(0);
}
