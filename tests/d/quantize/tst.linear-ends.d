/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Values outside are in the rows at the ends. */
#pragma D option quiet

BEGIN
{
	@ = lquantize(-5, 0, 30, 10);
	@ = lquantize(30, 0, 30, 10);
	exit(0);
}
