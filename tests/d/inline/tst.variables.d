/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline is computed where it is used. */
#pragma D option quiet

int x;
inline int twice = x * 2;
BEGIN
{
	x = 5;
	printf("%d ", twice);
	x = 6;
	printf("%d\n", twice);
	exit(0);
}
