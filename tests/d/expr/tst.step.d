/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ++ and -- before and after. */
#pragma D option quiet

BEGIN
{
	x = 5;
	printf("%d %d %d\n", x++, ++x, x);
	printf("%d %d %d\n", x--, --x, x);
	exit(0);
}
