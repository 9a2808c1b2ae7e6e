/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A precision of 0 is none: the whole string, a 0 for zero. */
#pragma D option quiet

BEGIN
{
	printf("<%.0s> <%.*s> <%8.0s> <%.0S>\n", "hello", 0, "hello", "hello", "a\tb");
	printf("<%.0d> <%.*x> <%.d>\n", 0, 0, 0, 0);
	@["hello"] = count();
	printa("<%.0s> <%.0@d>\n", @);
	clear(@);
	printa("<%.0s> <%.0@d>\n", @);
	exit(0);
}
