/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Operators bind as in C. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", 1 + 2 * 3, (1 + 2) * 3, 1 << 2 + 1, 7 & 3 == 3);
	printf("%d %d %d\n", 1 | 2 ^ 3 & 4, 1 || 0 && 0, 1 ^^ 1 || 1);
	printf("%d %d\n", 10 - 4 - 3, 100 / 10 / 5);
	exit(0);
}
