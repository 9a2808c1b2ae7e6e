/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The comma gives its last operand. */
#pragma D option quiet

BEGIN
{
	x = (1, 2, 3);
	printf("%d\n", x);
	printf("%d\n", (y = 4, y * 2));
	exit(0);
}
