/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #pragma D option aggsortrev. */
#pragma D option quiet

#pragma D option aggsortrev

BEGIN
{
	@["b"] = sum(1);
	@["a"] = sum(2);
	@["c"] = sum(0);
	exit(0);
}
