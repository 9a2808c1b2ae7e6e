/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A cleared distribution shows three rows. */
#pragma D option quiet

BEGIN
{
	@ = quantize(100);
	clear(@);
	exit(0);
}
