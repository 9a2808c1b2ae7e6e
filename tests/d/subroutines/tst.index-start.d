/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() and rindex() from a place. */
#pragma D option quiet

BEGIN
{
	s = "abcabc";
	printf("%d %d %d %d\n", index(s, "a", 0), index(s, "a", 1), index(s, "a", 3), index(s, "a", 4));
	printf("%d %d %d\n", rindex(s, "a", 5), rindex(s, "a", 3), rindex(s, "a", 2));
	printf("%d %d\n", index(s, "a", 100), index(s, "a", -5));
	exit(0);
}
