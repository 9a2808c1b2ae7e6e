/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The order is that of the program, whatever ran first. */
#pragma D option quiet

BEGIN
{
	@z["x"] = count();
	@y["x"] = sum(7);
	exit(0);
}
