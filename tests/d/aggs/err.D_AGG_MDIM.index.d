/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Aggregations have one pair of brackets. */
BEGIN
{
	@a[1][2] = count();
	exit(0);
}
