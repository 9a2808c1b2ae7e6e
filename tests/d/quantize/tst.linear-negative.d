/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A base below zero. */
#pragma D option quiet

BEGIN
{
	@ = lquantize(-7, -10, 10, 5);
	exit(0);
}
