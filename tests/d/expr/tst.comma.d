/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The comma gives its right side. */
#pragma D option quiet

BEGIN
{
	x = (1, 2, 3);
	printf("%d\n", x);
	exit(0);
}
