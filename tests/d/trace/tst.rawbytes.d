/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x rawbytes dumps strings too.
 * @@options: -x rawbytes -x strsize=4
 */
#pragma D option quiet

BEGIN
{
	trace("hi");
	exit(0);
}
