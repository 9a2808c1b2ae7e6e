/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The arithmetic operators on signed numbers: truncation goes to zero, the remainder has the sign of the dividend. */
#pragma D option quiet

BEGIN
{
	a = 17;
	b = 5;
	n = -17;
	printf("%d %d %d %d %d\n", a + b, a - b, a * b, a / b, a % b);
	printf("%d %d %d %d %d\n", n + b, n - b, n * b, n / b, n % b);
	printf("%d %d\n", a / -b, a % -b);
	printf("%d %d %d\n", -a, +a, - -a);
	exit(0);
}
