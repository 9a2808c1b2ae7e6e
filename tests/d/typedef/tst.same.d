/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type name declared twice with the same meaning. */
#pragma D option quiet

typedef int same_t;
same_t x;
BEGIN
{
	x = 3;
	printf("%d %d\n", x, sizeof (same_t));
	exit(0);
}
