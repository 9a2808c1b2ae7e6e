/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() and rindex(). */
#pragma D option quiet

BEGIN
{
	s = "abcabc";
	printf("%d %d %d %d\n", index(s, "a"), index(s, "c"), index(s, "bc"), index(s, "z"));
	printf("%d %d %d %d\n", rindex(s, "a"), rindex(s, "c"), rindex(s, "bc"), rindex(s, "z"));
	printf("%d %d\n", index(s, "abcabc"), rindex(s, "abcabc"));
	printf("%d %d\n", index(s, "abcabcd"), rindex(s, "abcabcd"));
	printf("%d %d\n", index(s, ""), rindex(s, ""));
	printf("%d %d\n", index("", "a"), rindex("", "a"));
	exit(0);
}
