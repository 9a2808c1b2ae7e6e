/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* By value without options. */
#pragma D option quiet

BEGIN
{
	@["b"] = sum(1);
	@["a"] = sum(2);
	@["c"] = sum(0);
	exit(0);
}
