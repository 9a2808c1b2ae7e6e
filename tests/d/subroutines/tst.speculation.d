/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * speculation() gives identifiers until there are none.
 * @@options: -x nspec=3
 */
#pragma D option quiet

BEGIN
{
	a = speculation();
	b = speculation();
	c = speculation();
	d = speculation();
	printf("%d %d %d %d\n", a, b, c, d);
	exit(0);
}
