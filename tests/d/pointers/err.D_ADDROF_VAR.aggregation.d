/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation has no address. */
BEGIN
{
	@a[1] = count();
	x = &@a[1];
	exit(0);
}
