/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * More scratch than there is is a fault, and not a crash.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	this->p = alloca(100000000);
	printf("not reached\n");
}
ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}
