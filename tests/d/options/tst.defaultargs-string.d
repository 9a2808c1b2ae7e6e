/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Without its argument, $$1 is empty and $1 is 0.
 * @@options: -x defaultargs
 */
#pragma D option quiet

BEGIN
{
	printf("[%s] %d\n", $$1, $1);
	exit(0);
}
