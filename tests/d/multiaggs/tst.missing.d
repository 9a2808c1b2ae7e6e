/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key that one of them does not have gives 0. */
#pragma D option quiet

BEGIN
{
	@x["only x"] = sum(3);
	@y["only y"] = sum(4);
	printa("%s: %@d %@d\n", @x, @y);
	exit(0);
}
