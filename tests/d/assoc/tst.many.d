/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Elements of many keys, one for each firing.
 * @@timeout: 30
 */
#pragma D option quiet

int n;
tick-1ms
/n < 50/
{
	a[n] = n * n;
	n++;
}
tick-1ms
/n == 50/
{
	printf("%d %d %d %d\n", a[0], a[7], a[49], a[50]);
	exit(0);
}
