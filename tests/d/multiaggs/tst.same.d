/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several aggregations with the same keys, side by side. */
#pragma D option quiet

BEGIN
{
	@c["a"] = count(); @s["a"] = sum(10); @m["a"] = max(7);
	@c["b"] = count(); @c["b"] = count(); @s["b"] = sum(-5); @m["b"] = max(-1);
	printa("%s %@d %@d %@d\n", @c, @s, @m);
	exit(0);
}
