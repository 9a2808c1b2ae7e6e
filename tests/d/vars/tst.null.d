/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* NULL is a long 0: it prints as a number, fits pointers and strings, and gives a variable its type. */
#pragma D option quiet


string s;
int *p;

BEGIN
{
	x = NULL;
	printf("%d %p %d\n", NULL, NULL, sizeof(x) / sizeof(long));
	printf("%d %d %d\n", x == 0, p == NULL, s == NULL ? 1 : 2);
	exit(0);
}
