/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The second argument is the weight. */
#pragma D option quiet

BEGIN
{
	@ = quantize(1, 3);
	@ = quantize(4, 1);
	exit(0);
}
