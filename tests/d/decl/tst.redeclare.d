/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same declaration twice is one. */
#pragma D option quiet

int x;
int x;
extern int x;
BEGIN
{
	x = 2;
	printf("%d\n", x);
	exit(0);
}
