/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Without a step it is 1. */
#pragma D option quiet

BEGIN
{
	@ = lquantize(2, 0, 5);
	exit(0);
}
