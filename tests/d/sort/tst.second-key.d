/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x aggsortkeypos compares that key first.
 * @@options: -x aggsortkey -x aggsortkeypos=1
 */
#pragma D option quiet

BEGIN
{
	@[1, 9] = sum(1);
	@[2, 8] = sum(1);
	@[3, 7] = sum(1);
	exit(0);
}
