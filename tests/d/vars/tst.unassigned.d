/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Declared variables begin as 0 and "". */
#pragma D option quiet

int i;
string s;
int a[int];
self int t;
BEGIN
{
	printf("%d [%s] %d %d\n", i, s, a[1], self->t);
	exit(0);
}
