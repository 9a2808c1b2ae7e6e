/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Assignments in branches are seen after them. */
#pragma D option quiet

BEGIN
{
	x = 1;
	if (x) {
		x = 0;
		y = 7;
	} else {
		y = 8;
	}
	printf("%d %d\n", x, y);
	exit(0);
}
