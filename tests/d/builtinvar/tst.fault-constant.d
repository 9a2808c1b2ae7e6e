/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ERROR compares its fault with the names.
 * @@errsed: d
 */
#pragma D option quiet

ERROR
/arg4 == DTRACEFLT_DIVZERO/
{
	printf("division\n");
	n++;
}
ERROR
/arg4 == DTRACEFLT_BADADDR/
{
	printf("address\n");
	exit(0);
}
BEGIN
{
	z = 0;
	trace(1 / z);
}
BEGIN
{
	trace(1 % z);
}
BEGIN
{
	trace(*(char *)1);
}
