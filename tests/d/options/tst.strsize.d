/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * strsize bounds every string.
 * @@options: -x strsize=8
 */
#pragma D option quiet

BEGIN
{
	printf("%s|\n", "0123456789");
	printf("%d\n", sizeof(string));
	exit(0);
}
