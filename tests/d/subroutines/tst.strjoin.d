/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * strjoin() with empty strings, nested, and cut at strsize.
 * @@options: -x strsize=16
 */
#pragma D option quiet

BEGIN
{
	printf("[%s] [%s] [%s] [%s]\n", strjoin("", ""), strjoin("a", ""), strjoin("", "b"), strjoin("a", "b"));
	printf("%s\n", strjoin(strjoin("a", "-"), strjoin("b", "-c")));
	printf("%d\n", strlen(strjoin("0123456789", "0123456789")));
	printf("%s\n", strjoin("0123456789", "0123456789"));
	exit(0);
}
