/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array of structures. */
#pragma D option quiet

struct p { char c; int n; };
struct p a[3];
BEGIN
{
	a[1].c = 'x';
	a[1].n = 7;
	i = 2;
	a[i].n = a[i - 1].n * 2;
	printf("%c %d %d %d\n", a[1].c, a[1].n, a[2].n, a[0].n);
	exit(0);
}
