/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumeration of one; sizeof an enumeration. */
#pragma D option quiet

enum one { ONE = 1 };
typedef enum one one_t;
one_t o;
BEGIN
{
	o = ONE;
	printf("%d %d\n", o, sizeof (one_t));
	exit(0);
}
