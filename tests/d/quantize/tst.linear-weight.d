/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lquantize() with a weight. */
#pragma D option quiet

BEGIN
{
	@ = lquantize(2, 0, 5, 1, 7);
	exit(0);
}
