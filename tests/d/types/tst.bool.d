/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A _Bool is 0 or 1. */
#pragma D option quiet

BEGIN
{
	printf("%d\n", sizeof (_Bool));
	exit(0);
}
