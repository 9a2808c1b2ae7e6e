/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Sixteen arguments. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d %d %d %d %d ", 1, 2, 3, 4, 5, 6, 7, 8);
	printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
	exit(0);
}
