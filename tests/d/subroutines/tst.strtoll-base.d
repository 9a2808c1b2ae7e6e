/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A base that does not exist is a fault.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	printf("%d\n", strtoll("1", 37));
}
BEGIN
{
	printf("%d\n", strtoll("1", 1));
}
ERROR
{
	printf("fault %d\n", arg4);
	n++;
}
ERROR
/n == 2/
{
	exit(0);
}
