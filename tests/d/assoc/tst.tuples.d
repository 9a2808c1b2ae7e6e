/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Keys of several kinds in one tuple. */
#pragma D option quiet

BEGIN
{
	a[1, "one", 'c'] = 111;
	a[2, "one", 'c'] = 211;
	a[1, "two", 'c'] = 121;
	a[1, "one", 'd'] = 112;
	printf("%d %d %d %d %d\n", a[1, "one", 'c'], a[2, "one", 'c'], a[1, "two", 'c'], a[1, "one", 'd'], a[2, "two", 'd']);
	exit(0);
}
