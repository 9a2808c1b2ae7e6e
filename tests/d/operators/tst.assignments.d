/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Every compound assignment; an assignment has the value that was assigned. */
#pragma D option quiet

BEGIN
{
	a = b = c = 7;
	printf("%d %d %d\n", a, b, c);
	a += 3;
	b -= 10;
	c *= -2;
	printf("%d %d %d\n", a, b, c);
	a /= 3;
	b %= 2;
	c += a += 1;
	printf("%d %d %d\n", a, b, c);
	printf("%d\n", (d = 40) + 2);
	exit(0);
}
