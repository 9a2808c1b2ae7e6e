/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* & binds tighter than ^, which binds tighter than |; all below == and the shifts. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", 1 | 6 & 4, (1 | 6) & 4);
	printf("%d %d\n", 1 ^ 3 & 1, (1 ^ 3) & 1);
	printf("%d %d\n", 1 | 3 ^ 2, (1 | 3) ^ 2);
	printf("%d %d\n", 5 & 4 == 4, (5 & 4) == 4);
	printf("%d %d\n", 1 << 2 + 1, (1 << 2) + 1);
	printf("%d %d\n", 2 + 3 * 4, (2 + 3) * 4);
	printf("%d %d\n", 1 < 2 == 1, 20 - 5 - 3);
	printf("%d %d\n", 100 / 5 / 2, 2 * 9 % 4);
	exit(0);
}
