/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Only scratch memory and variables may be written. */
#pragma D option quiet

ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}
BEGIN
{
	*(int *)16 = 5;
}
