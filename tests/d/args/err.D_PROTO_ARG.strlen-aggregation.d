/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation is no string. */
BEGIN
{
	@a = count();
	trace(strlen(@a));
	exit(0);
}
