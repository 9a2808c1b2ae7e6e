/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* min() and max() are signed. */
#pragma D option quiet

BEGIN
{
	@a = min(5);
	@a = min(-8);
	@b = max(-5);
	@b = max(-8);
	exit(0);
}
