/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A backslash before the end of a line is a blank; lines may end as those of other systems do. */
#pragma D option quiet

BEGIN
{
	x = 1 + \
	    2;
	printf("%d\n", \
	    x);
	exit(0);
}
