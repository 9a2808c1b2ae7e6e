/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation is no value. */
BEGIN
{
	x = (@a = count());
	exit(0);
}
