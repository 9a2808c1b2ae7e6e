/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several aggregations with the same keys. */
#pragma D option quiet

BEGIN
{
	@a["x"] = sum(1);
	@b["x"] = sum(2);
	@a["y"] = sum(3);
	@b["z"] = sum(4);
	printa("%s %@d %@d\n", @a, @b);
	exit(0);
}
