/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string key has a column of 50. */
#pragma D option quiet

BEGIN
{
	@["hello"] = count();
	exit(0);
}
