/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Keys of a signed type are compared with their sign.
 * @@options: -x aggsortkey
 */
#pragma D option quiet

BEGIN
{
	@[-1] = sum(1);
	@[1] = sum(1);
	exit(0);
}
