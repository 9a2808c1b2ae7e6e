/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The largest value is in the last row. */
#pragma D option quiet

BEGIN
{
	@ = quantize(9223372036854775807);
	exit(0);
}
