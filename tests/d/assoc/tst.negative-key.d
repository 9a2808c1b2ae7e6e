/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Negative keys, and the widths of keys. */
#pragma D option quiet

BEGIN
{
	a[-1] = 1;
	a[1] = 2;
	printf("%d %d %d\n", a[-1], a[1], a[0]);
	exit(0);
}
