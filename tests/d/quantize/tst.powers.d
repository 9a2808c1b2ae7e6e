/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The lower bound belongs to the bucket. */
#pragma D option quiet

BEGIN
{
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(3);
	@ = quantize(4);
	exit(0);
}
