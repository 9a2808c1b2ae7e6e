/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The probe ERROR has the fault and its address. */
#pragma D option quiet

ERROR
{
	printf("%d 0x%x\n", arg4, arg5);
	exit(0);
}

BEGIN
{
	trace(*(char *)0x20);
}
