/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation is printed by printa(). */
BEGIN
{
	@a = count();
	print(@a);
	exit(0);
}
