/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * arg1 of ERROR is the enabled probe, arg2 the action (0: the predicate); arg6 is the probe, arg7 the clause.
 * @@errsed: d
 */
#pragma D option quiet

int begin, wanted;

ERROR
{
	printf("%d %d %d %d %d\n", arg1 == wanted, arg2, arg4, arg6 == begin, arg7);
}

BEGIN
{
	begin = id;
	wanted = epid + 1;
}

BEGIN
{
	trace(1);
	trace(*(int *)4);
}

BEGIN
{
	wanted = epid + 1;
}

BEGIN
/ *(int *)8 /
{
}

BEGIN
{
	exit(0);
}
