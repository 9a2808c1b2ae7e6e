/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %s stops at the end of the string; widths. */
#pragma D option quiet

BEGIN
{
	printf("<%s> <%s>\n", "", "hello");
	printf("<%8s> <%-8s>\n", "hello", "hello");
	exit(0);
}
