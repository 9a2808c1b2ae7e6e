/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Negative values mirror positive ones. */
#pragma D option quiet

BEGIN
{
	@ = quantize(-5);
	@ = quantize(5);
	exit(0);
}
