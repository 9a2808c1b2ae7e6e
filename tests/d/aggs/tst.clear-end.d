/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clear() sets values to zero. */
#pragma D option quiet

BEGIN
{
	@["x"] = sum(5);
	clear(@);
	exit(0);
}
