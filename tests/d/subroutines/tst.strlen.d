/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * strlen() of the empty string, of ordinary ones and of one cut at strsize.
 * @@options: -x strsize=16
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d\n", strlen(""), strlen("a"), strlen("hello"));
	printf("%d\n", strlen("ab\0cd"));
	exit(0);
}
