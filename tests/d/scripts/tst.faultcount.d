#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: faults counted by kind, and an exit status of its own.
 * @@options: -q
 * @@status: 3
 */

BEGIN
{
	zero = 0;
	n = 3;
	*(int *)NULL;
}
BEGIN
{
	trace(10 / zero);
}
BEGIN
{
	trace(*(char *)0x10);
}
BEGIN
{
	printf("still here\n");
	exit(n);
}

ERROR
{
	@faults[arg4 == DTRACEFLT_BADADDR ? "bad address" : arg4 == DTRACEFLT_DIVZERO ? "divide" : "other"] = count();
	printf("fault %d in action %d\n", arg4, arg2);
}
END
{
	printf("%-16s %s\n", "FAULT", "COUNT");
	printa("%-16s %@d\n", @faults);
}
