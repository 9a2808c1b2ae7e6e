/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Elements as keys of elements. */
#pragma D option quiet

BEGIN
{
	a[1] = 2; a[2] = 3; a[3] = 4;
	printf("%d\n", a[a[a[1]]]);
	exit(0);
}
