/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * copyin() of an address that is not there faults.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	this->p = (int *)copyin(16, 4);
	printf("%d\n", *this->p);
}
ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}
