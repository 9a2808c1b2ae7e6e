/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Eight keys. */
#pragma D option quiet

BEGIN
{
	a[1, 2, 3, 4, 5, 6, 7] = 1;
	a[1, 2, 3, 4, 5, 6, 8] = 2;
	printf("%d %d\n", a[1, 2, 3, 4, 5, 6, 7], a[1, 2, 3, 4, 5, 6, 8]);
	exit(0);
}
