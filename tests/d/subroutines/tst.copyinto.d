/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * copyinto() needs scratch memory.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	copyinto(16, 4, alloca(4));
}
ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}
