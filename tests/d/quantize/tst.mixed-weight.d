/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Both signs: two half bars. */
#pragma D option quiet

BEGIN
{
	@ = quantize(1, -1);
	@ = quantize(2, 3);
	exit(0);
}
