/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An argument inside of a probe description.
 * @@args: BEGIN dtrace
 */
#pragma D option quiet

$$2:::$1
{
	printf("fired\n");
	exit(0);
}
