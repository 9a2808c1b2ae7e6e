/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggsortpos chooses which value sorts.
 * @@options: -x aggsortpos=1
 */
#pragma D option quiet

BEGIN
{
	@x["a"] = sum(1); @y["a"] = sum(9);
	@x["b"] = sum(2); @y["b"] = sum(8);
	printa("%s %@d %@d\n", @x, @y);
	exit(0);
}
