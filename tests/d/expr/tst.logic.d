/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Short circuits: the right side is not looked at. */
#pragma D option quiet

BEGIN
{
	x = 0;
	y = 0 && x++;
	y = 1 || x++;
	printf("%d\n", x);
	y = 1 && x++;
	printf("%d %d %d %d %d\n", x, 1 ^^ 0, 1 ^^ 1, !5, !0);
	exit(0);
}
