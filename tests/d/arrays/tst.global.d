/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A global array of integers: elements are 0 at first, and neighbours stay. */
#pragma D option quiet

int a[5];
BEGIN
{
	printf("%d %d\n", a[0], a[4]);
	a[0] = 10;
	a[4] = 14;
	a[2] = a[0] + a[4];
	printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
	a[1]++;
	a[3] -= 5;
	printf("%d %d\n", a[1], a[3]);
	printf("%d\n", sizeof (a) / sizeof (a[0]));
	exit(0);
}
