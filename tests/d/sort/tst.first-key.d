/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Keys are compared from the first.
 * @@options: -x aggsortkey
 */
#pragma D option quiet

BEGIN
{
	@[1, 9] = sum(1);
	@[2, 8] = sum(1);
	@[3, 7] = sum(1);
	exit(0);
}
