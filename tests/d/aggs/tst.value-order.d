/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Ascending by value, equal values by key. */
#pragma D option quiet

BEGIN
{
	@["c"] = sum(1);
	@["a"] = sum(3);
	@["b"] = sum(1);
	@["d"] = sum(-1);
	exit(0);
}
