/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() of aggregations with different keys. */
BEGIN
{
	@a[1] = count();
	@b["x"] = count();
	printa("%@d %@d\n", @a, @b);
	exit(0);
}
