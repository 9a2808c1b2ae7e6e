/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() with a format: keys and values where it says. */
#pragma D option quiet

BEGIN
{
	@["x", 5] = sum(42);
	printa("%s %d %@d|\n", @);
	exit(0);
}
