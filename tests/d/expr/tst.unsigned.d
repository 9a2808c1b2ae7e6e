/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Unsigned arithmetic: mixed comparisons as in C. */
#pragma D option quiet

unsigned int u;
BEGIN
{
	u = 1;
	printf("%d %d %u\n", -1 < u, -1 < (int)u, u - 2);
	printf("%u %u\n", (u - 2) / 2, (u - 2) >> 1);
	exit(0);
}
