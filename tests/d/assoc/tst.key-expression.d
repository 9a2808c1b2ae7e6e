/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key is any expression, also an element. */
#pragma D option quiet

BEGIN
{
	i = 3;
	a[i] = 30;
	a[i + 1] = 40;
	b[30] = "thirty";
	printf("%d %d %s\n", a[3], a[2 * 2], b[a[i]]);
	a[a[3]] = 99;
	printf("%d\n", a[30]);
	exit(0);
}
