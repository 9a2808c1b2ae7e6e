/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A load from an address that is not there ends the clause, the others go on.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	printf("before\n");
	x = *(int *)16;
	printf("not printed\n");
}
BEGIN
{
	printf("after\n");
	exit(0);
}
