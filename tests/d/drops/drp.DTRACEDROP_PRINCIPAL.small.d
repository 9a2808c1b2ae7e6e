/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A record that is larger than the buffer.
 * @@options: -b 64 -x strsize=256
 */
#pragma D option quiet

BEGIN
{
	trace("0123456789");
}

BEGIN
{
	exit(0);
}
