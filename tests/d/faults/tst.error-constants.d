/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Faults have names in D. */
#pragma D option quiet

ERROR
{
	printf("%d\n", arg4 == DTRACEFLT_DIVZERO);
	exit(0);
}

int zero;

BEGIN
{
	trace(1 % zero);
}
