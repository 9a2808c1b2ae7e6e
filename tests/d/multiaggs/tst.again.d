/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The @ flag may stand several times in a format: one value in several ways; of several aggregations it is the last one's. */
#pragma D option quiet

BEGIN
{
	@a["k"] = sum(10);
	@b["k"] = sum(255);
	printa("%s %@d 0x%@x 0%@o\n", @a);
	printa("%@d %@d %@d %s %@x\n", @a, @b);
	printa("[%@-6u|%@6u]\n", @b);
	exit(0);
}
