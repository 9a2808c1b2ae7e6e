/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x agghist of an aggregation without keys; and of two columns of keys.
 * @@options: -x agghist
 */
#pragma D option quiet

BEGIN
{
	@all = sum(7);
	@two["a", -1] = sum(1);
	@two["a name longer than its column", 10] = sum(-3);
	exit(0);
}
