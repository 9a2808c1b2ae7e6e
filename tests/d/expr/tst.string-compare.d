/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings compare by their bytes. */
#pragma D option quiet

BEGIN
{
	printf("%d%d%d%d%d%d\n", "a" < "b", "a" > "b", "a" <= "a", "a" >= "b", "ab" == "ab", "a" != "b");
	s = "abc";
	printf("%d %d %d\n", s == "abc", s == "abcd", "" == "");
	exit(0);
}
