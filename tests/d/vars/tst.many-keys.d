/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Eight keys. */
#pragma D option quiet

BEGIN
{
	a[1, 2, 3, 4, 5, 6, 7, 8] = 9;
	printf("%d\n", a[1, 2, 3, 4, 5, 6, 7, 8]);
	exit(0);
}
