/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The raw arguments of ERROR: arg6 is the probe whose clause failed, arg7 the number of that clause; after them comes nothing.
 * @@errsed: d
 */
#pragma D option quiet

uint64_t e;
ERROR
{
	printf("%d %d %d %d\n", arg1 == e, arg4, arg5, arg2 > 0);
	printf("%d %d %d %d\n", arg6, arg7, arg8, arg9);
	exit(0);
}
BEGIN
{
	e = epid;
	trace(*(int *)64);
}
