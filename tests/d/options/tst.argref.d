/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x argref: not every argument must be used.
 * @@options: -x argref
 * @@args: 1 2
 */
#pragma D option quiet

BEGIN
{
	printf("%d\n", $1);
	exit(0);
}
