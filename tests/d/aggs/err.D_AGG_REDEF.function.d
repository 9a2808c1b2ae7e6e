/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One aggregation with two functions. */
BEGIN
{
	@a = count();
	@a = sum(1);
	exit(0);
}
