/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The largest and the smallest enumerator. */
#pragma D option quiet

enum { BIG = 2147483647, SMALL = -2147483648 };
BEGIN
{
	printf("%d %d\n", BIG, SMALL);
	exit(0);
}
