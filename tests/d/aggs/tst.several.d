/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several aggregations in the order of their first appearance. */
#pragma D option quiet

BEGIN
{
	@b = count();
	@a = count();
	@b = count();
	exit(0);
}
