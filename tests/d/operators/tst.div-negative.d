/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Division by a negative power of two and of the smallest number. */
#pragma D option quiet

BEGIN
{
	m = -9223372036854775807 - 1;
	d = -1;
	printf("%d %d\n", m / 2, m % 2);
	printf("%d %d\n", 9 / d, 9 % d);
	printf("%d\n", m / d == m);
	exit(0);
}
