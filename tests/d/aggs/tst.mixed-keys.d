/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Keys of different types. */
#pragma D option quiet

BEGIN
{
	@["a", 1, "b"] = sum(2);
	exit(0);
}
