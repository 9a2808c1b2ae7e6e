/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Signed arithmetic and division. */
#pragma D option quiet

BEGIN
{
	x = -7;
	printf("%d %d %d %d\n", x / 2, x % 2, x >> 1, x * -3);
	printf("%d %d\n", -x, ~x);
	exit(0);
}
