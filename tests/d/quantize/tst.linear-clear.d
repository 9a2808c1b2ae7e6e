/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A cleared lquantize() shows its first three rows. */
#pragma D option quiet

BEGIN
{
	@ = lquantize(2, 0, 5, 1);
	clear(@);
	exit(0);
}
