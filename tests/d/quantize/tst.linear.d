/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lquantize() with a step. */
#pragma D option quiet

BEGIN
{
	@ = lquantize(15, 0, 100, 10);
	@ = lquantize(25, 0, 100, 10);
	exit(0);
}
