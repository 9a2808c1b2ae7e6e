/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Strings are cut at strsize, the NUL included.
 * @@options: -x strsize=8
 */
#pragma D option quiet

BEGIN
{
	trace("0123456789abcdef");
	exit(0);
}
