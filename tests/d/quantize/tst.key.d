/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key stands on a line of its own. */
#pragma D option quiet

BEGIN
{
	@["x"] = quantize(1);
	exit(0);
}
