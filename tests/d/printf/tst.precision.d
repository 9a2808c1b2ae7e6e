/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Precision of integers and strings. */
#pragma D option quiet

BEGIN
{
	printf("<%.3d> <%8.3d> <%-8.3d>\n", 7, 7, 7);
	printf("<%.2s> <%8.2s> <%-8.2s>\n", "hello", "hello", "hello");
	exit(0);
}
