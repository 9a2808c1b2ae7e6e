/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compat=oracle: arg1 of ERROR is the id of the probe that failed, arg2 the number of the clause.
 * @@options: -x compat=oracle
 * @@errsed: d
 */
#pragma D option quiet

int begin;

ERROR
{
	printf("%d %d %d\n", arg1 == begin, arg2, arg4);
}

BEGIN
{
	begin = id;
}

BEGIN
{
	trace(*(int *)4);
}

BEGIN
/ *(int *)8 /
{
}

BEGIN
{
	exit(0);
}
