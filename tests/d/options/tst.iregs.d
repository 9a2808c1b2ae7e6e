/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Few registers are enough for most.
 * @@options: -x iregs=8 -x tregs=8
 */
#pragma D option quiet

BEGIN
{
	x = 1 + (2 + (3 + 4));
	printf("%d\n", x);
	exit(0);
}
