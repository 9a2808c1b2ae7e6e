/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Equal values: by key. */
#pragma D option quiet

BEGIN
{
	@["z"] = sum(1);
	@["y"] = sum(1);
	exit(0);
}
