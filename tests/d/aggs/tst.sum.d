/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sum() of positive and negative values. */
#pragma D option quiet

BEGIN
{
	@ = sum(5);
	@ = sum(-8);
	exit(0);
}
