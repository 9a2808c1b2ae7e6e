/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() of aggregations with different keys. */
BEGIN
{
	@a[1] = count();
	@b[1, 2] = count();
	printa("%@d %@d\n", @a, @b);
	exit(0);
}
