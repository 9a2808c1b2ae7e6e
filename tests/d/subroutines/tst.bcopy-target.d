/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * bcopy() writes nothing outside of scratch memory.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	bcopy("abc", (void *)16, 4);
}
ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}
