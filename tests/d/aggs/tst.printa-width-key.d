/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A width or precision of * in printa() is the next key. */
#pragma D option quiet

BEGIN
{
	@["left", 4, -6] = sum(1);
	@["right", 6, 8] = sum(22);
	@two[6, 42] = count();
	@precision[3, "abcdef"] = count();
	printa("%s <%*@d> <%-*@d>\n", @);
	printa("<%*d> %@d\n", @two);
	printa("<%.*s>\n", @precision);
	exit(0);
}
