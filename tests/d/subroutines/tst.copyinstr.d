/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * copyinstr() of an address that is not there faults with that address.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	printf("%s\n", copyinstr(16));
}
ERROR
{
	printf("fault %d at %d\n", arg4, arg5);
	exit(0);
}
